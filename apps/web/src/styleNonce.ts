/** The nonce with which this page may add style elements; empty in development, where the server sends none. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Passes the nonce to libraries that read it from the global scope, under the name that bundlers use. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
