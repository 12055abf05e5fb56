import type { Locator, Page } from '@playwright/test'
import { findCell, readTable, rowNumbers } from './support/table'
import {
  expect,
  expectAccessible,
  expectFitsEveryWidth,
  expectNoHorizontalScroll,
  fetchApi,
  openReport,
  regionByHeading,
  setColorScheme,
  test,
  unfoldCharts,
  WEEK,
  waitForReport,
} from './support/test'

/** A chart's numbers, read from its table view. */
async function chartTable(page: Page, title: string | RegExp): Promise<string[][]> {
  const chart = regionByHeading(page, title)
  await chart.getByRole('button', { name: 'Show as table' }).focus()
  await page.keyboard.press('t')
  const texts = await chart
    .locator('tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim())),
    )
  await page.keyboard.press('t')
  await expect(chart.getByRole('img', { name: /Press T for/ })).toBeVisible()
  return texts
}

const cells = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim())),
    )

/** Opens the list behind a number and returns its names. */
async function expectDrillDown(page: Page, button: Locator, title: RegExp, length: number): Promise<void> {
  await button.click()
  const drawer = page.getByRole('dialog', { name: title })
  await expect(drawer.locator('tbody tr')).toHaveCount(length)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
}

test.beforeEach(({ page }) => setColorScheme(page, 'light'))

// The numbers are counted by hand in each report's report.test.ts.

