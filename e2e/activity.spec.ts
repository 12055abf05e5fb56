import type { Route } from '@playwright/test'
import { exportReport, parseCsv, parseXlsx, pdfLines } from './support/exports'
import { chooseColumns, findCell, openRow, readTable, rowNumbers, rowToggle, showAllColumns } from './support/table'
import { expect, fetchApi, openReport, test, WEEK, waitForReport } from './support/test'

// Counted by hand in reports/activity/report.test.ts.
const harborPoint = {
  Leads: 7,
  Prospects: 6,
  Email: 1,
  'Bulk email': 3,
  Calls: 1,
  Texts: 3,
  'Follow-ups': 8,
  Appointments: 2,
  Visits: 2,
  'Walk-ins': 1,
  Shows: 1,
  Leases: 2,
  Qualified: 2,
}
const total = {
  Leads: 10,
  Prospects: 9,
  Email: 3,
  'Bulk email': 3,
  Calls: 2,
  Texts: 3,
  'Follow-ups': 11,
  Appointments: 4,
  Visits: 5,
  'Walk-ins': 3,
  Shows: 3,
  Leases: 3,
  Referrals: 1,
  Qualified: 3,
}
const apiNames: Record<string, string> = {
  Leads: 'leads',
  'Bulk email': 'bulk_email',
  'Follow-ups': 'followups',
  Visits: 'visits',
  'Walk-ins': 'walk_in',
  Leases: 'leases',
  Qualified: 'qualification',
}

interface ActivityAnswer {
  rows: Record<string, unknown>[]
  total: Record<string, unknown>
}

/** A number of a page or a file, to the page's two digits; null for none. */
function rounded(text: string): number | null {
  const [, part, whole] = /^(\d+) of (\d+)$/.exec(text) ?? []
  if (text === '' || text === '—') return null
  return Number((whole ? Number(part) / Number(whole) : Number(text)).toFixed(2))
}

