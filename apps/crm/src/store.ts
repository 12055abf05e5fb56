import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'

const storedData = z.object({
  /** The private key that signs access tokens, as a JWK. */
  signingKey: z.record(z.string(), z.unknown()),
  /** Signs refresh tokens. */
  refreshSecret: z.string().min(32),
  /** Hashes of changed passwords, by username. */
  passwords: z.record(z.string(), z.string()),
  /** Hashes of the passwords of an installation's people, by `company id/user id`. */
  recordedPasswords: z.record(z.string(), z.string()).default({}),
  /** Links to set a password, by the hash of their key. */
  passwordLinks: z
    .record(
      z.string(),
      z.object({ person: z.object({ company_id: z.number(), user_id: z.number() }), until: z.number() }),
    )
    .default({}),
  /** The issued refresh tokens, by family: one family for each sign-in. */
  families: z.record(
    z.string(),
    z.object({
      userId: z.number(),
      companyId: z.number(),
      generation: z.number(),
      rotatedAt: z.number(),
    }),
  ),
})

/** What the CRM stores. */
export type StoredData = z.infer<typeof storedData>

/** The CRM's storage: change `data`, then `save`. */
export interface Store {
  data: StoredData
  save(): Promise<void>
}

/** Opens `<dataDir>/crm.json`, with new keys when it does not exist. Without a folder everything is in memory. */
export async function openStore(dataDir?: string): Promise<Store> {
  if (dataDir === undefined) return { data: await createData(), save: async () => undefined }
  const file = join(dataDir, 'crm.json')
  await mkdir(dataDir, { recursive: true })
  const data = (await read(file)) ?? (await createData())
  let last: Promise<void> = Promise.resolve()
  const save = (): Promise<void> => {
    // Writes run one after the other, so the file always holds one complete, latest state. A failed write doesn't stop
    // the next.
    last = last.catch(() => undefined).then(() => write(file, data))
    return last
  }
  await save()
  return { data, save }
}

async function createData(): Promise<StoredData> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return {
    signingKey: { ...(await exportJWK(privateKey)) },
    refreshSecret: randomBytes(32).toString('base64url'),
    passwords: {},
    recordedPasswords: {},
    passwordLinks: {},
    families: {},
  }
}

async function read(file: string): Promise<StoredData | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return storedData.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} is damaged. Move it away to start with fresh keys.`, { cause: error })
  }
}

async function write(file: string, data: StoredData): Promise<void> {
  const aside = `${file}.new`
  // It holds the signing key, so only its owner may read it.
  await writeFile(aside, JSON.stringify(data), { mode: 0o600 })
  await rename(aside, file)
}
