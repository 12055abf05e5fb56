import { type Portfolio, print, quantile } from './portfolio'
import { type Visit, visiting, waitForFirstNumber, waitForNumbers } from './visitor'

export interface ColdStartOptions {
  runs: number
  /** Megabits a second. */
  speed: number
  /** Milliseconds there and back. */
  latency: number
}

const PAGES = ['/activity', '/insights', '/calls', '/occupancy']

/**
 * Measures how long a browser with nothing cached takes from an address to a page's first number, and to the rows of its
 * table, over a slow connection, and how many bytes it receives.
 */
export const measureColdStart = (portfolio: Portfolio, options: ColdStartOptions): Promise<void> =>
  visiting(portfolio, (visit) => timePages(visit, options))

async function timePages({ server, newPage }: Visit, options: ColdStartOptions): Promise<void> {
  const bytes = (options.speed * 1_000_000) / 8

  async function measure(path: string): Promise<void> {
    const firsts: number[] = []
    const tables: number[] = []
    let received = 0
    for (let run = 0; run < options.runs; run++) {
      const page = await newPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: options.latency,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      })
      received = 0
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        received += encodedDataLength
      })
      const began = performance.now()
      await page.goto(server.url + path, { waitUntil: 'commit' })
      await waitForFirstNumber(page)
      firsts.push(performance.now() - began)
      await waitForNumbers(page)
      tables.push(performance.now() - began)
      await page.waitForLoadState('networkidle')
      await page.context().close()
    }
    const cells = [firsts, tables].flatMap((times) => [quantile(times, 0.5), quantile(times, 0.95)])
    print(`| ${path} | ${cells.map((time) => time.toFixed(0)).join(' | ')} | ${(received / 1000).toFixed(0)} kB |`)
  }

  print(`${options.speed} Mbit/s, ${options.latency} ms, ${options.runs} runs each; milliseconds from the address\n`)
  print('| page | first number p50 | p95 | table p50 | p95 | bytes received |')
  print('|---|---:|---:|---:|---:|---:|')
  for (const page of PAGES) await measure(page)
}
