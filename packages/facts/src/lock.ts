import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { chmod, link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
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
  /** Where the pid means something: this boot and its pid namespace. Absent in the locks of older versions. */
  space?: string
  token: string
}

const ATTEMPTS = 20
const SETTLING_MS = 20
const HEARTBEAT_MS = 2_000
/** A holder in another container has ended when its lock shows no heartbeat for so long. */
const SILENCE_MS = 12_000
const WATCH_MS = 200

/**
 * Locks a data folder for this process, before any store in it is opened, and makes it private. The lock of a process that
 * has ended is taken over; a living holder throws `DataDirLocked`. Whether a holder in another container lives shows in its
 * heartbeat, which is watched for up to 12 seconds.
 */
export async function lockDataDir(dir: string, info: Omit<LockInfo, 'pid'>): Promise<Lock> {
  await makePrivate(dir)
  const path = lockPath(dir)
  let mine: LockFile = {
    ...info,
    pid: process.pid,
    started: processStartOf(process.pid),
    space: ownSpace(),
    token: randomUUID(),
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createLockFile(path, mine)) {
      // Somebody who saw the dead one's lock may have moved ours away in the same moment, and puts it back only if it can.
      await sleep(SETTLING_MS)
      if ((await readLockFile(path))?.token === mine.token) return held()
    }
    const holder = await readLockFile(path)
    if (holder && (await isAlive(holder, path))) throw new DataDirLocked(dir, holder)
    if (holder) await removeStale(path, holder)
  }
  throw new Error(`${path} can't be taken: several processes are trying at once.`)

  function held(): Lock {
    // A holder that crashes leaves a stale lock, which the next one takes over.
    const heart = setInterval(() => void beat(path, mine.token), HEARTBEAT_MS)
    heart.unref()
    return {
      async update(more) {
        mine = { ...mine, ...more }
        const draft = `${path}.${mine.token}`
        await writeFile(draft, JSON.stringify(mine))
        await rename(draft, path)
      },
      async release() {
        clearInterval(heart)
        const holder = await readLockFile(path)
        if (holder?.token === mine.token) await rm(path, { force: true })
      },
    }
  }
}

/** The living process that holds the folder; null when none does. */
export async function readLock(dir: string): Promise<LockInfo | null> {
  const path = lockPath(dir)
  const holder = await readLockFile(path)
  if (!holder || !(await isAlive(holder, path))) return null
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

/** Shows other containers that the holder lives. */
async function beat(path: string, token: string): Promise<void> {
  try {
    if ((await readLockFile(path))?.token === token) await utimes(path, new Date(), new Date())
  } catch {
    // A missed heartbeat is made up for by the next one.
  }
}

async function isAlive(holder: LockFile, path: string): Promise<boolean> {
  const { space } = holder
  return space === undefined || space === ownSpace() ? isProcessAlive(holder) : hasHeartbeat(path)
}

/** Watches a lock for a heartbeat. Only changes count, so the clocks of two machines need not agree. */
async function hasHeartbeat(path: string): Promise<boolean> {
  const changedAt = async () => (await stat(path).catch(() => undefined))?.mtimeMs
  const before = await changedAt()
  for (let waited = 0; waited < SILENCE_MS; waited += WATCH_MS) {
    await sleep(WATCH_MS)
    const now = await changedAt()
    if (now === undefined) return false
    if (now !== before) return true
  }
  return false
}

/** This boot and this process's pid namespace; '' where the system doesn't say. */
function ownSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

/** Only this system's user may read the folder: it holds names, transcripts and keys. */
async function makePrivate(dir: string): Promise<void> {
  // Whatever the stores create later in this process is private too.
  process.umask(0o077)
  await mkdir(dir, { recursive: true })
  if (((await stat(dir)).mode & 0o077) === 0) return
  // Made by an older version, or by hand.
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  await chmod(dir, 0o700)
}

function isProcessAlive({ pid, started }: LockFile): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // It lives and belongs to another user.
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
