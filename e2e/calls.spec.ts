import { exportReport, parseCsv } from './support/exports'
import { readTable, rowNumbers } from './support/table'
import { expect, openReport, test, WEEK } from './support/test'

// Counted by hand in reports/calls/report.test.ts.
const TOTAL = { Calls: 9, Answered: 4, Missed: 2, Voicemail: 2, 'Requested text': 1, 'Off hours': 4 }
const groups: Record<string, string[]> = {
  Source: ['Apartments.com', 'Craigslist', 'Drive By', 'Website', 'Unknown'],
  'Source attribute': ['Classifieds', 'ILS', 'Own', 'Unknown'],
  Status: ['Answered', 'Missed', 'Voicemail', 'Requested text'],
  'Caller type': ['First Call', 'Return Call', 'Resident', 'Other'],
  Property: ['Harbor Point', 'Sunset Terrace'],
}

test('groups the fixture company’s calls, in counts and in percent, and the file has the same', async ({ page }) => {
  await openReport(page, `/calls?${WEEK}&caller_type=ALL`)
  const group = async (label: string) => {
    await page.getByRole('button', { name: /^Group by/ }).click()
    await page.getByRole('option', { name: label, exact: true }).click()
    await expect(page.getByRole('columnheader').first()).toHaveText(label)
    // The list of options was over the table: a row under the pointer shows what can be done with it.
    await page.mouse.move(0, 0)
    return readTable(page)
  }
  expect(rowNumbers(await readTable(page), 'Harbor Point')).toMatchObject({
    Calls: 6,
    Answered: 3,
    Missed: 2,
    Voicemail: 1,
  })
  for (const [label, names] of Object.entries(groups)) {
    const table = await group(label)
    const seen = table.rows.map(([name]) => name)
    expect(seen.at(-1)).toBe('Total')
    expect(seen.slice(0, -1).sort(), label).toEqual([...names].sort())
    expect(rowNumbers(table, 'Total'), label).toEqual(TOTAL)
  }
  const days = await group('Day')
  expect(rowNumbers(days, 'Total')).toEqual(TOTAL)
  expect(days.rows.map(([name]) => name)).toEqual(expect.arrayContaining(['Tuesday', 'Friday', 'Sunday']))
  const hours = await group('Hour')
  expect(rowNumbers(hours, 'Total')).toEqual(TOTAL)
  // On the Sunday of the clock change there is no hour between two and three.
  expect(hours.rows.map(([name]) => name)).not.toContain('2 AM')

  await group('Status')
  await page.getByRole('button', { name: /^View as/ }).click()
  await page.getByRole('option', { name: 'Percentage' }).click()
  await expect(page).toHaveURL(/view_as=PERCENTAGE/)
  await expect
    .poll(async () => (await readTable(page)).rows.at(-1))
    .toEqual(['Total', '9 of 9', '4 of 9', '2 of 9', '2 of 9', '1 of 9', '4 of 9'])
  const table = await readTable(page)
  const { content } = await exportReport(page, 'CSV')
  const lines = parseCsv(content)
  // A program reads shares, where a page says 4 of 9.
  const shareOf = (text: string) => text.replace(/^(\d+) of (\d+)$/, (_, part, whole) => String(part / whole))
  const length = 1 + table.rows.length
  expect(lines.slice(0, length)).toEqual([table.header, ...table.rows.map((row) => row.map(shareOf))])
  expect(lines.slice(length).flat().join(' ')).toContain('Rows by status')
})

test('starts with first-time calls of the last 7 days, and offers every period', async ({ page }) => {
  await openReport(page, '/calls')
  await expect(page.getByRole('button', { name: /^Caller types/ })).toContainText('First')
  expect(rowNumbers(await readTable(page), 'Total')).toMatchObject({ Calls: 5 })
  await page.getByRole('button', { name: /^Dates/ }).click()
  const options = page.getByRole('listbox', { name: 'Dates' }).getByRole('option')
  await expect(options).toHaveCount(16)
  // On Sunday, March 15, 2026.
  expect((await options.allInnerTexts()).map((text) => text.split('\n').filter(Boolean).join(': '))).toEqual([
    'Today: Mar 15',
    'Yesterday: Mar 14',
    'Last 7 days: Mar 8 – 14',
    'Last 7 days with today: Mar 9 – 15',
    'Last 14 days: Mar 1 – 14',
    'Last 30 days: Feb 13 – Mar 14',
    'Last week (Sun – Sat): Mar 8 – 14',
    'Last week (Mon – Sun): Mar 2 – 8',
    'Last week (Mon – Fri): Mar 9 – 13',
    'Last week (Fri – Thurs): Mar 6 – 12',
    'Month to date: Mar 1 – 15',
    'Quarter to date: Jan 1 – Mar 15',
    'Year to date: Jan 1 – Mar 15',
    'Last month: Feb 1 – 28',
    'Last quarter: Oct 1 – Dec 31, 2025',
    'Custom dates',
  ])
  await options.filter({ hasText: 'Last week (Mon – Sun)' }).click()
  await expect(page).toHaveURL(/preset=last_week_mon_sun/)
  await expect(page.getByText('Mar 2 – 8 vs Feb 23 – Mar 1')).toBeVisible()
})
