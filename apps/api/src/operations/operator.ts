import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({ url: z.string(), key: z.string() })

/** How the operator's commands reach the running server. */
export type OperatorEndpoint = z.infer<typeof shape>

const fileIn = (dataDir: string): string => join(dataDir, 'operator.json')

/** A key for one run of the server. */
export const newOperatorKey = (): string => randomBytes(32).toString('base64url')

/** Leaves the door's address and key where only the owner of DATA_DIR can read them. */
export async function publishOperatorEndpoint(dataDir: string, endpoint: OperatorEndpoint): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  // Removed first: an older file would keep its permissions.
  await removeOperatorEndpoint(dataDir)
  await writeFile(fileIn(dataDir), JSON.stringify(endpoint), { mode: 0o600, flag: 'wx' })
}

/** The running server's door; undefined when none was left. */
export async function findOperatorEndpoint(dataDir: string): Promise<OperatorEndpoint | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : shape.parse(JSON.parse(text))
}

export const removeOperatorEndpoint = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })
