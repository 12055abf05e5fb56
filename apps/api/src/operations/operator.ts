import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({ url: z.string(), key: z.string() })

/** The address and key by which the operator's commands reach the running server. */
export type OperatorEndpoint = z.infer<typeof shape>

const fileIn = (dataDir: string): string => join(dataDir, 'operator.json')

/** A key for one run of the server. */
export const newOperatorKey = (): string => randomBytes(32).toString('base64url')

/** Writes the endpoint to a file in DATA_DIR that only its owner can read. */
export async function publishOperatorEndpoint(dataDir: string, endpoint: OperatorEndpoint): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  // Removed first, because an existing file keeps its permissions.
  await removeOperatorEndpoint(dataDir)
  await writeFile(fileIn(dataDir), JSON.stringify(endpoint), { mode: 0o600, flag: 'wx' })
}

/** The running server's endpoint; undefined when there is no file. */
export async function findOperatorEndpoint(dataDir: string): Promise<OperatorEndpoint | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : shape.parse(JSON.parse(text))
}

export const removeOperatorEndpoint = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })
