import { parseArgs } from 'node:util'
import { readLock } from '@leaselight/facts'
import { alignColumns, CliError, describeError, print, printError } from '../console/console'
import { type EraseJob, type ErasureReport, eraseJob, namesSomebody, runErase } from '../operations/erase/erasure'
import { findOperatorEndpoint, type OperatorEndpoint } from '../operations/operator'
import { openStores } from '../operations/stores'
import { parseSettings } from '../settings/settings'
import { operatorLines } from './operatorClient'

const USAGE = `npm run erase -- --company ID --prospect ID[,ID…]   people, for good
npm run erase -- --company ID --agent ID[,ID…] --user ID[,ID…]   agents and users, for good
npm run erase -- --company ID --before DAY         everyone last heard from before the day
npm run erase -- --company ID --yes                everything of the company
npm run erase -- --company ID [--prospect, --agent, --user ID[,ID…]] --readmit   lets them be imported again`

function readArguments(): EraseJob {
  const { values } = parseOptions()
  const { company, before, yes, readmit } = values
  const idsOf = (option: 'prospect' | 'agent' | 'user') =>
    values[option]?.split(',').map((text) => parseId(`--${option}`, text)) ?? []
  const people = { prospect_ids: idsOf('prospect'), agent_ids: idsOf('agent'), user_ids: idsOf('user') }
  const isNamed = namesSomebody(people)
  const company_id = company === undefined ? undefined : parseId('--company', company)
  const whole = !isNamed && before === undefined && !readmit
  if (before !== undefined && isNamed) throw new CliError(`Say either whom or --before.\n${USAGE}`)
  if (before !== undefined && !eraseJob.shape.before.safeParse(before).success)
    throw new CliError('--before must be a day such as 2024-01-31.')
  const needsCompany = people.prospect_ids.length === 0 || people.agent_ids.length + people.user_ids.length > 0
  if (company_id === undefined && needsCompany) throw new CliError(USAGE)
  if (whole && !yes)
    throw new CliError(`That removes everything of company ${company_id}, for good. Say --yes to do it.\n${USAGE}`)
  return { company_id, ...people, before, whole, readmit }
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        company: { type: 'string' },
        prospect: { type: 'string' },
        agent: { type: 'string' },
        user: { type: 'string' },
        before: { type: 'string' },
        yes: { type: 'boolean', default: false },
        readmit: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

function parseId(option: string, text: string): number {
  const value = Number(text.trim())
  if (!Number.isSafeInteger(value) || value < 1) throw new CliError(`${option} must name ids such as 1201.`)
  return value
}

async function run(): Promise<boolean> {
  const job = readArguments()
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const endpoint = holder?.role === 'server' ? await findOperatorEndpoint(settings.dataDir) : undefined
  if (endpoint) return printErasure(job, await eraseThroughServer(endpoint, job))
  const stores = await openStores(settings, 'import')
  try {
    return printErasure(job, await runErase({ ...stores, now: () => settings.now ?? new Date() }, job))
  } finally {
    await stores.close()
  }
}

async function eraseThroughServer(endpoint: OperatorEndpoint, job: EraseJob): Promise<ErasureReport> {
  let erasure: ErasureReport | undefined
  for await (const line of operatorLines(endpoint, '/api/operator/erase', job)) {
    // The server is this installation's own, so its lines are not checked again.
    const message: { erasure?: ErasureReport; error?: string | { message: string } } = JSON.parse(line)
    if (message.error) throw new CliError(typeof message.error === 'string' ? message.error : message.error.message)
    erasure ??= message.erasure
  }
  if (!erasure) throw new CliError('The server ended in the middle. Start it and run the same again.')
  return erasure
}

/** Prints what was found and what is left. Returns whether nothing is left. */
function printErasure(
  job: EraseJob,
  { people, unknown, unknownAgents, unknownUsers, rows, left }: ErasureReport,
): boolean {
  const { readmit, whole } = job
  if (readmit) {
    print(`The next import may bring ${namesSomebody(job) ? 'them' : 'the company'} again.`)
    return true
  }
  const shown = (value: number) => value.toLocaleString('en-US')
  const table = rows.map(({ store, table, found, left, kept }) => [
    ...[store, table, shown(found), shown(found - left), shown(left)],
    kept ? 'the rows stay, without the person' : '',
  ])
  if (table.length > 0)
    for (const line of alignColumns([['store', 'table', 'found', 'removed', 'left', ''], ...table], [2, 3, 4]))
      print(line)
  for (const [who, ids] of Object.entries({ prospects: unknown, agents: unknownAgents, users: unknownUsers }))
    if (ids.length > 0) print(`Nothing is known of the ${who} ${ids.join(', ')}.`)
  if (!whole) print(`${shown(people)} ${people === 1 ? 'person' : 'people'} erased.`)
  print(
    left === 0 ? 'Counted again: nothing is left.' : `Counted again: ${shown(left)} rows are left. Run the same again.`,
  )
  return left === 0
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
