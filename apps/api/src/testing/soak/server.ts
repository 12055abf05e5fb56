import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN } from '@leaselight/run'

const READY_MS = 120_000
const LOOK_MS = 100

/** A real server process that is killed and started again at the same address. */
export class KilledServer {
  #child: ChildProcess | undefined
  #output = ''
  kills = 0

  constructor(
    readonly url: string,
    readonly env: Record<string, string>,
  ) {}

  /** Starts it and waits until it is ready. Throws what it said when it ends by itself. */
  async start(): Promise<void> {
    const { NODE_OPTIONS: _none, ...own } = process.env
    const script = fileURLToPath(new URL('../../main.ts', import.meta.url))
    const child = spawn(process.execPath, [RUN, script], {
      env: { ...own, ...this.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    this.#output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      this.#output += chunk
    })
    for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(LOOK_MS)) {
      if (child.exitCode !== null) break
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined)
      if (answer?.ok) return
    }
    throw new Error(`The server did not become ready: ${this.#output}`)
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
    this.kills++
  }

  stop = (): Promise<void> => this.#end('SIGTERM')

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
