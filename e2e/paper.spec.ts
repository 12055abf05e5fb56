import type { Page } from '@playwright/test'
import { pdfLines } from './support/exports'
import { takeShift, watchShifts } from './support/layout'
import {
  expect,
  expectAccessible,
  fetchApi,
  openReport,
  setColorScheme,
  test,
  unfoldFilters,
  WEEK,
} from './support/test'

test.beforeEach(({ page }) => setColorScheme(page, 'light'))

test('Boxscore: leasing beside occupancy on one sheet, with what is usual and the month to date', async ({ page }) => {
  await openReport(page, `/boxscore?${WEEK}&property=11`)
  const ask = <T>(report: string, days: string = WEEK) =>
    fetchApi<{ total: T }>('maria', `/api/reports/${report}?${days}&property=11`)
  const leasing = await ask<{ leads: number; visits: number }>('boxscore')
  const month = await ask<{ leads: number }>('boxscore', 'start_date=2026-03-01&end_date=2026-03-14')
  const line = (card: string, label: string) =>
    page
      .getByRole('region', { name: card, exact: true })
      .getByRole('row')
      .filter({ hasText: new RegExp(`^${label}`) })
  await expect(page.getByText('12 Wharf Street, Boston, MA 02110 · 6 units')).toBeVisible()
  await expect(line('Leasing', 'Leads').getByRole('cell')).toHaveText([
    String(leasing.total.leads),
    'was 2',
    String(month.total.leads),
  ])
  await expect(line('Leasing', 'Visits').getByRole('cell').first()).toHaveText(String(leasing.total.visits))
  // What describes a day has no month to date.
  await expect(line('Occupancy', 'To rent').getByRole('cell').last()).toHaveText('')
  await page.getByRole('button', { name: 'Vacant, rented, 1: open the list' }).click()
  await expect(page.getByRole('dialog', { name: /^Vacant, rented/ }).locator('tbody tr')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'Boxscore')
  for (const format of ['A4', 'Letter']) {
    const paper = await page.pdf({ format })
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
  // On a phone the units come after the address, which must not move.
  await page.setViewportSize({ width: 430, height: 844 })
  await watchShifts(page)
  await page.route('**/api/reports/boxscore-resident?*', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('12 Wharf Street, Boston, MA 02110 · 6 units')).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(await takeShift(page)).toBeLessThan(0.02)
})

test('however high a sheet is, no notes and no single row stand on it alone', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  for (let height = 360; height <= 520; height += 16) {
    const sheets = await sheetsOf(page, height)
    const last = sheets.at(-1) ?? ''
    expect(last, `${height}`).toContain('Imported Sun, Mar 15')
    for (const row of ['Harbor Point', 'Terrace']) expect(last, `${height}`).toContain(row)
  }

  // A short block is not split, wherever on a sheet it would begin.
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const week = page.getByRole('region', { name: 'How the week stands' })
  const rows = await week.getByRole('rowheader').allTextContents()
  for (let height = 420; height <= 580; height += 32) {
    const [first = ''] = (await sheetsOf(page, height)).filter((text) => text.includes('How the week stands'))
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(first, `${height}`).toContain(row)
  }
})

/** The text of each sheet, printed on paper of that height. */
async function sheetsOf(page: Page, height: number): Promise<string[]> {
  const lines = await pdfLines(await page.pdf({ width: '1056px', height: `${height}px` }))
  return lines
    .join('\n')
    .split(/-- \d+ of \d+ --/)
    .filter((text) => text.trim() !== '')
}

test('ready-to-print is set while paper is drawn, white in dark mode too, and cleared afterwards', async ({ page }) => {
  await setColorScheme(page, 'dark')
  await openReport(page, `/activity?${WEEK}`)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const state = () =>
    page.evaluate(() => [
      localStorage.getItem('leaselight.ready-to-print'),
      document.documentElement.dataset.mantineColorScheme,
    ])
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await state()).toEqual(['true', 'light'])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(await state()).toEqual([null, 'dark'])

  // The menu prints when everything is loaded, not before.
  await page.evaluate(() => {
    window.print = () => {
      document.title = `printed ${document.querySelectorAll('main [aria-busy=true]').length}`
    }
  })
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/reports/activity?*', async (route) => {
    await held
    await route.continue()
  })
  await unfoldFilters(page)
  await page.getByRole('switch', { name: 'Include non-prospects' }).check({ force: true })
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: 'Print this page' }).click()
  await expect(page).not.toHaveTitle(/printed/)
  answer()
  await expect(page).toHaveTitle('printed 0')
})