test('Conversions is a funnel with its prior numbers', async ({ page }) => {
  await openReport(page, `/conversions?${WEEK}`)
  expect(await chartTable(page, 'From prospects to lease')).toEqual([
    ['Stage', 'This period', 'Before'],
    ['Prospects', '6', '4'],
    ['With appointment', '4', '1'],
    ['With visit', '5', '1'],
    ['With application', '4', '1'],
    ['With lease', '3', '0'],
  ])
  // By create date the stages are of the same people, so each has a rate; of so few, as its cases.
  await openReport(page, `/conversions?${WEEK}&prospects_by_create_date=true`)
  expect((await chartTable(page, 'From prospects to lease'))[2]?.[1]).toMatch(/^\d \((−\d never booked · )?\d of \d/)
  await expectFitsEveryWidth(page, 'Conversions')
})

test('Engagement shows who is waiting now, and leads to how the days ended', async ({ page }) => {
  await openReport(page, '/engagement')
  await expect(page.getByLabel('Answer')).toContainText('4 active prospects left waiting, 2 looked after.')
  await expectDrillDown(page, (await findCell(page, 'Total', 'Red today')).getByRole('button'), /^Red today/, 4)
  expect((await chartTable(page, 'Score by week')).slice(-2)).toEqual([
    ['Mar 1', '4 of 14'],
    ['Mar 8', '50%'],
  ])
  await expectFitsEveryWidth(page, 'Engagement')
  await page.getByRole('link', { name: 'Every day with its properties and agents' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Engagement by day')
  await waitForReport(page)
  expect(rowNumbers(await readTable(page), 'Total')).toMatchObject({ Green: 23, Yellow: 1, Red: 23 })
  const days = (await chartTable(page, 'Score by date')).slice(0, 4)
  expect(days).toEqual([
    ['Date', 'Green', 'Yellow', 'Red', 'Score'],
    ['Mar 8', '1 of 2', '0 of 2', '1 of 2', '1 of 2'],
    ['Mar 9', '4 of 7', '0 of 7', '3 of 7', '4 of 7'],
    ['Mar 10', '5 of 9', '1 of 9', '3 of 9', '5 of 8'],
  ])
  await expectFitsEveryWidth(page, 'Engagement by day')
})

test('Response Time shows how waits are distributed, and at which hours people wait', async ({ page }) => {
  await openReport(page, '/response-time')
  await unfoldCharts(page)
  expect(await chartTable(page, 'Within 30 min to never')).toEqual([
    ['Class', 'This period', 'Before'],
    ['Within 30 min', '2 of 4', '0 of 4'],
    ['30 – 120 min', '0 of 4', '2 of 4'],
    ['Over 120 min', '0 of 4', '2 of 4'],
    ['Never', '2 of 4', '0 of 4'],
  ])
  // Ivan wrote on Sunday at 00:30, Lena at 03:00, which on the day of the clock change is the hour after 01.
  const hours = await chartTable(page, /by weekday and hour$/)
  expect(hours[0]).toEqual(['Hour', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
  const numbers = hours.slice(1).map((line) => line.map((text) => text.replace(/ \(.*/, '')))
  expect(numbers.filter(([, ...days]) => days.some((value) => value !== '0'))).toEqual([
    ['12 AM', '0', '0', '0', '0', '0', '0', '1'],
    ['3 AM', '0', '0', '0', '0', '0', '0', '1'],
  ])
  expect(hours.find(([hour]) => hour === '3 AM')?.at(-1)).toBe('1 (offices closed)')
  await expectFitsEveryWidth(page, 'Response Time')
})

test('Loss Reasons switches between its three categories', async ({ page }) => {
  await openReport(page, `/loss-reasons?${WEEK}`)
  const names = async () => (await readTable(page)).rows.map(([name]) => name)
  expect(await names()).toEqual(['Too expensive', 'Unknown', 'Total'])
  const choose = async (category: string) => {
    await page.getByRole('button', { name: /^Category/ }).click()
    await page.getByRole('option', { name: category }).click()
  }
  await choose('Furthest stage')
  await expect(page).toHaveURL(/category=ACTIVITY/)
  await expect.poll(names).toEqual(['Applied', 'Booked', 'Total'])
  await choose('Loss reason')
  await expect.poll(names).toEqual(['Too expensive', 'Unknown', 'Total'])
  await expectFitsEveryWidth(page, 'Loss Reasons')
})

test('Occupancy is one bar of all units, then bedrooms and floor plans', async ({ page }) => {
  await openReport(page, '/occupancy')
  const today = regionByHeading(page, '3 of 11 units are left to rent, and 8 of 11 are leased')
  await expect(today.getByRole('img')).toHaveAccessibleName(
    /^Units today: Occupied, staying 5, 5 of 11; Notice, rented 1, 1 of 11; Notice, unrented 1, 1 of 11; Vacant, rented 2, .*; Vacant, unrented 2, /,
  )
  await expectDrillDown(
    page,
    today.getByRole('button', { name: 'Vacant, unrented, 2: open the list' }),
    /^Vacant, unrented/,
    2,
  )
  await unfoldCharts(page)
  expect((await chartTable(page, /to rent by /i)).slice(1)).toEqual([
    ['Anchor', '1'],
    ['Bay', '1'],
    ['Buoy', '1'],
  ])
  await expectFitsEveryWidth(page, 'Occupancy')
  // On paper, two pictures beside each other: one below the other would leave half of a sheet empty.
  await page.setViewportSize({ width: 980, height: 700 })
  await page.emulateMedia({ media: 'print' })
  const left = await regionByHeading(page, 'Units by bedrooms').boundingBox()
  const right = await regionByHeading(page, /to rent by /i).boundingBox()
  expect(left?.y).toBe(right?.y)
})

test('Attributions shows two models side by side, from the address', async ({ page }) => {
  await openReport(page, `/attributions?${WEEK}`)
  const card = regionByHeading(page, 'Two models side by side')
  expect(await cells(card)).toEqual([
    ['Drive By', '1.0', '1.0', '0.0', '—', '—'],
    ['Word of mouth', '1.0', '1.0', '0.0', '—', '—'],
    ['Apartments.com Diamond', '0.5', '1.0', '−0.5', '$1,000', '$500'],
    ['Website', '0.5', '0.0', '0.5', '—', '—'],
  ])
  await card.getByRole('button', { name: /^Model/ }).click()
  await page.getByRole('option', { name: 'First touch' }).click()
  await expect(page).toHaveURL(/model=first/)
  await expect(card.getByRole('row', { name: /^Website/ })).toContainText('1.0')
  await expect(regionByHeading(page, 'First touch and last touch by source')).toBeVisible()
  await expectFitsEveryWidth(page, 'Attributions')
})

test('Multi-touch attribution counts every source that touched', async ({ page }) => {
  await openReport(page, `/multi-touch-attribution?${WEEK}`)
  const { total } = await fetchApi<{ total: Record<string, number> }>(
    'maria',
    `/api/reports/multi-touch-attribution?${WEEK}`,
  )
  expect(rowNumbers(await readTable(page), 'Total')).toMatchObject({ Prospects: total.total_prospects })
})

test('Demographics says that a handful of people is too few for a picture', async ({ page }) => {
  await openReport(page, `/demographics?${WEEK}`)
  await expect(page.getByText('Age known: 2. A picture needs at least 10.')).toBeVisible()
  await expectFitsEveryWidth(page, 'Demographics')
})

test('ID Verification recalculates with the reader’s own figures as they are typed', async ({ page }) => {
  await openReport(page, `/id-verification?${WEEK}`)
  await expect(regionByHeading(page, '$750 might be lost to 3 visits without a scan')).toBeVisible()
  await page.getByRole('textbox', { name: 'Average fraud rate' }).fill('10')
  await expect(regionByHeading(page, '$1,500 might be lost to 3 visits without a scan')).toBeVisible()
  await page.getByRole('textbox', { name: 'Average fraud cost' }).fill('1000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/average_fraud_rate=0\.1&average_fraud_cost=1000/)
  await waitForReport(page)
  await expect(regionByHeading(page, '$300 might be lost to 3 visits without a scan')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Fraud exposure' })).toContainText('$300')
  await page.getByRole('slider', { name: 'Average fraud cost' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/average_fraud_cost=1500/)
  await waitForReport(page)
  await expectFitsEveryWidth(page, 'ID Verification')
})
test('Renewals lists units by days left, and looks ahead', async ({ page }) => {
  await openReport(page, '/renewals?start_date=2026-03-01&end_date=2026-04-30')
  // From today to Jun 12: one renewed, two under notice, one moved out.
  const next = regionByHeading(page, 'All 4 leases that end in the next 90 days are decided')
  // Its lists are of those days, not of the page's.
  await next
    .getByRole('button', { name: /open the list$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('Mar 15 – Jun 12')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Week by week, those in which no lease ends too.
  const weeks = page.getByRole('region', { name: 'Chart: Expiring in the next 90 days, by week' })
  await weeks.getByRole('button', { name: 'Show as table' }).click()
  await expect(weeks.locator('tbody tr')).toHaveCount(14)
  expect((await cells(weeks)).filter(([, ...numbers]) => numbers.some((text) => text !== '0'))).toEqual([
    ['Mar 30 – Apr 5', '0', '1', '0', '1'], // A3 and A1
    ['Apr 27 – May 3', '1', '0', '0', '0'], // S5
    ['May 25 – 31', '0', '1', '0', '0'], // A2
  ])
  await page.getByText('By property', { exact: true }).click()
  const ahead = page.getByRole('region', { name: 'Chart: Expiring in the next 90 days, by property' })
  await expect(ahead.locator('tbody tr')).toHaveCount(2)
  expect(await cells(ahead)).toEqual([
    ['Harbor Point', '0', '2', '0', '1'],
    ['Sunset Terrace', '1', '0', '0', '0'],
  ])
  const homes = regionByHeading(page, 'Units by days left')
  await expect(homes.locator('tbody tr')).toHaveCount(5)
  expect(await cells(homes)).toEqual([
    ['A6', 'Harbor Point', 'ended 8 days ago', 'Moved out', '—', '—'],
    ['S3', 'Sunset Terrace', 'ended 5 days ago', 'Undecided', '—', '—'],
    ['A1', 'Harbor Point', '16, Mar 31', 'Renewed', '$1,800', '$1,890'],
    ['A3', 'Harbor Point', '16, Mar 31', 'Notice', '—', '—'],
    ['S5', 'Sunset Terrace', '46, Apr 30', 'Moved out', '—', '—'],
  ])
  await homes.getByText('Undecided', { exact: true }).first().click()
  await expect(homes.locator('tbody tr')).toHaveCount(1)
  // Units stay units where the table is by week, also when a search finds some of its weeks.
  await page.goto(`/renewals?start_date=2026-03-01&end_date=2026-04-30&by=week`)
  await waitForReport(page)
  await page.getByRole('searchbox', { name: 'Find by week' }).fill('Mar')
  await expect(homes.locator('tbody tr')).toHaveCount(5)
  await page.getByText('60 days', { exact: true }).click()
  await expect(page).toHaveURL(/start_date=2026-03-15&end_date=2026-05-13/)
  await waitForReport(page)
  await expect(page.getByRole('region', { name: 'Expiring', exact: true })).toContainText('3')
  await expectFitsEveryWidth(page, 'Renewals')
})

test('Upcoming appointments are in a calendar, and each opens its people', async ({ page }) => {
  await openReport(page, '/appointments?view=upcoming')
  await expect(page.getByRole('region', { name: 'Scheduled', exact: true })).toContainText('2')
  // It is Sunday, March 15; Kai comes on the 16th and Ivan on the 17th.
  await expect(page.getByRole('columnheader', { name: /^Sun Mar 15/ })).toContainText('0 appointments')
  await expect(page.getByRole('columnheader', { name: /^Mon Mar 16/ })).toContainText('1 appointment')
  await page.getByRole('button', { name: /^Mon Mar 16, .*: 1 appointment, Kai Klein/ }).click()
  const drawer = page.getByRole('dialog', { name: /^Scheduled, Mar 16/ })
  await expect(drawer.locator('tbody tr')).toHaveCount(1)
  await expect(drawer).toContainText('Kai Klein')
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the calendar')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { name: /^Tue Mar 17/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Tue Mar 17, .*Ivan Irwin/ })).toBeVisible()
  await expectNoHorizontalScroll(page, 'the agenda on a phone')
  await expectAccessible(page, 'the agenda, dark')
})
