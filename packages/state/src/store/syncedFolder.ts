import { fsyncSync, type PathLike } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { StoreUnavailable } from './errors'

/** PostgreSQL writes all of its buffers when it starts. Its usual 128 MB take a second, and the state is far smaller. */
export const SMALL_BUFFERS = ['-c', 'shared_buffers=16MB']

/**
 * PGlite's own flags without `-F`, which turns syncing off. `fsync`: its runtime has no working `fdatasync`, which is
 * PostgreSQL's default for its log.
 */
const SYNCING = [
  ...PGlite.defaultStartParams.filter((flag) => flag !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...SMALL_BUFFERS,
]

/**
 * Opens PGlite over a folder, so that a commit returns once its log is on the disk. An absent or empty folder gets a new
 * store, `dump` or an empty one. Throws StoreUnavailable when the folder holds something that is no store.
 */
export async function openSynced(folder: string, dump: Blob | undefined): Promise<PGlite> {
  // Stands beside the folder while a new store is unpacked into it. Nothing was acknowledged from such a folder yet.
  const unfinished = `${folder}.unfinished`
  if (await exists(unfinished)) await rm(folder, { recursive: true, force: true })
  const isNew = await isEmpty(folder)
  if (isNew) {
    await mkdir(folder, { recursive: true })
    await writeFile(unfinished, '', { flush: true })
    await sync(dirname(folder))
  } else if (!(await exists(join(folder, 'PG_VERSION'))))
    throw new StoreUnavailable(
      `it has files but no PG_VERSION, so part of it is lost. Nothing was changed. ${restoreAdvice(folder)}`,
    )
  const client = await start(folder, isNew ? dump : undefined)
  // PostgreSQL syncs what it writes itself. It didn't unpack a new store, and older versions never synced.
  await syncAll(folder)
  if (isNew) {
    await rm(unfinished)
    await sync(dirname(folder))
  }
  return client
}

async function start(folder: string, dump: Blob | undefined): Promise<PGlite> {
  try {
    return await PGlite.create({
      fs: new SyncedFolder(folder),
      startParams: SYNCING,
      ...(dump && { loadDataDir: dump }),
    })
  } catch (cause) {
    throw new StoreUnavailable(`it is damaged (${String(cause)}). ${restoreAdvice(folder)}`, { cause })
  }
}

const restoreAdvice = (folder: string): string =>
  `Move ${dirname(folder)} aside and restore the latest backup: npm run restore -- --from DIR`

/**
 * A folder on which PostgreSQL's syncing works, and whose files are their owner's alone. PGlite's own reports files as synced
 * and does nothing, and unpacks a new store with mode 0666.
 */
class SyncedFolder extends NodeFS {
  override async init(client: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(client, options)
    const amend = ({ NODEFS }: FolderRuntime) => {
      const { doSetAttr } = NODEFS
      NODEFS.doSetAttr = (path, node, attributes, chmod, ...others) => {
        const chmodPrivately = (file: PathLike, mode: number) => chmod(file, mode & 0o700)
        doSetAttr(path, node, attributes, chmodPrivately, ...others)
      }
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), amend] } }
  }
}

/** The part of PGlite's runtime that maps its files onto a folder. Its types leave it out. */
interface FolderRuntime {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    /** Sets a file's attributes with the functions that it is given. */
    doSetAttr: (
      path: unknown,
      node: unknown,
      attributes: unknown,
      chmod: (file: PathLike, mode: number) => void,
      ...others: unknown[]
    ) => void
  }
}

/** Puts a folder's files on the disk; fast where they are there already. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? syncAll(path) : sync(path)
    }),
  )
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

const exists = (path: string): Promise<boolean> =>
  open(path).then(
    (file) => file.close().then(() => true),
    () => false,
  )

const isEmpty = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw error
  }
}
