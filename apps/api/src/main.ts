import { TablesDiffer } from '@leaselight/facts'
import { SAMPLE_PASSWORD, sampleUsers } from '@leaselight/sample'
import { publicAddress } from './http/address'
import { startServer } from './http/server'
import { newOperatorKey, publishOperatorEndpoint, removeOperatorEndpoint } from './operations/operator'
import { awaitStores } from './start/awaitStores'
import { buildWeb } from './start/buildWeb'
import { alignColumns, describeError, print, printError } from './start/console'
import { freePort } from './start/freePort'
import { showProgress } from './start/progress'
import { loadSample } from './start/sample'
import { parseSettings, type Settings } from './start/settings'
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

/** Once, in order, with what is in hand; whoever asks a second time does not want to wait. */
const signals = { SIGINT: 2, SIGTERM: 15 } as const
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopRequested) process.exit(128 + signals[signal])
    stopRequested = true
    // At the keyboard there is no balancer that has to notice first.
    if (signal === 'SIGINT') stopTimes.delaySeconds = 0
    void stop(0)
  })

async function start(): Promise<void> {
  const asked = parseSettings(process.env)
  // The CRM is told where we will be before we are there, so the system's choice of a port is made now.
  const settings = asked.port === 0 ? { ...asked, port: await freePort() } : asked
  const stores = await awaitStores(settings, printError)
  closers.push(stores.close)
  const sample = async () => {
    await stores.factsReady
    if (settings.sample) await loadSample(stores.facts, settings, showProgress())
  }
  if (stores.facts.embedded) await sample()
  // A server may come later; the start does not wait for it.
  else
    void sample().catch((error: unknown) => {
      printError(describeError(error))
      if (error instanceof TablesDiffer) void stop(1)
    })
  if (settings.buildWeb) await buildWeb(() => printError('Building the web application …'))

  // First the place where people sign in: whoever sees us ready can come in.
  const { standInPort } = settings.crm
  if (standInPort !== undefined) {
    const standIn = await startStandIn(settings, standInPort, publicAddress(settings), () => {
      if (!stopping) printError('The CRM stand-in has ended: nobody can sign in until the next start.')
    })
    closers.push(standIn.stop)
  }
  const operatorKey = newOperatorKey()
  const server = await startServer(settings, { ...stores, operatorKey })
  closers.push(async () => {
    if (!(await server.stop(stopTimes)))
      printError('Not everything could be finished in time; what was left has been told so.')
  })
  await stores.lock?.update({ port: server.port })
  await publishOperatorEndpoint(settings.dataDir, { url: server.localUrl, key: operatorKey })
  closers.push(() => removeOperatorEndpoint(settings.dataDir))
  printStartBanner(settings, server.url)
}

function printStartBanner(settings: Settings, url: string): void {
  print()
  print(`  Leaselight  ${url}`)
  print(`  CRM         ${settings.crm.webUrl}`)
  if (settings.crm.standInPort !== undefined) {
    const rows = sampleUsers().map((user) => [user.username, user.role, user.about])
    print()
    for (const line of alignColumns([['Sign in as', 'role', 'sees'], ...rows])) print(`  ${line}`)
    print()
    print(`  The password of all of them is ${SAMPLE_PASSWORD}: they are sample people.`)
  }
  if (settings.now) print(`  The clock stands still at ${settings.now.toISOString()}.`)
  print('  Ctrl-C stops everything.')
  print()
}

try {
  await start()
} catch (error) {
  // Whoever stopped us in the middle of the start knows why it ended.
  if (!stopping) {
    printError(describeError(error))
    await stop(1)
  }
}
