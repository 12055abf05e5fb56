import { parseArgs } from 'node:util'
import { readLock } from '@leaselight/facts'
import { type EraseJob, type Erasure, eraseJob, runErase } from './erase/erase'
import { operatorLines } from './importThroughServer'
import { findOperatorDoor, type OperatorDoor } from './operator'
import { parseSettings } from './settings'
import { complain, inColumns, reasonOf, Stop, say } from './start/say'
import { openStores } from './stores'

const USAGE = `npm run erase -- --company ID --prospect ID[,ID…]   people, for good
npm run erase -- --company ID --before DAY         everybody last heard of before the day
npm run erase -- --company ID --yes                everything of the company
npm run erase -- --company ID [--prospect ID[,ID…]] --readmit   lets them be imported again`

function readArguments(): EraseJob {
  const { values } = parsed()
  const { company, prospect, before, yes, readmit } = values
  const ids = prospect?.split(',').map((text) => wholeOf('--prospect', text)) ?? []
  const company_id = company === undefined ? undefined : wholeOf('--company', company)
  const whole = ids.length === 0 && before === undefined && !readmit
  if (before !== undefined && ids.length > 0) throw new Stop(`Say either --prospect or --before.\n${USAGE}`)
  if (before !== undefined && !eraseJob.shape.before.safeParse(before).success)
    throw new Stop('--before must be a day such as 2024-01-31.')
  if (company_id === undefined && (ids.length === 0 || before !== undefined)) throw new Stop(USAGE)
  if (whole && !yes)
    throw new Stop(`That removes everything of company ${company_id}, for good. Say --yes to do it.\n${USAGE}`)
  return { company_id, prospect_ids: ids, before, whole, readmit }
}

function parsed() {
  try {
    return parseArgs({
      options: {
        company: { type: 'string' },
        prospect: { type: 'string' },
        before: { type: 'string' },
        yes: { type: 'boolean', default: false },
        readmit: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

function wholeOf(option: string, text: string): number {
  const value = Number(text.trim())
  if (!Number.isSafeInteger(value) || value < 1) throw new Stop(`${option} must name ids such as 1201.`)
  return value
}

async function run(): Promise<boolean> {
  const asked = readArguments()
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const door = holder?.role === 'server' ? await findOperatorDoor(settings.dataDir) : undefined
  if (door) return report(asked, await eraseThroughServer(door, asked))
  const stores = await openStores(settings, 'import')
  try {
    return report(asked, await runErase({ ...stores, now: () => settings.now ?? new Date() }, asked))
  } finally {
    await stores.close()
  }
}

async function eraseThroughServer(door: OperatorDoor, asked: EraseJob): Promise<Erasure> {
  let erasure: Erasure | undefined
  for await (const line of operatorLines(door, '/api/operator/erase', asked)) {
    // Our own server speaks, so its word is taken.
    const told: { erasure?: Erasure; error?: string | { message: string } } = JSON.parse(line)
    if (told.error) throw new Stop(typeof told.error === 'string' ? told.error : told.error.message)
    erasure ??= told.erasure
  }
  if (!erasure) throw new Stop('The server ended in the middle. Start it and run the same again.')
  return erasure
}

/** Says what was found and what is left; whether nothing is. */
function report({ readmit, whole, prospect_ids }: EraseJob, { people, unknown, rows, left }: Erasure): boolean {
  if (readmit) {
    say(`The next import may bring ${prospect_ids.length > 0 ? 'them' : 'the company'} again.`)
    return true
  }
  const shown = (value: number) => value.toLocaleString('en-US')
  const table = rows.map(({ store, table, found, left, kept }) => [
    ...[store, table, shown(found), shown(found - left), shown(left)],
    kept ? 'the rows stay, without the person' : '',
  ])
  if (table.length > 0)
    for (const line of inColumns([['store', 'table', 'found', 'removed', 'left', ''], ...table], [2, 3, 4])) say(line)
  if (unknown.length > 0) say(`Nothing is known of ${unknown.join(', ')}.`)
  if (!whole) say(`${shown(people)} ${people === 1 ? 'person' : 'people'} erased.`)
  say(
    left === 0 ? 'Counted again: nothing is left.' : `Counted again: ${shown(left)} rows are left. Run the same again.`,
  )
  return left === 0
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  complain(reasonOf(error))
  process.exitCode = 1
}
