import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Who holds a data folder. */
export interface LockInfo {
  pid: number
  /** Where the holder answers, so that an import can go through it; none while it is not listening. */
  port?: number
  /** What the holder is, for the sentence another one gets: `server`, `import`. */
  role: string
}

/** A held lock. */
export interface Lock {
  /** Says more about the holder, such as its port once it listens. */
  update(info: Partial<Omit<LockInfo, 'pid'>>): Promise<void>
  release(): Promise<void>
}

/** Another living process holds the folder. The message is a sentence for the operator. */
export class DataDirLocked extends Error {
  override name = 'DataDirLocked'
  constructor(
    readonly dir: string,
    readonly holder: LockInfo,
  ) {
    const where = holder.port ? ` on port ${holder.port}` : ''
    super(
      `${dir} is in use by another process (${holder.role}, pid ${holder.pid}${where}). Stop that one first, or choose another DATA_DIR.`,
    )
  }
}

interface LockFile extends LockInfo {
  /** Tells this holder from another process that got the same pid later. */
  started: string
  token: string
}

const ATTEMPTS = 20
const SETTLING_MS = 20

/**
 * Takes a data folder for this process, before any store in it is opened. The lock of a process that has died is taken
 * over; with a living one `DataDirLocked` is thrown.
 */
export async function lockDataDir(dir: string, info: Omit<LockInfo, 'pid'>): Promise<Lock> {
  await mkdir(dir, { recursive: true })
  const path = lockPath(dir)
  let mine: LockFile = { ...info, pid: process.pid, started: processStartOf(process.pid), token: randomUUID() }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createLockFile(path, mine)) {
      // Somebody who saw the dead one's lock may have moved ours away in the same moment, and puts it back only if it can.
      await sleep(SETTLING_MS)
      if ((await readLockFile(path))?.token === mine.token) return held()
    }
    const holder = await readLockFile(path)
    if (holder && isAlive(holder)) throw new DataDirLocked(dir, holder)
    if (holder) await removeStale(path, holder)
  }
  throw new Error(`${path} can't be taken: several processes are trying at once.`)

  function held(): Lock {
    // A holder that ends without a word leaves a stale lock, which the next one takes over.
    return {
      async update(more) {
        mine = { ...mine, ...more }
        const draft = `${path}.${mine.token}`
        await writeFile(draft, JSON.stringify(mine))
        await rename(draft, path)
      },
      async release() {
        const holder = await readLockFile(path)
        if (holder?.token === mine.token) await rm(path, { force: true })
      },
    }
  }
}

/** The living process that holds the folder; null when none does. */
export async function readLock(dir: string): Promise<LockInfo | null> {
  const holder = await readLockFile(lockPath(dir))
  if (!holder || !isAlive(holder)) return null
  const { pid, port, role } = holder
  return { pid, role, ...(port !== undefined && { port }) }
}

const lockPath = (dir: string): string => join(dir, 'lock.json')

/** Puts the file there whole, unless there is one: a link is made at once or not at all. */
async function createLockFile(path: string, lock: LockFile): Promise<boolean> {
  const draft = `${path}.${lock.token}`
  await writeFile(draft, JSON.stringify(lock))
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Removes the lock of a dead process. Two may try at once: each moves away what stands there under a name of its own,
 * looks at it again, and puts it back when it was no longer the dead one's.
 */
async function removeStale(path: string, stale: LockFile): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = await readLockFile(aside)
  // Whoever placed a lock in between still holds the folder; link and not rename, lest a third one be overwritten.
  if (moved && moved.token !== stale.token) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

async function readLockFile(path: string): Promise<LockFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockFile
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    if (error instanceof SyntaxError)
      throw new Error(`${path} is damaged. If no other process uses the folder, remove it.`)
    throw error
  }
}

function isAlive({ pid, started }: LockFile): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // It lives and belongs to somebody else.
    if (!hasCode(error, 'EPERM')) return false
  }
  // In a container every first process has pid 1: the same number is not yet the same process.
  const now = processStartOf(pid)
  return !started || !now || started === now
}

/** When a process started, in the kernel's ticks since this boot; '' where the system doesn't say. */
function processStartOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may hold anything; the start is the 20th field after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return ''
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
