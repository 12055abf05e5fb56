const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/

/** The URL that opens a mail: `mailto:ana@example.com`; null when the text isn't an e-mail address. */
export function emailHref(written: string): string | null {
  const address = written.trim()
  // Encoded, so that it can't add a subject or another recipient.
  return ADDRESS.test(address) ? `mailto:${encodeURIComponent(address).replace('%40', '@')}` : null
}
