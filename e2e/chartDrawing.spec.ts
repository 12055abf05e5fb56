import { readFileSync } from 'node:fs'
import { expect, openReport, test, WEEK } from './support/test'

/** The file with the library that draws what is neither of lines nor of bars. */
const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(new URL('../apps/web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
)
const library = `**/${manifest['../../packages/ui/src/chart/LibraryCanvas.tsx']?.file}`

test('lines and bars are drawn without the library, and show their numbers under the pointer', async ({ page }) => {
  let asked = 0
  await page.route(library, (route) => {
    asked += 1
    return route.continue()
  })
  await openReport(page, `/activity?${WEEK}`)
  const chart = page.getByRole('img', { name: /^Prospects and leases per day/ })
  await expect(chart.locator('svg text').first()).toBeVisible()
  const box = await chart.boundingBox()
  if (!box) throw new Error('The chart has no place.')
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2)
  const day = chart.getByText(/^Mar \d+ · before: Mar \d+$/)
  await expect(day).toBeVisible()
  await expect(chart.getByText('Leases before', { exact: true })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(day).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(0)

  await openReport(page, `/conversions?${WEEK}`)
  await expect(
    page
      .getByRole('region', { name: /^Chart: / })
      .locator('[role=img] svg')
      .first(),
  ).toBeVisible()
  expect(asked).toBe(1)
})

test('without the library a chart shows its numbers, and the page stays', async ({ page, allowConsole }) => {
  allowConsole(/Failed to (load resource|fetch dynamically imported module)|net::ERR_FAILED/)
  await page.route(library, (route) => route.abort())
  await openReport(page, `/conversions?${WEEK}`)
  const chart = page.getByRole('region', { name: 'Chart: From prospects to lease' })
  await expect(chart.getByRole('alert')).toHaveText('We couldn’t draw this chart. Here are its numbers.')
  await expect(chart.getByRole('rowheader', { name: 'Prospects' })).toBeVisible()
  await expect(page.getByRole('grid').first()).toHaveAttribute('aria-busy', 'false')
})
