import { TablesDiffer } from '@leaselight/facts'
import { CliError, describeError, print, printError } from './console/console'
import { showProgress } from './console/progress'
import { localAddress, publicAddress } from './http/address'
import { newOperatorKey, publishOperatorEndpoint, removeOperatorEndpoint } from './operations/operator'
import { startServer } from './server'
import { missingCrm, parseSettings, type Settings, SettingsError } from './settings/settings'
import { awaitStores } from './start/awaitStores'
import { buildWeb } from './start/buildWeb'
import { freePort } from './start/freePort'
import { nextSteps } from './start/nextSteps'
import { openingsTable } from './start/openings'
import { prepareContent } from './start/sample'
import { setSampleGoals } from './start/sampleGoals'
import { setSampleNotes } from './start/sampleNotes'
import { setSampleReconciliation } from './start/sampleReconciliation'
import { startStandIn } from './start/standIn'

/** What is open, in the order in which it was opened. */
const closers: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined
let stopRequested = false
const stopTimes: { delaySeconds?: number } = {}

/** Closes everything, the latest first. */
function closeAll(): Promise<void> {
  stopping ??= (async () => {
    for (const close of closers.splice(0).reverse())
      await close().catch((error: unknown) => printError(describeError(error)))
  })()
  return stopping
}

async function stop(code: number): Promise<void> {
  await closeAll()
  process.exit(code)
}

/** The first signal stops in order and finishes work in progress. A second one exits at once. */
const signals = { SIGINT: 2, SIGTERM: 15 } as const
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopRequested) process.exit(128 + signals[signal])
    stopRequested = true
    // Ctrl-C comes from a terminal, where no load balancer needs the delay.
    if (signal === 'SIGINT') stopTimes.delaySeconds = 0
    void stop(0)
  })

async function start(): Promise<void> {
  const parsed = parseSettings(process.env)
  const problem = missingCrm(parsed)
  if (problem) throw new SettingsError(problem)
  // The CRM needs our address before we listen, so a free port is chosen now.
  const settings = parsed.port === 0 ? { ...parsed, port: await freePort() } : parsed
  const stores = await awaitStores(settings, printError)
  closers.push(stores.close)
  const contentReady = stores.factsReady.then(() => prepareContent(stores.facts, settings, showProgress()))
  // The sample's goals and its property system's boxscore follow from its facts, and its notes from its days.
  void Promise.all([contentReady, stores.stateReady])
    .then(async ([content]) => {
      if (content !== 'sample') return
      const now = settings.now ?? new Date()
      await setSampleNotes(stores.facts, stores.state, now)
      await setSampleGoals(stores.facts, stores.state, now)
      await setSampleReconciliation(stores.facts, stores.state, now)
    })
    .catch((error: unknown) =>
      printError(`The sample’s goals, notes and reconciliation could not be set: ${describeError(error)}`),
    )
  // An embedded store is ready now. A server may come later; the start does not wait for it.
  if (stores.facts.embedded) await contentReady
  for (const ready of [contentReady, stores.stateReady])
    ready.catch((error: unknown) => {
      printError(describeError(error))
      if (error instanceof TablesDiffer || error instanceof CliError) void stop(1)
    })
  if (settings.buildWeb) await buildWeb(() => printError('Building the web application …'))

  const operatorKey = newOperatorKey()
  const localUrl = localAddress(settings, settings.port)
  // The CRM starts first, so that people can sign in as soon as we are ready.
  const { standInPort } = settings.crm
  if (standInPort !== undefined) {
    const analyticsUrl = publicAddress(settings)
    const options = { settings, port: standInPort, analyticsUrl, localUrl, operatorKey, log: printError }
    closers.push((await startStandIn(options)).stop)
  }
  const server = await startServer(settings, { ...stores, operatorKey })
  closers.push(async () => {
    if (!(await server.stop(stopTimes)))
      printError('Some requests did not finish in time. They were answered 503 and can be sent again.')
  })
  await stores.lock?.update({ port: server.port })
  await publishOperatorEndpoint(settings.dataDir, { url: server.localUrl, key: operatorKey })
  closers.push(() => removeOperatorEndpoint(settings.dataDir))
  const next = { facts: stores.facts, state: stores.state, settings, operatorKey, url: server.url }
  if (stores.facts.embedded) printStartBanner(settings, server.url, await nextSteps(next))
  else {
    printStartBanner(settings, server.url, [])
    // A store that can't be used is reported above.
    void Promise.allSettled([contentReady, stores.stateReady])
      .then((ready) => (ready.every(({ status }) => status === 'fulfilled') ? nextSteps(next) : []))
      .then(
        (lines) => print(lines.join('\n')),
        (error: unknown) => printError(describeError(error)),
      )
  }
}

function printStartBanner(settings: Settings, url: string, steps: readonly string[]): void {
  print()
  print(`  Leaselight  ${url}`)
  print(`  CRM         ${settings.crm.webUrl}`)
  for (const line of steps) print(line)
  if (settings.inProduction) for (const line of openingsTable(settings)) print(line)
  if (settings.now) print(`  The clock stands still at ${settings.now.toISOString()}.`)
  print('  Ctrl-C stops everything.')
  print()
}

try {
  await start()
} catch (error) {
  // A stop during the start was requested and needs no message.
  if (!stopping) {
    printError(describeError(error))
    await stop(1)
  }
}
