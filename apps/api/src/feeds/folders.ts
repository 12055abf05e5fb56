import { lstat, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { type Feed, newFeedRunId, queueFeedRun, readFeedRun } from '@leaselight/state'
import type { FeedContext } from './context'
import { storedName } from './files'

/** Subfolders of a watched folder: files being imported, and those whose import has ended. */
const PROCESSING = 'processing'
/** What programs call a file that they are still writing. */
const UNFINISHED = /^\.|\.(part|partial|filepart|tmp|temp|uploading|crdownload|swp)$|~$/i
/** Beside a file: it is complete, and need not be waited for. */
const DONE_MARKER = '.done'
/** How long a file may be in `processing` before its run is queued. */
const ORPHAN_MS = 60_000

/** A file as it was last seen, by its path: it is complete when it stays the same for a while. */
export type SeenFiles = Map<string, { key: string; at: number }>

/** A watched folder's path; undefined when the operator has set no FEED_FOLDER, or the folder leads out of it. */
export async function watchedFolder(
  root: string | undefined,
  { companyId, folder }: Pick<Feed, 'companyId' | 'folder'>,
): Promise<string | undefined> {
  if (root === undefined || folder === null) return undefined
  const path = join(root, String(companyId), folder)
  await mkdir(path, { recursive: true, mode: 0o770 })
  const own = await realpath(join(root, String(companyId)))
  // A link in it must not lead to another company's files, or elsewhere on the machine.
  return (await realpath(path)) === join(own, folder) ? join(own, folder) : undefined
}

/** Queues the complete files of a feed's folder. A file is moved before it is queued, so that only one instance takes it. */
export async function takeFiles(context: FeedContext, feed: Feed, seen: SeenFiles): Promise<void> {
  const { api, machine } = context
  const { folder: root, settleSeconds } = api.settings.feeds
  const folder = await watchedFolder(root, feed)
  if (!folder) return
  await settleLeftovers(context, folder, feed)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
  const files: { name: string; mtime: number; bytes: number }[] = []
  for (const name of names) {
    if (UNFINISHED.test(name) || name.endsWith(DONE_MARKER)) continue
    const found = await lstat(join(folder, name)).catch(() => undefined)
    if (!found?.isFile()) continue
    const path = join(folder, name)
    const key = `${found.size}:${found.mtimeMs}`
    const before = seen.get(path)
    if (before?.key !== key) seen.set(path, { key, at: performance.now() })
    const settled = before?.key === key && performance.now() - before.at >= settleSeconds * 1000
    if (settled || settleSeconds === 0 || names.has(name + DONE_MARKER))
      files.push({ name, mtime: found.mtimeMs, bytes: found.size })
  }
  for (const path of seen.keys()) if (dirname(path) === folder && !names.has(basename(path))) seen.delete(path)
  files.sort((a, b) => a.mtime - b.mtime || (a.name < b.name ? -1 : 1))
  for (const { name, bytes } of files) {
    const id = newFeedRunId()
    const own = join(folder, PROCESSING, id)
    const location = join(own, storedName(feed, name))
    await mkdir(own, { recursive: true, mode: 0o770 })
    try {
      await rename(join(folder, name), location)
    } catch {
      // Another instance was faster, or the sender took it back.
      await rmdir(own)
      continue
    }
    seen.delete(join(folder, name))
    await rm(join(folder, name + DONE_MARKER), { force: true })
    const file = { fileName: name.slice(0, 200), fileKey: null, location, machine, bytes }
    const run = { id, feedId: feed.id, companyId: feed.companyId, trigger: 'folder' as const, ...file }
    try {
      await queueFeedRun(api.state, run, api.now())
    } catch (error) {
      await rename(location, join(folder, name))
      await rmdir(own)
      throw error
    }
  }
}

/** Moves a file whose import has ended to `done` or `failed` beside, under the time and its own name. */
export async function archiveFile(location: string, name: string, status: 'done' | 'failed', at: Date): Promise<void> {
  const own = dirname(location)
  const folder = join(dirname(dirname(own)), status)
  await mkdir(folder, { recursive: true, mode: 0o770 })
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  await rename(location, join(folder, `${stamp}-${basename(name.replaceAll(sep, '_'))}`)).catch(() => undefined)
  await rmdir(own).catch(() => undefined)
}

/** Puts right what a process that ended in between left in `processing`. */
async function settleLeftovers({ api, machine }: FeedContext, folder: string, feed: Feed): Promise<void> {
  const processing = join(folder, PROCESSING)
  for (const id of await readdir(processing).catch((): string[] => [])) {
    const own = join(processing, id)
    const [name] = await readdir(own).catch((): string[] => [])
    const age = Date.now() - ((await lstat(own).catch(() => undefined))?.mtimeMs ?? Date.now())
    if (name === undefined || age < ORPHAN_MS) continue
    const location = join(own, name)
    const run = await readFeedRun(api.state, id)
    if (!run) {
      const { size = 0 } = (await lstat(location).catch(() => undefined)) ?? {}
      const file = { fileName: name, fileKey: null, location, machine, bytes: size }
      await queueFeedRun(
        api.state,
        { id, feedId: feed.id, companyId: feed.companyId, trigger: 'folder', ...file },
        api.now(),
      )
    } else if (run.finishedAt && run.status !== 'stopped')
      await archiveFile(location, run.fileName ?? name, run.status === 'failed' ? 'failed' : 'done', run.finishedAt)
  }
}
