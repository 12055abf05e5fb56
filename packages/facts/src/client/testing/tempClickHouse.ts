import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server for tests that speaks ClickHouse's HTTP interface, in a process of its own. */
export interface TempClickHouse {
  readonly url: string
  /** Ends it as a failure would, keeping its data until `remove`. */
  kill(): Promise<void>
  /** Starts it again at the same address, after it has ended. */
  start(): Promise<void>
  /** Lets it sleep, answering nothing, or go on. */
  pause(asleep: boolean): void
  /** Ends it and deletes its data. */
  remove(): Promise<void>
}

/** What a test server is like, besides the usual. */
export interface TempClickHouseOptions {
  /** Whoever asks with another one is refused. */
  password?: string
  /** Speaks TLS. */
  tls?: { key: string; certificate: string }
  /** Breaks off in the middle as servers did before version 25.11: in plain text. */
  old?: boolean
  /** Where it makes its folder. */
  under?: string
}

/** Starts one. It knows the part of the interface that the client uses, over an embedded engine. */
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
    child = fork(fileURLToPath(new URL('./fakeServer.ts', import.meta.url)), [folder], {
      execArgv: ['--import', import.meta.resolve('tsx')],
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
