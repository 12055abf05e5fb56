import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'leaselight-records-'
const MAX_AGE_MS = 2 * 86_400_000

/** A folder for records on their way in, that only we can read. Its name holds whose it is, so that it is found when we are gone. */
export const createRecordsFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))

/**
 * Removes what imports left that were killed: nobody else would, and people's records must not lie about. Tells how many
 * folders there were, and how many could not be removed.
 */
export async function removeLeftovers(): Promise<{ found: number; left: number }> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  let found = 0
  let left = 0
  for (const name of names) {
    const path = join(tmpdir(), name)
    if (!(await isAbandoned(path, Number(name.slice(PREFIX.length).split('-')[0])))) continue
    found++
    await rm(path, { recursive: true, force: true }).catch(() => left++)
  }
  return { found, left }
}

async function isAbandoned(path: string, pid: number): Promise<boolean> {
  const changed = await stat(path).catch(() => undefined)
  if (!changed) return false
  // A number may have been given to another process since, but an import of two days is none.
  return !isAlive(pid) || Date.now() - changed.mtimeMs > MAX_AGE_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
