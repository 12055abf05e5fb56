import type { Page } from '@playwright/test'
import { type Portfolio, print, quantile } from './portfolio'
import { type Visit, visiting, waitForNumbers } from './visitor'

/** Links of the navigation that are followed, each from the page before it; the first page is open already. */
const FIRST = '/activity'
const FOLLOWED = ['Calls', 'Response Time', 'Conversions', 'Occupancy', 'Ad Spend', 'Insights']

/** The longest list that a browser holds, and what is typed into its Find. */
const LIST = '/call-log?preset=year_to_date'
const RECORDS = 10_000
const TYPED = 'missed calls'

const SETTLING_MS = 2_000

/** So long a person who clicks holds the button down. */
const PRESS_MS = 80

/** An event that was drawn sooner isn't reported. */
const LEAST_MS = 16

/**
 * Measures how a browser follows its reader: from a click in the navigation to the numbers of another page that was not open
 * before, and from a key in Find to the next picture on a list of 10,000 records.
 */
export const measureHandling = (portfolio: Portfolio, runs: number): Promise<void> =>
  visiting(portfolio, (visit) => timeHandling(visit, runs))

async function timeHandling({ server, newPage }: Visit, runs: number): Promise<void> {
  // As on any morning but the first: findings are looked for once after an import.
  await server.get(`${server.url}/api/insights/findings`)
  const clicks = new Map(FOLLOWED.map((name): [string, number[]] => [name, []]))
  for (let run = 0; run < runs; run++) {
    const page = await newPage()
    await page.goto(server.url + FIRST)
    await waitForNumbers(page)
    await page.waitForLoadState('networkidle')
    for (const [name, times] of clicks) {
      times.push(await timeToNumbers(page, name))
      await page.waitForLoadState('networkidle')
    }
    await page.context().close()
  }
  print(`${runs} runs each; from a click in the navigation to the numbers\n`)
  print('| page | p50 | p95 |')
  print('|---|---:|---:|')
  for (const [name, times] of clicks) print(`| ${name} | ${ms(times, 0.5)} | ${ms(times, 0.95)} |`)

  const page = await newPage()
  await page.goto(server.url + LIST)
  await waitForNumbers(page)
  const held = await loadAll(page)
  const keys = await timeKeys(page)
  print(`\nFrom a key in Find to the next picture, on ${held.toLocaleString('en-US')} records of the Call Log\n`)
  print('| keys | p50 | p95 | longest |')
  print('|---:|---:|---:|---:|')
  print(`| ${keys.length} | ${ms(keys, 0.5)} | ${ms(keys, 0.95)} | ${ms(keys, 1)} |`)
}

const ms = (times: readonly number[], level: number): string => quantile(times, level).toFixed(0)

/** Measured within the page from the click on, so that the way to it doesn't count. */
async function timeToNumbers(page: Page, name: string): Promise<number> {
  const link = page.locator('nav[aria-label=Reports] a').filter({ hasText: new RegExp(`^${name}`) })
  const section = await link.evaluate((element) => element.closest('[hidden]')?.id)
  if (section) await page.locator(`[aria-controls="${section}"]`).click()
  await link.hover()
  const time = page.evaluate(
    (title) =>
      new Promise<number>((resolve) => {
        const wait = (began: number): void => {
          const isHere = document.querySelector('h1')?.textContent === title
          if (isHere && document.querySelector('[role=grid][aria-busy=false]')) resolve(performance.now() - began)
          else requestAnimationFrame(() => wait(began))
        }
        window.addEventListener('click', () => wait(performance.now()), { capture: true, once: true })
      }),
    name,
  )
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
  return time
}

/** Scrolls to the end of the list until the browser holds all that it shows; how many that are. */
async function loadAll(page: Page): Promise<number> {
  let isWhole = false
  const whole = page
    .waitForResponse((response) => new URL(response.url()).searchParams.get('limit') === String(RECORDS))
    .finally(() => {
      isWhole = true
    })
  while (!isWhole) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(250)
  }
  const { rows }: { rows: unknown[] } = await (await whole).json()
  await page.evaluate(() => window.scrollTo(0, 0))
  // Until all of them are drawn.
  await page.waitForTimeout(SETTLING_MS)
  return rows.length
}

/** How long each key takes until it is drawn, by the browser's own account. */
async function timeKeys(page: Page): Promise<number[]> {
  const seen = await page.evaluateHandle((durationThreshold) => {
    const durations: number[] = []
    const keydowns = { type: 'event', durationThreshold }
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') durations.push(duration)
    }).observe(keydowns)
    return durations
  }, LEAST_MS)
  await page.getByRole('searchbox', { name: 'Find in the list' }).click()
  for (const key of TYPED) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    // Long enough for what was found to be shown, so that it is part of what the next key waits for.
    await page.waitForTimeout(400)
  }
  const times = await seen.jsonValue()
  // Those that were drawn sooner count as the least that is reported.
  return [...times, ...Array.from({ length: Math.max(0, TYPED.length - times.length) }, () => LEAST_MS)]
}
