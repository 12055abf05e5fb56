/** The number under which this page may write style elements; empty where the server gives none, in development. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Tells those parts of the kit that ask the global scope for it, under a name that bundlers made common. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
