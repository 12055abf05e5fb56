import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({ url: z.string(), key: z.string() })

/** How the operator's commands reach the running server. */
export type OperatorDoor = z.infer<typeof shape>

const fileIn = (dataDir: string): string => join(dataDir, 'operator.json')

/** A key for one run of the server. */
export const newOperatorKey = (): string => randomBytes(32).toString('base64url')

/** Leaves the door's address and key where only the owner of DATA_DIR can read them. */
export async function leaveOperatorDoor(dataDir: string, door: OperatorDoor): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  // Removed first: an older file would keep its permissions.
  await closeOperatorDoor(dataDir)
  await writeFile(fileIn(dataDir), JSON.stringify(door), { mode: 0o600, flag: 'wx' })
}

/** The running server's door; undefined when none was left. */
export async function findOperatorDoor(dataDir: string): Promise<OperatorDoor | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : shape.parse(JSON.parse(text))
}

export const closeOperatorDoor = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })
