import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN } from '@leaselight/run'
import { CliError, print } from '../console/console'
import type { Settings } from '../settings/settings'

/** A slow machine may take long; a stand-in that can't start ends by itself. */
const WAIT_MS = 180_000
const REPORT_EVERY_MS = 10_000
const ASK_EVERY_MS = 100
const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 30_000
/** After this long it counts as healthy again, and the next restart comes at once. */
const HEALTHY_MS = 60_000

/** The CRM stand-in, running in a process of its own. */
export interface StandIn {
  url: string
  stop: () => Promise<void>
}

/** What the stand-in is started with. */
export interface StandInOptions {
  settings: Settings
  port: number
  /** Where browsers reach this server, and where the stand-in does. */
  analyticsUrl: string
  localUrl: string
  /** The key by which the stand-in and this server know each other. */
  operatorKey: string
  /** Receives sentences for the operator. */
  log: (line: string) => void
}

/**
 * Starts the CRM stand-in and waits until it responds. When it ends later it is started again. Throws a CliError when it
 * can't start.
 */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { settings, log } = options
  const { url } = settings.crm
  const ending = new AbortController()
  let running = launch(options)
  const stop = async () => {
    ending.abort()
    running.child.kill('SIGTERM')
    await running.ended
  }
  const problem = await waitForAnswer(running, options)
  if (problem) {
    await stop()
    throw new CliError(problem)
  }
  const supervise = async () => {
    let pause = FIRST_PAUSE_MS
    for (;;) {
      const started = performance.now()
      await running.ended
      if (ending.signal.aborted) return
      if (performance.now() - started > HEALTHY_MS) pause = FIRST_PAUSE_MS
      log('The CRM stand-in has ended, so no one can sign in. It is started again.')
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined)
      if (ending.signal.aborted) return
      pause = Math.min(pause * 2, LAST_PAUSE_MS)
      running = launch(options)
      if (!(await waitForAnswer(running, options))) log('The CRM stand-in is back.')
    }
  }
  void supervise()
  return { url, stop }
}

interface Running {
  child: ChildProcess
  /** Resolves when the process has ended, or could not be started. */
  ended: Promise<void>
}

function launch({ settings, port, analyticsUrl, localUrl, operatorKey }: StandInOptions): Running {
  const child = spawn(process.execPath, [RUN, fileURLToPath(new URL('./standInProcess.ts', import.meta.url))], {
    // It ends when its standard input closes, which happens however this process ends.
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CRM_PORT: String(port),
      CRM_HOST: settings.host,
      CRM_ISSUER: settings.tokens.issuer,
      ANALYTICS_URL: analyticsUrl,
      DATA_DIR: settings.dataDir,
      INSTALLATION_URL: localUrl,
      INSTALLATION_KEY: operatorKey,
    },
  })
  // It prints what an operator needs, such as password reset links; its startup message is part of ours.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('CRM stand-in:')) print(line)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
  return { child, ended }
}

/** Waits until the stand-in responds; otherwise a sentence that says why it does not. */
async function waitForAnswer({ child }: Running, options: StandInOptions): Promise<string | undefined> {
  const { settings, operatorKey, log } = options
  const { url } = settings.crm
  const started = performance.now()
  let reported = started
  while (!(await answers(url, operatorKey))) {
    if (child.exitCode !== null || child.signalCode !== null)
      return 'The CRM stand-in could not start, so no one could sign in.'
    const now = performance.now()
    if (now - started > WAIT_MS) return `The CRM stand-in does not answer at ${url}.`
    if (now - reported > REPORT_EVERY_MS) {
      reported = now
      log(`Waiting for the CRM stand-in, for ${Math.round((now - started) / 1000)} seconds so far …`)
    }
    await sleep(ASK_EVERY_MS)
  }
  return undefined
}

// Asked by the key, so that another process on the same port does not count.
const answers = (url: string, key: string): Promise<boolean> =>
  fetch(`${url}/auth/accounts`, { headers: { 'x-operator-key': key }, signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.ok,
    () => false,
  )