test('shows the fixture company’s numbers, and CSV, workbook, and PDF have the same cells', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  await chooseColumns(page, 'All counts')
  const counts = await readTable(page)
  expect(rowNumbers(counts, 'Harbor Point')).toEqual(harborPoint)
  expect(rowNumbers(counts, 'Total')).toEqual(total)
  await chooseColumns(page, 'Standard')
  await expect(page.getByText(/^No data before Mar 6/)).toBeVisible()
  await expect(page.getByText('Mar 8 – 14 vs Mar 1 – 7')).toBeVisible()

  await openRow(page, 'Harbor Point')
  await openRow(page, 'Sunset Terrace')
  // By name, as files are.
  await page.getByRole('columnheader', { name: 'Property / agent' }).getByRole('button').click()
  const few = await readTable(page)
  await showAllColumns(page)
  const table = await readTable(page)
  expect(table.rows.map(([name]) => name)).toEqual([
    'Harbor Point',
    'Alice Archer',
    'Ben Brook',
    'Unassigned',
    'Sunset Terrace',
    'Carla Cruz',
    'Dan Doyle',
    'Unassigned',
    'Total',
  ])
  const answer = await fetchApi<ActivityAnswer>('maria', `/api/reports/activity?${WEEK}&depth=all`)
  for (const [label, name] of Object.entries(apiNames)) {
    const column = table.header.indexOf(label)
    const seen = table.rows.map((row) => Number(row[column]))
    expect(seen, label).toEqual([...answer.rows, answer.total].map((row) => row[name]))
  }

  // A slow export can be canceled and requested again.
  const held: Route[] = []
  await page.route('**/api/downloads/*', (route) => void held.push(route), { times: 1 })
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: /^CSV(?!,)/ }).click()
  await expect(page.getByText('Preparing the CSV…')).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  const gone = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/downloads/'))
  await page.getByRole('button', { name: 'Cancel the export' }).click()
  await gone
  await expect(page.getByText('Preparing the CSV…')).toBeHidden()

  const csv = await exportReport(page, 'CSV')
  expect(csv.name).toBe('harbor-pine-homes-activity-2026-03-08-2026-03-14.csv')
  const lines = parseCsv(csv.content)
  expect(lines[0]?.slice(0, 2)).toEqual(['Property', 'Agent'])
  expect(lines[0]?.slice(2)).toEqual(table.header.slice(1))
  const written = lines.slice(1, 1 + table.rows.length)
  // A program reads numbers in full, where a page rounds and says 1 of 2.
  expect(written.map(([property = '', agent, ...cells]) => [agent || property, ...cells.map(rounded)])).toEqual(
    table.rows.map(([name, ...cells]) => [name, ...cells.map(rounded)]),
  )
  expect(lines.slice(1 + table.rows.length).flat()).toEqual(expect.arrayContaining(['Activity', 'Harbor & Pine Homes']))

  // The bare table: agents alone, whose columns add up, and no total.
  const plain = parseCsv((await exportReport(page, 'CSV, table only')).content)
  expect(plain.map(([property, agent]) => [property, agent])).toEqual([
    ['Property', 'Agent'],
    ['Harbor Point', 'Alice Archer'],
    ['Harbor Point', 'Ben Brook'],
    ['Harbor Point', 'Unassigned'],
    ['Sunset Terrace', 'Carla Cruz'],
    ['Sunset Terrace', 'Dan Doyle'],
    ['Sunset Terrace', 'Unassigned'],
    [''],
  ])

  const workbook = await exportReport(page, 'Excel')
  expect(workbook.name).toBe('harbor-pine-homes-activity-2026-03-08-2026-03-14.xlsx')
  const [about, sheet] = parseXlsx(workbook.content)
  expect([about?.name, sheet?.name]).toEqual(['About', 'Activity'])
  expect(sheet?.rows.slice(1).map((row) => row[1]?.value ?? row[0]?.value)).toEqual(table.rows.map(([name]) => name))

  const pdf = await exportReport(page, 'PDF')
  expect(pdf.name).toMatch(/\.pdf$/)
  const paper = await pdfLines(pdf.content)
  // PDFs leave out the columns that the screen hides at first, and say so.
  for (const row of few.rows) expect(paper).toContain(row.join(' '))
  const text = paper.join(' ')
  for (const phrase of ['Harbor & Pine Homes', 'Mar 8 – 14, 2026', 'Follow-ups per prospect', 'What the numbers mean'])
    expect(text).toContain(phrase)
})

test('opens the people behind a number, page by page, and in the CRM without another sign-in', async ({
  page,
  context,
}) => {
  // No number of the fixture company exceeds eleven, so the pages are shorter here.
  await page.route('**/api/reports/activity/members?*', (route) =>
    route.continue({ url: route.request().url().replace('page_size=50', 'page_size=4') }),
  )
  await openReport(page, `/activity?${WEEK}`)
  await page.getByRole('button', { name: '11: open the list' }).click()
  const drawer = page.getByRole('dialog', { name: /^Follow-ups/ })
  await expect(drawer.getByText('1 – 4 of 11')).toBeVisible()
  const rows = drawer.locator('tbody tr')
  const people = await rows.allInnerTexts()
  await drawer.getByRole('button', { name: 'Page 3' }).click()
  await expect(drawer.getByText('9 – 11 of 11')).toBeVisible()
  await expect(rows).toHaveCount(3)
  for (const one of await rows.allInnerTexts()) expect(people).not.toContain(one)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  const leads = await findCell(page, 'Harbor Point', 'Visits')
  await leads.getByRole('button').click()
  const visits = page.getByRole('dialog', { name: /^Visits, Harbor Point/ })
  await expect(visits.locator('tbody tr')).toHaveCount(2)
  await expect(visits.locator('tbody')).toContainText('Ann Abbott')
  await expect(visits.locator('tbody')).toContainText('Max Moore')

  const opening = context.waitForEvent('page')
  await visits.getByRole('button', { name: 'Open in CRM' }).click()
  const crm = await opening
  await expect(crm.getByText('2 prospects of property 11')).toBeVisible()
  // The token has left the address, and going back doesn't return to it.
  await expect(crm).toHaveURL(/\/prospects\/report\?batchId=.+&status=all$/)
  expect(await crm.evaluate(() => [history.length, document.referrer])).toEqual([1, ''])
  await expect(crm.getByText('#1001')).toBeVisible()
  await crm.close()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '5: open the list' }).click()
  await page.getByRole('button', { name: 'Open in CRM' }).click()
  const batches = page.getByRole('dialog', { name: 'Open in CRM' }).getByRole('link')
  await expect(batches).toHaveText([/Harbor Point\s*2/, /Sunset Terrace\s*3/])
  for (const link of await batches.all()) expect(await link.getAttribute('href')).not.toContain('token')
  await context.clearCookies()
  const second = context.waitForEvent('page')
  await batches.nth(1).click()
  await expect((await second).getByText('3 prospects of property 12')).toBeVisible()
  // A click for a new tab signs in there as well, and opens one.
  const clicks = [
    () => batches.nth(0).click({ modifiers: ['ControlOrMeta'] }),
    () => batches.nth(0).click({ button: 'middle' }),
  ]
  for (const click of clicks) {
    await context.clearCookies()
    const before = context.pages().length
    const another = context.waitForEvent('page')
    await click()
    await expect((await another).getByText('2 prospects of property 11')).toBeVisible()
    expect(context.pages()).toHaveLength(before + 1)
  }
})

