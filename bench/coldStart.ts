import { execFileSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium'
import { type Portfolio, print, quantile } from './portfolio'
import { startBenchServer } from './serve'

export interface ColdStartOptions {
  runs: number
  /** Megabits a second. */
  speed: number
  /** Milliseconds there and back. */
  latency: number
}

const PAGES = ['/activity', '/insights', '/calls', '/occupancy']

/**
 * Measures how long a browser with nothing cached takes from an address to the numbers of a page over a slow connection, and
 * how many bytes it receives. The web application is built before.
 */
export async function measureColdStart({ facts, viewer, now }: Portfolio, options: ColdStartOptions): Promise<void> {
  execFileSync('npm', ['run', 'build', '-w', '@leaselight/web', '--silent'])
  const server = await startBenchServer(facts, now, viewer, {})
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  const bytes = (options.speed * 1_000_000) / 8

  async function measure(path: string): Promise<void> {
    const times: number[] = []
    let received = 0
    for (let run = 0; run < options.runs; run++) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        storageState: {
          cookies: [],
          origins: [
            {
              origin: server.url,
              localStorage: [{ name: 'leaselight.access-token', value: server.token }],
            },
          ],
        },
      })
      const page = await context.newPage()
      await page.clock.setFixedTime(now)
      const session = await context.newCDPSession(page)
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
      // Not the answer in words: a report that has nothing to say has none.
      await page.locator('[role=grid][aria-busy=false]').first().waitFor()
      times.push(performance.now() - began)
      await page.waitForLoadState('networkidle')
      await context.close()
    }
    print(
      `| ${path} | ${quantile(times, 0.5).toFixed(0)} | ${quantile(times, 0.95).toFixed(0)} | ${(received / 1000).toFixed(0)} kB |`,
    )
  }

  print(`${options.speed} Mbit/s, ${options.latency} ms, ${options.runs} runs each; from the address to the numbers\n`)
  print('| page | p50 | p95 | bytes received |')
  print('|---|---:|---:|---:|')
  for (const page of PAGES) await measure(page)
  await browser.close()
  await server.close()
}
