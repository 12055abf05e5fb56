import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DirectoryProgress, type ImportReport, importDirectory, type Rejection, readLock } from '@leaselight/facts'
import { recordImport } from '../import/runs'
import { findOperatorEndpoint } from '../operations/operator'
import { alignColumns, CliError, describeError, print, printError } from '../start/console'
import { showProgress } from '../start/progress'
import { parseSettings } from '../start/settings'
import { openStores } from '../start/stores'
import { importThroughServer } from './operatorClient'
import { RejectionFile } from './rejectionFile'

const USAGE = 'npm run import -- [--strict] [--refusals FILE] DIR'

const labels: Readonly<Record<DirectoryProgress['phase'], string>> = {
  checking: 'Checking',
  importing: 'Importing',
  settling: 'Tidying up',
}

/** What a way of importing tells while it goes on. */
export interface ImportListener {
  onProgress: (progress: DirectoryProgress) => void
  onRejection: (refusal: Rejection) => void
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { strict: { type: 'boolean', default: false }, refusals: { type: 'string' } },
    })
    const [directory] = positionals
    if (!directory || positionals.length > 1) throw new CliError(`Name one folder to import.\n${USAGE}`)
    return {
      directory: resolve(directory),
      strict: values.strict,
      refusals: values.refusals ?? 'import-refusals.ndjson',
    }
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run(): Promise<boolean> {
  const asked = readArguments()
  if (!(await stat(asked.directory).catch(() => undefined))?.isDirectory())
    throw new CliError(`There is no folder ${asked.directory}.`)
  const settings = parseSettings(process.env)
  const progress = showProgress()
  const refusals = new RejectionFile(asked.refusals)
  const listener: ImportListener = {
    onProgress: ({ phase, bytes, totalBytes, rows, rate }) =>
      progress.show({ label: labels[phase], done: bytes, of: totalBytes, rows, rate }),
    onRejection: (refusal) => refusals.add(refusal),
  }
  const accounts = await runImport(asked, settings, listener).finally(() => {
    progress.end()
    return refusals.close()
  })
  printReports(accounts)
  if (refusals.count === 0) return true
  print(`What was refused stands in ${refusals.path}, a record a line with its reason.`)
  if (asked.strict) print('Nothing was taken in, because --strict takes all or nothing.')
  return !asked.strict
}

/** Through the server when it runs on this DATA_DIR, else with the stores opened here. */
async function runImport(
  { directory, strict }: { directory: string; strict: boolean },
  settings: ReturnType<typeof parseSettings>,
  listener: ImportListener,
): Promise<ImportReport[]> {
  const holder = await readLock(settings.dataDir)
  const door = holder?.role === 'server' ? await findOperatorEndpoint(settings.dataDir) : undefined
  if (door) return importThroughServer(door, { directory, strict }, listener)
  const stores = await openStores(settings, 'import')
  const now = () => settings.now ?? new Date()
  try {
    return await recordImport({ state: stores.state, now }, { entity: 'all', source: directory, strict }, (tell) =>
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

function printReports(reports: readonly ImportReport[]): void {
  const shown = (value: number) => value.toLocaleString('en-US')
  const rows = reports.map((account) => [
    account.entity,
    ...[account.taken, account.replaced, account.deleted, account.refused].map(shown),
    account.seconds.toFixed(1),
  ])
  const head = ['entity', 'taken', 'replaced', 'deleted', 'refused', 'seconds']
  for (const line of alignColumns([head, ...rows], [1, 2, 3, 4, 5])) print(line)
  for (const { entity, unknownFields } of reports)
    if (unknownFields.length > 0) print(`${entity}: not in the data contract and ignored: ${unknownFields.join(', ')}.`)
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
