import type { Page } from '@playwright/test'
import { readTable, rowNumbers } from './support/table'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openReport,
  setColorScheme,
  test,
  waitForReport,
} from './support/test'

const DAYS = 'mar 8 to mar 14'
const field = (page: Page) => page.getByRole('combobox', { name: /^Find reports/ })
const chips = (page: Page) => page.getByRole('toolbar', { name: 'Your question' }).getByRole('button')
const answer = (page: Page) => page.getByRole('group', { name: 'Answer' }).getByRole('option')

/** The numbers of the answer in place: the total, and its rows as `Harbor Point 4`. */
async function answered(page: Page): Promise<{ total: number; rows: string[] }> {
  await expect(answer(page).locator('strong')).toHaveText(/^\d+$/)
  const total = Number(await answer(page).locator('strong').innerText())
  const rows = await answer(page).locator('[data-row]').allTextContents()
  return { total, rows }
}

test('a question in words is shown as chips, corrected by keyboard, answered, and opened', async ({ page }) => {
  await openReport(page, '/activity')
  await page.keyboard.press('Control+k')
  await field(page).fill(`how many cals by status ${DAYS}`)
  await expect(chips(page)).toHaveText([
    'Number: CallsCalls',
    'Grouping: by status',
    'Dates: Mar 8 – 14',
    'Caller types: First Call, not in your words',
  ])
  const first = await answered(page)
  expect(first.rows.reduce((sum, row) => sum + Number(/\d+$/.exec(row)?.[0]), 0)).toBe(first.total)
  await expectAccessible(page, 'a question as chips')

  // From the field to the chips, and along them.
  await page.keyboard.press('Tab')
  await expect(chips(page).nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(chips(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'by property' })).toBeFocused()
  await expectAccessible(page, 'the menu of a chip')
  // Escape closes the menu, not the search.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(chips(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'by property' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chips(page).nth(1)).toHaveText('Grouping: by property')
  await expect(chips(page).nth(1)).toBeFocused()
  expect((await answered(page)).total).toBe(first.total)

  // What the report leaves out by default is taken away, put back, and taken away.
  await page.keyboard.press('End')
  for (const _ of [1, 2]) {
    await page.keyboard.press('Space')
    await expect(page.getByRole('menuitem', { name: 'All caller types' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chips(page).nth(3)).toHaveText('Caller types: All caller types')
    await expect(chips(page).nth(3)).toBeFocused()
    if (_ === 2) break
    await page.keyboard.press('Backspace')
    await expect(chips(page).nth(3)).toHaveText(/First Call/)
    await expect(chips(page).nth(3)).toBeFocused()
  }
  await expect(answer(page).locator('[data-row]')).toHaveCount(2)
  const { total, rows } = await answered(page)
  expect(total).toBeGreaterThan(first.total)
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/calls?start_date=2026-03-08&end_date=2026-03-14&property_ids=-1&caller_type=ALL')
  await waitForReport(page)
  const table = await readTable(page)
  expect(rowNumbers(table, 'Total').Calls).toBe(total)
  for (const row of rows) {
    const [, name = '', number] = /^(.*?)(\d+)$/.exec(row) ?? []
    expect(rowNumbers(table, name).Calls).toBe(Number(number))
  }
})

test('a question says what it did not understand, and what another report can answer', async ({ page }) => {
  await page.goto('/activity')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await field(page).fill('visits zzyzx mar 8')
  await expect(page.getByText('Not understood: zzyzx.')).toBeVisible()
  await expect(answer(page)).toContainText('Visits, Mar 8')
  await expectAccessible(page, 'words that were not understood')

  await field(page).fill('leads by bedrooms mar 8')
  await expect(page.getByText('Activity can’t be grouped by bedrooms. Occupancy can.')).toBeVisible()
  await expect(chips(page).nth(1)).toHaveText(/by bedrooms, left out$/)
  await page.getByRole('button', { name: 'Open Occupancy' }).click()
  await expect(chips(page).nth(0)).toHaveText('Report: Occupancy')
  await expect(answer(page).locator('[data-row]').first()).toBeVisible()

  await field(page).fill('harbor point mar 8')
  await page.getByRole('dialog').getByRole('button', { name: 'Visits', exact: true }).click()
  await expect(answer(page)).toContainText('Visits, Harbor Point, Mar 8')
  // The chip of what was chosen has the focus. Without any part it is no question anymore.
  await expect(chips(page).first()).toBeFocused()
  for (const left of [2, 1, 0]) {
    await page.keyboard.press('Delete')
    await expect(chips(page)).toHaveCount(left)
  }
  await expect(field(page)).toBeFocused()
})

test('on a phone, chips and their menus are as large as a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/activity')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await field(page).fill('visits by agent in region west last 30 days vs last year')
  await expect(chips(page)).toHaveCount(5)
  await answered(page)
  await expectNoHorizontalScroll(page, 'a question on a phone')
  await expectAccessible(page, 'a question on a phone')
  await chips(page).first().click()
  const targets = [...(await chips(page).all()), ...(await page.getByRole('menuitem').all())]
  for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await setColorScheme(page, 'dark')
  await expectAccessible(page, 'a question on a phone at night')
})
