import { readLock } from '@leaselight/facts'
import { alignColumns, CliError, describeError, print, printError } from '../console/console'
import type { FeedApi } from '../feeds/context'
import { startFeeds } from '../feeds/loop'
import {
  type OperatorFeedInput,
  type OperatorFeedLine,
  type OperatorFeedResult,
  operateFeeds,
} from '../feeds/operatorFeeds'
import { findOperatorEndpoint, type OperatorEndpoint } from '../operations/operator'
import { Shutdown } from '../operations/shutdown'
import { openStores } from '../operations/stores'
import { parseSettings } from '../settings/settings'
import { readFeedArguments } from './feedArguments'
import { operatorLines } from './operatorClient'

/** Works on feeds through the server when one runs on this DATA_DIR, else with the stores opened here. */
async function operateWhereTheDataIs(input: OperatorFeedInput): Promise<OperatorFeedResult> {
  const settings = parseSettings(process.env)
  const holder = await readLock(settings.dataDir)
  const endpoint = holder?.role === 'server' ? await findOperatorEndpoint(settings.dataDir) : undefined
  if (endpoint) return operateThroughServer(endpoint, input)
  const { facts, state, close } = await openStores(settings, 'feed')
  try {
    const api: FeedApi = {
      ...{ settings, facts, state, stopping: new Shutdown() },
      now: () => settings.now ?? new Date(),
      log: { error: (line: unknown) => printError(describeError(line)), warn: () => undefined },
      wakeDeliveries: () => undefined,
      feeds: { wake: () => undefined, changed: () => undefined },
    }
    const result = await operateFeeds(api, input)
    if (input.action !== 'run') return result
    // Nobody else would: the file is fetched and imported here.
    const feeds = await startFeeds(api)
    await feeds.runOnce()
    await feeds.close()
    return operateFeeds(api, { action: 'list', ...(input.company !== undefined && { company: input.company }) })
  } finally {
    await close()
  }
}

async function operateThroughServer(endpoint: OperatorEndpoint, input: OperatorFeedInput): Promise<OperatorFeedResult> {
  for await (const text of operatorLines(endpoint, '/api/operator/feeds', input)) {
    // The server is this installation's own, so its lines are not checked again.
    const line: OperatorFeedLine | { error: { message: string } } = JSON.parse(text)
    if ('result' in line) return line.result
    throw new CliError(typeof line.error === 'string' ? line.error : line.error.message)
  }
  throw new CliError('The server ended before it answered. Try again.')
}

function printFeeds({ feeds, key }: OperatorFeedResult): void {
  if (key !== undefined) {
    print(`Send files to ${key.path} with this key as X-Feed-Key. It is not shown again.\n${key.key}`)
    return
  }
  if (feeds.length === 0) print('There are no feeds.')
  const rows = feeds.map(({ name, source, rhythm, status, notice, runs: [last] }) => [
    name,
    `${source}, ${rhythm}`,
    notice === null ? status : `${status}: ${notice}`,
    last?.finishedAt ? new Date(last.finishedAt).toISOString().slice(0, 16).replace('T', ' ') : '—',
    last?.rows === null || last === undefined ? '—' : last.rows.toLocaleString('en-US'),
  ])
  if (rows.length > 0)
    for (const line of alignColumns([['feed', 'source', 'status', 'last run (UTC)', 'rows'], ...rows], [4])) print(line)
}

try {
  printFeeds(await operateWhereTheDataIs(await readFeedArguments()))
} catch (error) {
  printError(describeError(error))
  process.exitCode = 1
}
