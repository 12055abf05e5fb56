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
