import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, describeError, print, printError } from '../console/console'
import { showProgress } from '../console/progress'
import { folderSource } from '../operations/copy/folderSource'
import { copyInstallation } from '../operations/copy/installation'
import { openForCopy, requireNoInstances, requireStopped } from '../operations/copy/openStores'
import { replayErasures } from '../operations/copy/replayErasures'
import { storesTarget } from '../operations/copy/storesTarget'
import { copyProgressBar, printCopied } from '../operations/copy/summary'
import { parseSettings } from '../settings/settings'

const USAGE = `npm run restore -- --from DIR [--replace]
Puts a backup into the stores that the settings name: a folder or servers. --replace throws away what they hold.`

function readArguments(): { directory: string; replace: boolean } {
  try {
    const { values } = parseArgs({
      options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } },
    })
    if (!values.from) throw new CliError(USAGE)
    return { directory: resolve(values.from), replace: values.replace }
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run(): Promise<void> {
  const { directory, replace } = readArguments()
  const started = performance.now()
  const settings = parseSettings(process.env)
  const isShared = settings.databaseUrl !== undefined && settings.clickhouse !== undefined
  if (!isShared) await requireStopped(settings, 'what it works on is to be replaced')
  // The whole backup is verified before any store is opened.
  const checking = showProgress()
  const source = await folderSource(directory, (done, of) =>
    checking.show({ label: 'Checking', done, of, rows: 0, rate: 0 }),
  ).finally(() => checking.end())
  const stores = await openForCopy(settings, 'restore', 'fill')
  try {
    await requireNoInstances(stores)
    const { show, bar } = copyProgressBar('Restoring')
    const place = isShared ? 'The installation on these servers' : `The installation in ${settings.dataDir}`
    const target = storesTarget(stores, place, { kind: 'restore', replace, now: settings.now ?? new Date() })
    const copied = await copyInstallation(source, target, show).finally(() => bar.end())
    printCopied(copied, (performance.now() - started) / 1000, 'Counts and checksums are the same as in the backup.')
    const people = await replayErasures({ ...stores, now: () => settings.now ?? new Date() })
    if (people > 0) print(`${people} who had been erased since the backup was made were erased again.`)
    print('Mails that the backup says were still to be sent count as failed: it is not known whether they were.')
  } finally {
    await stores.close()
  }
}

try {
  await run()
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
