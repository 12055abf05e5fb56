import { openRow, readTable, rowNumbers } from './support/table'
import { expect, expectAccessible, openReport, test, waitForReport } from './support/test'

test('shows today’s occupancy down to the floor plans, and opens the units', async ({ page }) => {
  await openReport(page, '/occupancy')
  // An as-of report has no period: no dates to choose and no comparison.
  await expect(page.getByRole('button', { name: 'Dates Today, Mar 15, 2026' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('switch', { name: 'Compare' })).toHaveCount(0)
  await expect(page.getByText('As of Mar 15, 2026')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Occupied %' })).toContainText('7 of 11')

  await openRow(page, 'Harbor Point')
  await openRow(page, 'Sunset Terrace')
  // Properties with most to rent come first; sorted by name, floor plans are too.
  await page.getByRole('columnheader', { name: 'Property / floorplan' }).getByRole('button').click()
  const table = await readTable(page)
  expect(table.header[0]).toBe('Property / floorplan')
  expect(table.rows.map(([name]) => name)).toEqual([
    'Harbor Point',
    'Anchor',
    'Bay',
    'Buoy',
    'Sunset Terrace',
    'Palm',
    'Sequoia',
    'Total',
  ])
  // Counted by hand in reports/occupancy/report.test.ts.
  expect(rowNumbers(table, 'Harbor Point')).toMatchObject({
    Units: 6,
    Occupied: 3,
    'Vacant, rented': 1,
    'Vacant, unrented': 2,
    Vacant: 3,
    'On notice': 2,
    'To rent': 3,
  })
  expect(rowNumbers(table, 'Sequoia')).toMatchObject({ Units: 2, Occupied: 1, Vacant: 1 })

  await page.getByRole('button', { name: '3: open the list' }).click()
  const drawer = page.getByRole('dialog', { name: /^To rent/ })
  await expect(drawer.locator('tbody tr')).toHaveCount(3)
  for (const home of ['A2', 'A4', 'A6']) await expect(drawer.locator('tbody')).toContainText(home)
  // Units are not people: the CRM can't open them.
  await expect(drawer.getByRole('button', { name: 'Open in CRM' })).toHaveCount(0)
})

test('Road to occupancy follows the target in the browser, and opens its units', async ({ page }) => {
  await openReport(page, '/forecast')
  const road = page.getByRole('region', { name: 'The road to the target' })
  const step = (name: string) =>
    road
      .getByRole('row', { name: new RegExp(`^${name} `) })
      .getByRole('cell')
      .first()
  // Of 11 units, 10.45; the fixture company has too little history for more.
  await expect(step('Target')).toHaveText('10')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('textbox', { name: 'Target occupancy' }).fill('100')
  await expect(step('Target')).toHaveText('11')
  expect(asked.filter((url) => /target_occupancy=1(&|$)/.test(url))).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/target_occupancy=1(&|$)/)
  await waitForReport(page)
  await page.getByRole('slider', { name: 'Target occupancy' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/target_occupancy=0\.995/)
  await page.getByText('30 days', { exact: true }).click()
  await expect(page).toHaveURL(/horizon=30/)
  await waitForReport(page)
  await step('Move-ins due').getByRole('button').click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('cell', { name: 'A5', exact: true })).toBeVisible()
  await expectAccessible(page, 'Road to occupancy')
})
