import { parseArgs } from 'node:util'
import { repairDerived } from '@leaselight/facts'
import { CliError, describeError, print, printError } from '../console/console'
import { openForCopy, requireInstallation } from '../operations/copy/openStores'
import { acceptPair, pairProblem } from '../operations/integrity/pair'
import { acceptFacts, integrityProblem } from '../operations/integrity/seals'
import { parseSettings } from '../settings/settings'

const USAGE = `npm run check [-- --accept]
Tells whether both stores belong to one installation and whether any facts have vanished. --accept takes them as they are.
What imports work out from the records is compared with them, and worked out again where it differs.`

function readArguments(): { accept: boolean } {
  try {
    const { values } = parseArgs({ options: { accept: { type: 'boolean', default: false } } })
    return values
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** Returns whether the installation is whole, or was accepted as it is. */
async function run(): Promise<boolean> {
  const { accept } = readArguments()
  const settings = parseSettings(process.env)
  const now = settings.now ?? new Date()
  if (!settings.clickhouse) await requireInstallation(settings)
  const stores = await openForCopy(settings, 'check', 'fill')
  try {
    const problem = await integrityProblem(stores, now)
    const repaired = await repairDerived(stores.facts)
    if (repaired > 0)
      print(`${repaired.toLocaleString('en-US')} rows differed from the records and were worked out again.`)
    if (problem === undefined) {
      print('Both stores belong together, and nothing is missing.')
      return true
    }
    print(problem)
    if (!accept) return false
    if ((await pairProblem(stores)) !== undefined) await acceptPair(stores, now)
    await acceptFacts(stores, now)
    print('Accepted: from now on this counts as the whole.')
    return true
  } finally {
    await stores.close()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 2
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
