import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ConnectorProgress, type ConnectorReport, parseJob } from '@leaselight/connectors'
import { type ImportReport, type Rejection, readLock } from '@leaselight/facts'
import { runConnector } from '../import/connectorRuns'
import { findOperatorEndpoint, type OperatorEndpoint } from '../operations/operator'
import { alignColumns, CliError, describeError, print, printError } from '../start/console'
import { showProgress } from '../start/progress'
import { parseSettings } from '../start/settings'
import { openStores } from '../start/stores'
import { operatorLines } from './operatorClient'
import { RejectionFile } from './rejectionFile'

const USAGE = `npm run intake -- mits FILE --property-map MAP.json [--dry-run] [--refusals FILE]
npm run intake -- csv FILE --mapping MAPPING.json [--dry-run] [--refusals FILE]`

const labels: Readonly<Record<ConnectorProgress['phase'], string>> = {
  reading: 'Reading',
  checking: 'Checking',
  importing: 'Importing',
  settling: 'Tidying up',
}

interface ConnectorParams {
  kind: 'mits' | 'csv'
  file: string
  /** The text of the property map or the mapping. */
  mapping: string
  dryRun: boolean
}

/** What is told of an account here. */
interface ReportSummary extends Omit<ConnectorReport, 'records' | 'dryRun'> {
  records: Pick<ImportReport, 'entity' | 'taken' | 'replaced' | 'refused'>[]
}

interface Listener {
  onProgress: (progress: ConnectorProgress) => void
  onRejection: (refusal: Rejection) => void
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'property-map': { type: 'string' },
        mapping: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        refusals: { type: 'string', default: 'intake-refusals.ndjson' },
      },
    })
    const [kind, file, ...more] = positionals
    const mapping = kind === 'mits' ? values['property-map'] : values.mapping
    if ((kind !== 'mits' && kind !== 'csv') || !file || !mapping || more.length > 0) throw new CliError(USAGE)
    return {
      kind,
      file: resolve(file),
      mapping: resolve(mapping),
      dryRun: values['dry-run'],
      refusals: values.refusals,
    } as const
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run(): Promise<boolean> {
  const { refusals: refusalPath, mapping: mappingPath, ...rest } = readArguments()
  for (const path of [rest.file, mappingPath])
    if (!(await stat(path).catch(() => undefined))?.isFile()) throw new CliError(`There is no file ${path}.`)
  const asked: ConnectorParams = { ...rest, mapping: await readFile(mappingPath, 'utf8') }
  const progress = showProgress()
  const refusals = new RejectionFile(refusalPath)
  const account = await importSourceFile(asked, {
    onProgress: ({ phase, bytes, totalBytes, rows, rate }) =>
      progress.show({ label: labels[phase], done: bytes, of: totalBytes, rows, rate }),
    onRejection: (refusal) => refusals.add(refusal),
  }).finally(() => {
    progress.end()
    return refusals.close()
  })
  printReport(account, asked.dryRun)
  if (refusals.count > 0) print(`\nWhat was refused stands in ${refusals.path}, each with its line and reason.`)
  if (asked.dryRun) print('\nNothing was taken in: this was a dry run.')
  if (account.stopped) printError(`\n${account.stopped}`)
  return account.stopped === null
}

/** Through the server when it runs on this DATA_DIR, else with the stores opened here. */
async function importSourceFile(params: ConnectorParams, listener: Listener): Promise<ReportSummary> {
  // Read before anything is opened: what is wrong with it needs no store to be said.
  const job = parseJob(params.kind, params.mapping)
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const door = holder?.role === 'server' ? await findOperatorEndpoint(settings.dataDir) : undefined
  if (door) return importThroughServer(door, params, listener)
  const { facts, state, close } = await openStores(settings, 'import')
  try {
    const api = { facts, state, now: () => settings.now ?? new Date() }
    return await runConnector(api, job, params.file, { dryRun: params.dryRun, source: params.file, ...listener })
  } finally {
    await close()
  }
}

/** What the running server says, a line each; our own server speaks, so its word is taken. */
type ServerMessage =
  | { progress: Omit<ConnectorProgress, 'totalBytes'> & { total_bytes: number } }
  | { refusal: Rejection }
  | { account: ReportSummary }
  | { error: string | { message: string } }

async function importThroughServer(
  endpoint: OperatorEndpoint,
  params: ConnectorParams,
  listener: Listener,
): Promise<ReportSummary> {
  const { kind, file, mapping, dryRun } = params
  let account: ReportSummary | undefined
  for await (const line of operatorLines(endpoint, '/api/operator/intake', { kind, file, mapping, dry_run: dryRun })) {
    const said: ServerMessage = JSON.parse(line)
    if ('progress' in said) {
      const { total_bytes: totalBytes, ...progress } = said.progress
      listener.onProgress({ ...progress, totalBytes })
    } else if ('refusal' in said) listener.onRejection(said.refusal)
    else if ('account' in said) account = said.account
    else throw new CliError(typeof said.error === 'string' ? said.error : said.error.message)
  }
  if (!account) throw new CliError('The server ended in the middle of the intake. Start it and run the intake again.')
  return account
}

function printReport({ read, records, first, notes }: ReportSummary, dryRun: boolean): void {
  const shown = (value: number) => value.toLocaleString('en-US')
  const tallies = Object.entries(read).map(([what, { read: all, taken, used, skipped, refused }]) => [
    what,
    ...[all, taken, used, skipped, refused].map(shown),
  ])
  const table = (head: string[], rows: string[][]) => {
    for (const line of alignColumns([head, ...rows], [1, 2, 3, 4, 5])) print(line)
  }
  table(['of the file', 'read', 'taken', 'used', 'skipped', 'refused'], tallies)
  print()
  table(
    ['records', dryRun ? 'would take' : 'taken', 'replaced', 'refused'],
    records.map(({ entity, taken, replaced, refused }) => [entity, ...[taken, replaced, refused].map(shown)]),
  )
  if (dryRun && first.length > 0) {
    print('\nThe first records as they would stand:')
    for (const { entity, line, record } of first) print(`${entity}, line ${line}: ${JSON.stringify(record)}`)
  }
  if (notes.length > 0) print('\nTo know:')
  for (const { entity, field, reason, count } of notes) print(`${entity} ${field}, ${shown(count)} times: ${reason}`)
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
