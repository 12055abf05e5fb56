import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const COST = 2 ** 15
const BLOCK = 8
const KEY_BYTES = 32

/** The hash to store: `scrypt$cost$block$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST, BLOCK)
  return ['scrypt', COST, BLOCK, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password is the one that was hashed, compared in constant time. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, cost, block, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), Number(cost), Number(block))
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/**
 * Whether the password is one that is known in plain text, such as a sample's. It takes as long as with a hash. Hashing
 * the known ones instead would cost every start of a server a tenth of a second of the processor for each of them.
 */
export async function isPlainPassword(password: string, known: string): Promise<boolean> {
  await hashPassword(password)
  const digest = (text: string) => createHash('sha256').update(text.normalize('NFKC')).digest()
  return timingSafeEqual(digest(password), digest(known))
}

function derive(password: string, salt: Buffer, cost: number, block: number): Promise<Buffer> {
  // Scrypt needs 128 × cost × block bytes, which is exactly Node's default limit; allow twice that.
  const options: ScryptOptions = { N: cost, r: block, p: 1, maxmem: 256 * cost * block }
  return new Promise((resolve, reject) => {
    // The same letters typed on another keyboard may be composed differently.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
