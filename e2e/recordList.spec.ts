import { readTable } from './support/table'
import { expect, openReport, test, WEEK } from './support/test'

test('a list of records has its cells under their headers, is searched by every column, and sorts by time', async ({
  page,
}) => {
  await openReport(page, `/call-log?${WEEK}`)
  const { header, rows } = await readTable(page)
  const records = rows.slice(0, -1)
  expect(records.length).toBeGreaterThan(0)
  for (const row of records) expect(row).toHaveLength(header.length)
  const column = (label: string) => records.map((row) => row[header.indexOf(label)])
  // Only this property has transcripts, which opens the log.
  expect(new Set(column('Property'))).toEqual(new Set(['Harbor Point']))
  for (const when of column('When')) expect(when).toMatch(/^Mar \d+, \d+:\d\d [AP]M$/)

  await page.getByRole('searchbox', { name: 'Find in the list' }).fill('bob')
  const found = (await readTable(page)).rows.slice(0, -1)
  expect(found.length).toBeGreaterThan(0)
  for (const row of found) expect(row).toContain('Bob Baker')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
  expect((await readTable(page)).rows.slice(0, -1)).toEqual([...records].reverse())

  // On a phone a search says how many rows it found, of how many, and what they are together.
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, `/insights?${WEEK}&group_by=source`)
  await page.getByRole('searchbox', { name: 'Find by source' }).fill('craig')
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d rows$/ })).toBeVisible()
  await expect(page.locator('[data-cards] > li')).toHaveCount(1)
  await expect(page.getByText(/^Together \d+ prospects$/)).toBeVisible()
})
