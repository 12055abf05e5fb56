import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Account, type Refusal, readLock } from '@leaselight/facts'
import { type IntakeAccount, type IntakeProgress, readJob } from '@leaselight/intake'
import { operatorLines } from './importThroughServer'
import { runIntake } from './intakeRuns'
import { findOperatorDoor, type OperatorDoor } from './operator'
import { parseSettings } from './settings'
import { showProgress } from './start/progress'
import { RefusalFile } from './start/refusalFile'
import { complain, inColumns, reasonOf, Stop, say } from './start/say'
import { openStores } from './stores'

const USAGE = `npm run intake -- mits FILE --property-map MAP.json [--dry-run] [--refusals FILE]
npm run intake -- csv FILE --mapping MAPPING.json [--dry-run] [--refusals FILE]`

const labels: Readonly<Record<IntakeProgress['phase'], string>> = {
  reading: 'Reading',
  checking: 'Checking',
  importing: 'Importing',
  settling: 'Tidying up',
}

interface Asked {
  kind: 'mits' | 'csv'
  file: string
  /** The text of the property map or the mapping. */
  mapping: string
  dryRun: boolean
}

/** What is told of an account here. */
interface Told extends Omit<IntakeAccount, 'records' | 'dryRun'> {
  records: Pick<Account, 'entity' | 'taken' | 'replaced' | 'refused'>[]
}

interface Listener {
  onProgress: (progress: IntakeProgress) => void
  onRefusal: (refusal: Refusal) => void
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
    if ((kind !== 'mits' && kind !== 'csv') || !file || !mapping || more.length > 0) throw new Stop(USAGE)
    return {
      kind,
      file: resolve(file),
      mapping: resolve(mapping),
      dryRun: values['dry-run'],
      refusals: values.refusals,
    } as const
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run(): Promise<boolean> {
  const { refusals: refusalPath, mapping: mappingPath, ...rest } = readArguments()
  for (const path of [rest.file, mappingPath])
    if (!(await stat(path).catch(() => undefined))?.isFile()) throw new Stop(`There is no file ${path}.`)
  const asked: Asked = { ...rest, mapping: await readFile(mappingPath, 'utf8') }
  const progress = showProgress()
  const refusals = new RefusalFile(refusalPath)
  const account = await intakeWherever(asked, {
    onProgress: ({ phase, bytes, totalBytes, rows, rate }) =>
      progress.show({ label: labels[phase], done: bytes, of: totalBytes, rows, rate }),
    onRefusal: (refusal) => refusals.add(refusal),
  }).finally(() => {
    progress.end()
    return refusals.close()
  })
  report(account, asked.dryRun)
  if (refusals.count > 0) say(`\nWhat was refused stands in ${refusals.path}, each with its line and reason.`)
  if (asked.dryRun) say('\nNothing was taken in: this was a dry run.')
  if (account.stopped) complain(`\n${account.stopped}`)
  return account.stopped === null
}

/** Through the server when it runs on this DATA_DIR, else with the stores opened here. */
async function intakeWherever(asked: Asked, listener: Listener): Promise<Told> {
  // Read before anything is opened: what is wrong with it needs no store to be said.
  const job = readJob(asked.kind, asked.mapping)
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const door = holder?.role === 'server' ? await findOperatorDoor(settings.dataDir) : undefined
  if (door) return intakeThroughServer(door, asked, listener)
  const { facts, state, close } = await openStores(settings, 'import')
  try {
    const api = { facts, state, now: () => settings.now ?? new Date() }
    return await runIntake(api, job, asked.file, { dryRun: asked.dryRun, source: asked.file, ...listener })
  } finally {
    await close()
  }
}

/** What the running server says, a line each; our own server speaks, so its word is taken. */
type Said =
  | { progress: Omit<IntakeProgress, 'totalBytes'> & { total_bytes: number } }
  | { refusal: Refusal }
  | { account: Told }
  | { error: string | { message: string } }

async function intakeThroughServer(door: OperatorDoor, asked: Asked, listener: Listener): Promise<Told> {
  const { kind, file, mapping, dryRun } = asked
  let account: Told | undefined
  for await (const line of operatorLines(door, '/api/operator/intake', { kind, file, mapping, dry_run: dryRun })) {
    const said: Said = JSON.parse(line)
    if ('progress' in said) {
      const { total_bytes: totalBytes, ...progress } = said.progress
      listener.onProgress({ ...progress, totalBytes })
    } else if ('refusal' in said) listener.onRefusal(said.refusal)
    else if ('account' in said) account = said.account
    else throw new Stop(typeof said.error === 'string' ? said.error : said.error.message)
  }
  if (!account) throw new Stop('The server ended in the middle of the intake. Start it and run the intake again.')
  return account
}

function report({ read, records, first, notes }: Told, dryRun: boolean): void {
  const shown = (value: number) => value.toLocaleString('en-US')
  const tallies = Object.entries(read).map(([what, { read: all, taken, used, skipped, refused }]) => [
    what,
    ...[all, taken, used, skipped, refused].map(shown),
  ])
  const table = (head: string[], rows: string[][]) => {
    for (const line of inColumns([head, ...rows], [1, 2, 3, 4, 5])) say(line)
  }
  table(['of the file', 'read', 'taken', 'used', 'skipped', 'refused'], tallies)
  say()
  table(
    ['records', dryRun ? 'would take' : 'taken', 'replaced', 'refused'],
    records.map(({ entity, taken, replaced, refused }) => [entity, ...[taken, replaced, refused].map(shown)]),
  )
  if (dryRun && first.length > 0) {
    say('\nThe first records as they would stand:')
    for (const { entity, line, record } of first) say(`${entity}, line ${line}: ${JSON.stringify(record)}`)
  }
  if (notes.length > 0) say('\nTo know:')
  for (const { entity, field, reason, count } of notes) say(`${entity} ${field}, ${shown(count)} times: ${reason}`)
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  complain(reasonOf(error))
  process.exitCode = 1
}
