import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RUN } from '@leaselight/run'

/** A server for tests with ClickHouse's HTTP interface, in its own process. */
export interface TempClickHouse {
  readonly url: string
  /** Ends it as in a failure, keeping its data until `remove`. */
  kill(): Promise<void>
  /** Starts it again at the same address, after it has ended. */
  start(): Promise<void>
  /** Pauses it, so that it doesn't respond, or resumes it. */
  pause(asleep: boolean): void
  /** Ends it and deletes its data. */
  remove(): Promise<void>
}

/** Options of a test server. */
export interface TempClickHouseOptions {
  /** Requests with another password are rejected. */
  password?: string
  /** Uses TLS. */
  tls?: { key: string; certificate: string }
  /** Fails within a response like servers before version 25.11: in plain text. */
  old?: boolean
  /** The parent of its folder. */
  under?: string
}

/** Starts one. It supports the part of the interface that the client uses, over an embedded engine. */
export async function tempClickHouse({
  password,
  tls,
  old,
  under = tmpdir(),
}: TempClickHouseOptions = {}): Promise<TempClickHouse> {
  const folder = await mkdtemp(join(under, 'leaselight-clickhouse-'))
  let child: ChildProcess | undefined
  let port = 0
  const start = async () => {
    child = fork(RUN, [fileURLToPath(new URL('./fakeServer.ts', import.meta.url)), folder], {
      env: {
        ...process.env,
        UV_THREADPOOL_SIZE: '32',
        FAKE_PORT: String(port),
        ...(password && { FAKE_PASSWORD: password }),
        ...(tls && { FAKE_KEY: tls.key, FAKE_CERTIFICATE: tls.certificate }),
        ...(old && { FAKE_OLD: '1' }),
      },
    })
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`The stand-in for ClickHouse ended as it started, with ${code}.`)
    })
    ;[port] = await Promise.race([once(child, 'message'), died])
  }
  const kill = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    kill,
    start,
    pause: (asleep) => void child?.kill(asleep ? 'SIGSTOP' : 'SIGCONT'),
    remove: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
