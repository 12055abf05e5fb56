import { readFile } from 'node:fs/promises'
import { parseArgs, parseEnv } from 'node:util'
import { CliError, describeError, print, printError } from '../console/console'
import { copyInstallation } from '../operations/copy/installation'
import { openForCopy, requireInstallation, requireNoInstances, requireStopped } from '../operations/copy/openStores'
import { storesSource } from '../operations/copy/storesSource'
import { storesTarget } from '../operations/copy/storesTarget'
import { copyProgressBar, printCopied } from '../operations/copy/summary'
import { requireWhole } from '../operations/integrity/seals'
import { parseSettings, type Settings } from '../settings/settings'

const USAGE = `npm run move -- --to [FILE] [--replace]
Copies the installation in DATA_DIR to the servers that DATABASE_URL and CLICKHOUSE_URL name: in FILE, which holds settings
as an environment file does (the one the new installation will be started with), or without it in the environment.`

/** The settings that name servers; the installation that is moved has none of them. */
const SERVER_SETTINGS = [
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_USER',
  'CLICKHOUSE_PASSWORD',
  'CLICKHOUSE_DATABASE',
  'CLICKHOUSE_CLUSTER',
]

function readArguments(): { file: string | undefined; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { to: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
    })
    if (!values.to || positionals.length > 1) throw new CliError(USAGE)
    return { file: positionals[0], replace: values.replace }
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function targetSettings(file: string | undefined): Promise<Settings> {
  const text = file === undefined ? '' : await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) throw new CliError(`There is no file ${file}.`)
  const settings = parseSettings({ ...process.env, ...parseEnv(text) })
  if (!settings.databaseUrl || !settings.clickhouse)
    throw new CliError(`DATABASE_URL and CLICKHOUSE_URL must both name the servers to move to.\n${USAGE}`)
  return settings
}

async function run(): Promise<void> {
  const { file, replace } = readArguments()
  const started = performance.now()
  const target = await targetSettings(file)
  const source = parseSettings({
    ...process.env,
    ...Object.fromEntries(SERVER_SETTINGS.map((name) => [name, undefined])),
  })
  await requireInstallation(source)
  await requireStopped(source, 'what it would write during the move would be left behind')
  const from = await openForCopy(source, 'move', 'read')
  try {
    await requireWhole(from, source.now ?? new Date())
    const into = await openForCopy(target, 'move', 'fill')
    try {
      await requireNoInstances(into)
      const { show, bar } = copyProgressBar('Moving')
      const copied = await copyInstallation(
        await storesSource(from, source.dataDir, true),
        storesTarget(into, 'The installation on these servers', {
          kind: 'move',
          replace,
          now: source.now ?? new Date(),
        }),
        show,
      ).finally(() => bar.end())
      printCopied(copied, (performance.now() - started) / 1000, 'Counts and checksums are the same here and there.')
      print(
        `Start Leaselight with these servers now. ${source.dataDir} stays as it is: don’t start it again, or it sends its scheduled mails too.`,
      )
    } finally {
      await into.close()
    }
  } finally {
    await from.close()
  }
}

try {
  await run()
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
