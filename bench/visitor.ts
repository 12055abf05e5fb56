import { execFileSync } from 'node:child_process'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium'
import type { Portfolio } from './portfolio'
import { type BenchClient, startBenchServer } from './serve'

/** A browser and a server with the web application as it is now. */
export interface Visit {
  server: BenchClient
  /** A page of a browser with nothing cached, whose reader is signed in, with the clock of the measurements. */
  newPage: () => Promise<Page>
}

/** Builds the web application, and starts what is needed to look at it, for as long as it is looked at. */
export async function visiting(
  { facts, viewer, now }: Portfolio,
  look: (visit: Visit) => Promise<void>,
): Promise<void> {
  execFileSync('npm', ['run', 'build', '-w', '@leaselight/web', '--silent'])
  const server = await startBenchServer(facts, now, viewer, {})
  try {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
    // A page that never shows its numbers must not keep the process waiting.
    await look({ server, newPage: () => newPage(browser, server, now) }).finally(() => browser.close())
  } finally {
    await server.close()
  }
}

async function newPage(browser: Browser, { url, token }: BenchClient, now: Date): Promise<Page> {
  const localStorage = [{ name: 'leaselight.access-token', value: token }]
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.addInitScript(stopClock, now.getTime())
  return page
}

/** Only dates: replaced timers take up to half of what is measured. */
function stopClock(now: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (date, parts, made) => Reflect.construct(date, parts.length > 0 ? parts : [now], made),
    get: (date, name) => (name === 'now' ? () => now : Reflect.get(date, name)),
  })
}

/** Waits for the first of a page's numbers: a headline above its table, or a line of the week's. */
export const waitForFirstNumber = (page: Page) => page.locator('main :is(section, td)[data-number]').first().waitFor()

/** Waits for a page's numbers. Not for the answer in words: a report that has nothing to say has none. */
export const waitForNumbers = (page: Page) => page.locator('[role=grid][aria-busy=false]').first().waitFor()
