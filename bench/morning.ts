import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { reports } from '@leaselight/reports'
import { RUN } from '@leaselight/run'
import { type Portfolio, type portfolioOptions, print } from './portfolio'
import { type Pages, pagesOf, type ReaderOptions, readPages } from './readers'
import { periodsOf } from './recording'
import { type BenchClient, clientOf } from './serve'

/** What the server's process tells about itself; bytes. */
export interface Memory {
  now: number
  most: number
}

/** Where the server's process listens, and the viewer's token. */
export type Address = Pick<BenchClient, 'url' | 'token'>

/**
 * Measures the memory of one server with an embedded store, in a process of its own, over a morning: its start, every report
 * as it opens, readers with different pages, and a year of every report. The portfolio is closed for it, since a folder has
 * one process.
 */
export async function measureMorning(
  portfolio: Portfolio,
  options: Record<keyof typeof portfolioOptions, string>,
  readers: ReaderOptions,
): Promise<void> {
  const page = await pagesOf(portfolio)
  await portfolio.facts.close()
  const server = fileURLToPath(new URL('./morningServer.ts', import.meta.url))
  const child = fork(RUN, [server, JSON.stringify(options)])
  await spend(child, page, readers).finally(() => child.kill('SIGTERM'))
  await once(child, 'exit')
}

async function spend(child: ChildProcess, page: Pages, readers: ReaderOptions): Promise<void> {
  const { url, token } = await hear<Address>(child)
  const server = clientOf(url, token)
  const tell = async (about: string) => {
    child.send('memory')
    const { now, most } = await hear<Memory>(child)
    print(`| ${about} | ${gigabytes(now)} | ${gigabytes(most)} |`)
  }
  const openEvery = async (which: number) => {
    for (const report of reports) {
      const period = periodsOf(report)[which]
      if (period) await server.get(`${url}/api/reports/${report.key}?${new URLSearchParams(period)}`)
    }
  }
  print('| after | memory, GB | most until then |')
  print('|---|---:|---:|')
  await tell('the start')
  await openEvery(0)
  await tell('every report, 7 days')
  const ends = performance.now() + readers.seconds * 1000
  await readPages(server, page, { ...readers, isOver: () => performance.now() > ends })
  await tell(`${readers.readers} readers, ${readers.seconds} s`)
  await openEvery(1)
  await tell('every report, a year')
  await server.close()
}

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(2)

/** The next message of the server's process; throws when it ends instead. */
async function hear<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code}.`)
  })
  // The caller decides which message comes next.
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T]
  return message
}
