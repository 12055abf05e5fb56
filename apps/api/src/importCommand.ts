import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Account, type DirectoryProgress, importDirectory, type Refusal, readLock } from '@leaselight/facts'
import { noteImport } from './importRuns'
import { importThroughServer } from './importThroughServer'
import { findOperatorDoor } from './operator'
import { parseSettings } from './settings'
import { showProgress } from './start/progress'
import { RefusalFile } from './start/refusalFile'
import { complain, inColumns, reasonOf, Stop, say } from './start/say'
import { openStores } from './stores'

const USAGE = 'npm run import -- [--strict] [--refusals FILE] DIR'

const labels: Readonly<Record<DirectoryProgress['phase'], string>> = {
  checking: 'Checking',
  importing: 'Importing',
  settling: 'Tidying up',
}

/** What a way of importing tells while it goes on. */
export interface ImportListener {
  onProgress: (progress: DirectoryProgress) => void
  onRefusal: (refusal: Refusal) => void
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { strict: { type: 'boolean', default: false }, refusals: { type: 'string' } },
    })
    const [directory] = positionals
    if (!directory || positionals.length > 1) throw new Stop(`Name one folder to import.\n${USAGE}`)
    return {
      directory: resolve(directory),
      strict: values.strict,
      refusals: values.refusals ?? 'import-refusals.ndjson',
    }
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run(): Promise<boolean> {
  const asked = readArguments()
  if (!(await stat(asked.directory).catch(() => undefined))?.isDirectory())
    throw new Stop(`There is no folder ${asked.directory}.`)
  const settings = parseSettings(process.env)
  const progress = showProgress()
  const refusals = new RefusalFile(asked.refusals)
  const listener: ImportListener = {
    onProgress: ({ phase, bytes, totalBytes, rows, rate }) =>
      progress.show({ label: labels[phase], done: bytes, of: totalBytes, rows, rate }),
    onRefusal: (refusal) => refusals.add(refusal),
  }
  const accounts = await importWherever(asked, settings, listener).finally(() => {
    progress.end()
    return refusals.close()
  })
  report(accounts)
  if (refusals.count === 0) return true
  say(`What was refused stands in ${refusals.path}, a record a line with its reason.`)
  if (asked.strict) say('Nothing was taken in, because --strict takes all or nothing.')
  return !asked.strict
}

/** Through the server when it runs on this DATA_DIR, else with the stores opened here. */
async function importWherever(
  { directory, strict }: { directory: string; strict: boolean },
  settings: ReturnType<typeof parseSettings>,
  listener: ImportListener,
): Promise<Account[]> {
  const holder = await readLock(settings.dataDir)
  const door = holder?.role === 'server' ? await findOperatorDoor(settings.dataDir) : undefined
  if (door) return importThroughServer(door, { directory, strict }, listener)
  const stores = await openStores(settings, 'import')
  const now = () => settings.now ?? new Date()
  try {
    return await noteImport({ state: stores.state, now }, { entity: 'all', source: directory, strict }, (tell) =>
      importDirectory(stores.facts, directory, {
        ...{ strict, now: now().getTime(), ...listener },
        onProgress: (progress) => {
          tell(progress)
          listener.onProgress(progress)
        },
      }),
    )
  } finally {
    await stores.close()
  }
}

function report(accounts: readonly Account[]): void {
  const shown = (value: number) => value.toLocaleString('en-US')
  const rows = accounts.map((account) => [
    account.entity,
    ...[account.taken, account.replaced, account.deleted, account.refused].map(shown),
    account.seconds.toFixed(1),
  ])
  const head = ['entity', 'taken', 'replaced', 'deleted', 'refused', 'seconds']
  for (const line of inColumns([head, ...rows], [1, 2, 3, 4, 5])) say(line)
  for (const { entity, unknownFields } of accounts)
    if (unknownFields.length > 0) say(`${entity}: not in the data contract and ignored: ${unknownFields.join(', ')}.`)
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  complain(reasonOf(error))
  process.exitCode = 1
}
