import type { Page } from '@playwright/test'
import { expect, followNavigation, navigateInApp, openReport, test, WEEK, waitForReport } from './support/test'

/**
 * What a click costs is measured by `npm run bench -- --sections handling`. Here is what would make it long whatever the
 * machine: requests that wait for each other, and numbers that are asked for although they are there.
 */
test('a click asks for a report’s numbers beside what draws it, and one that was there before shows its own at once', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openReport(page, `/activity?${WEEK}`)
  await page.waitForLoadState('networkidle')
  // Scripts come only once the numbers are asked for.
  let scripts = 0
  await page.route('**/*.js', async (route) => {
    await expect.poll(() => asked).toContain('/api/reports/occupancy')
    scripts++
    await route.continue()
  })
  await followNavigation(page, 'Occupancy')
  await waitForReport(page)
  expect(scripts).toBeGreaterThan(0)
  await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible()

  // No answer comes any more.
  await page.route('**/api/reports/**', () => undefined)
  await page.goBack()
  await expect(page).toHaveTitle(/^Activity · /)
  await expect(page.getByRole('grid').getByRole('rowheader', { name: 'Harbor Point' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('numbers stay, dimmed, until those of another period are there', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  const numbers = page.locator('main [data-number]')
  const before = await numbers.first().innerText()
  let release: (() => void) | undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/reports/activity?*', async (route) => {
    await released
    await route.continue()
  })
  await navigateInApp(page, '/activity?start_date=2026-03-01&end_date=2026-03-07')
  await expect(page.getByRole('grid').first()).toHaveAttribute('aria-busy', 'true')
  await expect(numbers.locator('[data-stale]').first()).toBeVisible()
  expect(await numbers.first().innerText()).toBe(before)
  await expect(page.getByRole('grid').getByRole('rowheader', { name: 'Harbor Point' })).toBeVisible()
  release?.()
  await waitForReport(page)
  await expect(numbers.locator('[data-stale]')).toHaveCount(0)
  expect(await numbers.first().innerText()).not.toBe(before)
})

/** How many functions a page calls during some work: unlike time, the same on any machine. */
async function callsDuring(page: Page, work: () => Promise<void>): Promise<number> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Profiler.enable')
  await inspector.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await inspector.send('Profiler.takePreciseCoverage')
  await inspector.detach()
  return result
    .flatMap(({ functions }) => functions)
    .reduce((calls, { ranges: [whole] }) => calls + (whole?.count ?? 0), 0)
}

test('a key in Find does not write a list of ten thousand records anew', async ({ page }) => {
  const ALL = 10_000
  const found: string[] = []
  // The fixture company has few calls: they are listed again and again.
  await page.route('**/api/reports/call-log?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('find')) return void found.push(searchParams.get('find') ?? '')
    const answer = await (await route.fetch()).json()
    const rows = Array.from({ length: Number(searchParams.get('limit')) }, (_, at) => ({
      ...answer.rows[at % answer.rows.length],
      key: `record:${at}`,
    }))
    return route.fulfill({ json: { ...answer, rows, length: ALL } })
  })
  await openReport(page, `/call-log?${WEEK}`)
  const grid = page.getByRole('grid')
  const whole = page.waitForResponse((response) => response.url().includes(`limit=${ALL}`))
  for (let isWhole = false; !isWhole; await page.waitForTimeout(100)) {
    void whole.then(() => {
      isWhole = true
    })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  }
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('searchbox', { name: 'Find in the list' }).click()
  const calls = await callsDuring(page, async () => {
    await page.keyboard.press('b')
    await expect.poll(() => found).toEqual(['b'])
  })
  // To write each of them takes a hundred and more.
  expect(calls).toBeLessThan(20 * ALL)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