test('sorts, searches, compares, hides columns, and shows its chart as a table', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  const names = async () => (await readTable(page)).rows.map(([name]) => name)
  const header = page.getByRole('columnheader', { name: 'Visits' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  expect(await names()).toEqual(['Sunset Terrace', 'Harbor Point', 'Total'])
  await expect(page.getByRole('tooltip', { name: 'Visits that took place, booked or walk-in.' })).toBeVisible()
  await header.getByRole('button').click()
  expect(await names()).toEqual(['Harbor Point', 'Sunset Terrace', 'Total'])

  await page.getByRole('searchbox', { name: 'Find by property' }).fill('terr')
  expect(await names()).toEqual(['Sunset Terrace', 'Total of 1'])
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 rows' })).toBeVisible()
  // The chart is of days, which a search for names doesn't narrow, and says so.
  await expect(page.getByText('Of all rows, not only those found.')).toBeVisible()
  await page.getByRole('searchbox').fill('nowhere')
  await expect(page.getByText('No matches for “nowhere” in this table.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(page.getByText('Of all rows, not only those found.')).toHaveCount(0)

  await page.getByRole('switch', { name: 'Compare' }).check({ force: true })
  // Of the number that sorts the table: what it was, and what the change is worth.
  expect((await readTable(page)).header).toEqual(expect.arrayContaining(['Visits', 'Prior', 'Change']))
  await expect(await findCell(page, 'Harbor Point', 'Change')).toContainText('no data before Mar 5')
  await page.getByRole('switch', { name: 'Compare' }).uncheck({ force: true })

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Shows', exact: true }).click()
  await page.keyboard.press('Escape')
  expect((await readTable(page)).header).not.toContain('Shows')
  await page.reload()
  await waitForReport(page)
  expect((await readTable(page)).header).not.toContain('Shows')

  const chart = page.getByRole('region', { name: /^Chart: Prospects and leases per day/ })
  await chart.getByRole('img', { name: /Press T/ }).focus()
  await page.keyboard.press('t')
  const numbers = chart.getByRole('region', { name: 'The chart’s numbers' })
  await expect(numbers.getByRole('row').nth(1)).toContainText('Mar 8')
  await expect(numbers.getByRole('row').nth(1)).toContainText('3')
  await expect(numbers.getByRole('row')).toHaveCount(8)
  // The focus moves along, so that the same key returns.
  await expect(numbers).toBeFocused()
  await page.keyboard.press('t')
  await expect(chart.getByRole('img', { name: /Press T/ })).toBeFocused()
  await expect(rowToggle(page, 'Harbor Point')).toHaveAttribute('aria-expanded', 'false')
})
