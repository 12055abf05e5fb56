import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CliError, print } from '../console/console'
import type { Settings } from '../settings/settings'

const WAIT_MS = 20_000
const ASK_EVERY_MS = 50

/** The CRM stand-in, running in a process of its own. */
export interface StandIn {
  url: string
  stop: () => Promise<void>
}

/** Starts the CRM stand-in and waits until it responds. `onEnd` is called when it ends unexpectedly. */
export async function startStandIn(
  settings: Settings,
  port: number,
  analyticsUrl: string,
  onEnd: () => void,
): Promise<StandIn> {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('./standInProcess.ts', import.meta.url))],
    {
      // It ends when its standard input closes, which happens however this process ends.
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        CRM_PORT: String(port),
        CRM_HOST: settings.host,
        CRM_ISSUER: settings.tokens.issuer,
        ANALYTICS_URL: analyticsUrl,
        DATA_DIR: settings.dataDir,
      },
    },
  )
  // It prints what an operator needs, such as password reset links; its startup message is part of ours.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('CRM stand-in:')) print(line)
  })
  let stopping = false
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
  void ended.then(() => {
    if (!stopping) onEnd()
  })
  const stop = async () => {
    stopping = true
    child.kill('SIGTERM')
    await ended
  }
  const url = settings.crm.url
  const deadline = Date.now() + WAIT_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null) {
      stopping = true
      throw new CliError('The CRM stand-in could not start, so nobody could sign in.')
    }
    if (Date.now() > deadline) {
      await stop()
      throw new CliError(`The CRM stand-in does not answer at ${url}.`)
    }
    await sleep(ASK_EVERY_MS)
  }
  return { url, stop }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.ok,
    () => false,
  )
