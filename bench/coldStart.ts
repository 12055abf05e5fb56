import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium'
import { print, quantile } from './portfolio'

/**
 * Measures how long a browser with nothing cached takes from an address to the numbers of a page, over a slow connection:
 * 10 Mbit/s and 40 ms there and back by default. The product runs already, with its sample:
 * `npm start`, then `npm run bench:cold`
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    user: { type: 'string', default: 'manager' },
    password: { type: 'string', default: 'leaselight' },
    pages: { type: 'string', default: '/activity,/insights,/calls,/occupancy' },
    runs: { type: 'string', default: '7' },
    megabits: { type: 'string', default: '10' },
    latency: { type: 'string', default: '40' },
  },
})
const bytes = (Number(values.megabits) * 1_000_000) / 8

const signedIn = await fetch(`${values.url}/api/auth/validate`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: values.user, password: values.password, type: 'manager' }),
})
if (!signedIn.ok) throw new Error(`${values.user} could not sign in at ${values.url}: ${signedIn.status}.`)
const tokens: { token: string; refresh_token: string } = await signedIn.json()

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
print(
  `\n${values.megabits} Mbit/s, ${values.latency} ms, ${values.runs} runs each; milliseconds from the address to the numbers\n`,
)
print('| page | p50 | p95 | bytes received |')
print('|---|---:|---:|---:|')
for (const page of values.pages.split(',')) await measure(page)
await browser.close()

async function measure(path: string): Promise<void> {
  const times: number[] = []
  let received = 0
  for (let run = 0; run < Number(values.runs); run++) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: {
        cookies: [],
        origins: [
          {
            origin: values.url,
            localStorage: [
              { name: 'leaselight.access-token', value: tokens.token },
              { name: 'leaselight.refresh-token', value: tokens.refresh_token },
            ],
          },
        ],
      },
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: Number(values.latency),
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
    received = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength
    })
    const began = performance.now()
    await page.goto(values.url + path, { waitUntil: 'commit' })
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
