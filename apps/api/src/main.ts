import { SAMPLE_PASSWORD, sampleUsers } from '@leaselight/sample'
import { addressOf } from './address'
import { closeOperatorDoor, leaveOperatorDoor, newOperatorKey } from './operator'
import { startServer } from './server'
import { parseSettings, type Settings } from './settings'
import { awaitStores } from './start/awaitStores'
import { buildWeb } from './start/buildWeb'
import { freePort } from './start/freePort'
import { showProgress } from './start/progress'
import { loadSample } from './start/sample'
import { complain, inColumns, reasonOf, say } from './start/say'
import { startStandIn } from './start/standIn'

/** What is open, in the order in which it was opened. */
const closing: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined
let stopAsked = false
const stopTimes: { delaySeconds?: number } = {}

/** Closes everything, the latest first. */
function closeAll(): Promise<void> {
  stopping ??= (async () => {
    for (const close of closing.splice(0).reverse()) await close().catch((error: unknown) => complain(reasonOf(error)))
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
    if (stopAsked) process.exit(128 + signals[signal])
    stopAsked = true
    // At the keyboard there is no balancer that has to notice first.
    if (signal === 'SIGINT') stopTimes.delaySeconds = 0
    void stop(0)
  })

async function start(): Promise<void> {
  const asked = parseSettings(process.env)
  // The CRM is told where we will be before we are there, so the system's choice of a port is made now.
  const settings = asked.port === 0 ? { ...asked, port: await freePort() } : asked
  const stores = await awaitStores(settings, complain)
  closing.push(stores.close)
  const sample = async () => {
    await stores.factsThere
    if (settings.sample) await loadSample(stores.facts, settings, showProgress())
  }
  if (stores.facts.embedded) await sample()
  // A server may come later; nobody waits for it.
  else void sample().catch((error: unknown) => complain(reasonOf(error)))
  if (settings.buildWeb) await buildWeb(() => complain('Building the web application …'))

  // First the place where people sign in: whoever sees us ready can come in.
  const { standInPort } = settings.crm
  if (standInPort !== undefined) {
    const standIn = await startStandIn(settings, standInPort, addressOf(settings), () => {
      if (!stopping) complain('The CRM stand-in has ended: nobody can sign in until the next start.')
    })
    closing.push(standIn.stop)
  }
  const operatorKey = newOperatorKey()
  const server = await startServer(settings, { ...stores, operatorKey })
  closing.push(async () => {
    if (!(await server.stop(stopTimes)))
      complain('Not everything could be finished in time; what was left has been told so.')
  })
  await stores.lock?.update({ port: server.port })
  await leaveOperatorDoor(settings.dataDir, { url: server.localUrl, key: operatorKey })
  closing.push(() => closeOperatorDoor(settings.dataDir))
  greet(settings, server.url)
}

function greet(settings: Settings, url: string): void {
  say()
  say(`  Leaselight  ${url}`)
  say(`  CRM         ${settings.crm.webUrl}`)
  if (settings.crm.standInPort !== undefined) {
    const rows = sampleUsers().map((user) => [user.username, user.role, user.about])
    say()
    for (const line of inColumns([['Sign in as', 'role', 'sees'], ...rows])) say(`  ${line}`)
    say()
    say(`  The password of all of them is ${SAMPLE_PASSWORD}: they are sample people.`)
  }
  if (settings.now) say(`  The clock stands still at ${settings.now.toISOString()}.`)
  say('  Ctrl-C stops everything.')
  say()
}

try {
  await start()
} catch (error) {
  // Whoever stopped us in the middle of the start knows why it ended.
  if (!stopping) {
    complain(reasonOf(error))
    await stop(1)
  }
}
