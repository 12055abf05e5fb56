const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/

/** The address that opens a mail: `mailto:ana@example.com`; null for what is no e-mail address. */
export function emailHref(written: string): string | null {
  const address = written.trim()
  // Encoded, so that nothing in it can add a subject or a second reader.
  return ADDRESS.test(address) ? `mailto:${encodeURIComponent(address).replace('%40', '@')}` : null
}
