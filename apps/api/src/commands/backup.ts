import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readLock } from '@leaselight/facts'
import { CliError, describeError, print, printError } from '../console/console'
import { backUp } from '../operations/copy/backup'
import type { CopiedPart, CopyProgress } from '../operations/copy/installation'
import { openForCopy, requireInstallation } from '../operations/copy/openStores'
import { copyProgressBar, printCopied } from '../operations/copy/summary'
import { findOperatorEndpoint, type OperatorEndpoint } from '../operations/operator'
import { parseSettings, type Settings } from '../settings/settings'
import { operatorLines } from './operatorClient'

const USAGE = `npm run backup -- --to DIR
Copies both stores of the installation that the settings name into a new folder, also while it runs.`

function readArguments(): { directory: string } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } })
    if (!values.to) throw new CliError(USAGE)
    return { directory: resolve(values.to) }
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new CliError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** Through the server when it runs on this DATA_DIR, else with the stores opened here. */
async function runBackup(
  settings: Settings,
  directory: string,
  show: (progress: CopyProgress) => void,
): Promise<CopiedPart[]> {
  const { databaseUrl, clickhouse, dataDir } = settings
  const isShared = databaseUrl !== undefined && clickhouse !== undefined
  const holder = isShared ? undefined : await readLock(dataDir)
  const endpoint = holder?.role === 'server' ? await findOperatorEndpoint(dataDir) : undefined
  if (endpoint) return backUpThroughServer(endpoint, directory, show)
  if (!clickhouse) await requireInstallation(settings)
  const stores = await openForCopy(settings, 'backup', 'read')
  try {
    // No other process can write to an embedded store that this one has locked; to a server others can.
    const isQuiescent = !isShared && stores.facts.embedded
    const backup = { directory, location: isShared ? 'servers' : dataDir, isQuiescent, now: settings.now ?? new Date() }
    return await backUp(stores, backup, show)
  } finally {
    await stores.close()
  }
}

/** The running server's lines. It is this installation's own, so they are not checked again. */
type ServerMessage =
  | { progress: CopyProgress }
  | { copied: CopiedPart[] }
  | { working: true }
  | { error: string | { message: string } }

async function backUpThroughServer(
  endpoint: OperatorEndpoint,
  directory: string,
  show: (progress: CopyProgress) => void,
): Promise<CopiedPart[]> {
  let copied: CopiedPart[] | undefined
  for await (const line of operatorLines(endpoint, '/api/operator/backup', { directory })) {
    const message: ServerMessage = JSON.parse(line)
    if ('progress' in message) show(message.progress)
    else if ('copied' in message) copied = message.copied
    else if ('error' in message)
      throw new CliError(typeof message.error === 'string' ? message.error : message.error.message)
  }
  if (!copied)
    throw new CliError(
      `The server ended in the middle of the backup: ${directory} holds no backup. Start it and make another.`,
    )
  return copied
}

async function run(): Promise<void> {
  const { directory } = readArguments()
  const started = performance.now()
  const { show, bar } = copyProgressBar('Backing up')
  const copied = await runBackup(parseSettings(process.env), directory, show).finally(() => bar.end())
  printCopied(copied, (performance.now() - started) / 1000, 'Every file was read back and counted.')
  print(
    `The backup is in ${directory}. It holds people’s data and this installation’s keys: keep it as safe as the stores.`,
  )
}

try {
  await run()
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
