import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is stored of a token. A plain hash is enough because the token is random: it can't be guessed from the hash, and
 * looking hashes up in the query reveals nothing about how close a wrong token was.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
