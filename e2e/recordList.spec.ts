import { readTable } from './support/table'
import { expect, expectAccessible, openReport, test, WEEK } from './support/test'

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
  for (const when of column('When')) expect(when).toMatch(/^\w{3}, Mar \d+, \d+:\d\d [AP]M$/)

  await page.getByRole('searchbox', { name: 'Find in the list' }).fill('bob')
  await expect(page.getByRole('status').filter({ hasText: /^\d of 8 rows$/ })).toBeVisible()
  const found = (await readTable(page)).rows.slice(0, -1)
  expect(found.length).toBeGreaterThan(0)
  for (const row of found) expect(row).toContain('Bob Baker')
  await page.getByRole('searchbox').fill('')
  await expect(page.getByRole('status').filter({ hasText: /rows$/ })).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click()
  expect((await readTable(page)).rows.slice(0, -1)).toEqual([...records].reverse())

  // The histogram above the list narrows it to some days, by the keyboard and by dragging, and shows all of it again.
  const byDay = page.getByRole('region', { name: 'Calls by day' })
  const bars = byDay.getByRole('button', { name: /^\w+day, Mar/ })
  expect(await bars.evaluateAll((all) => all.map((bar) => Number(bar.ariaLabel?.split(': ')[1])))).toEqual([
    3, 0, 2, 2, 1, 0, 0,
  ])
  const days = async () => {
    const { start_date: start, end_date: end } = Object.fromEntries(new URL(page.url()).searchParams)
    return [start, end, (await readTable(page)).rows.length - 1]
  }
  await bars.nth(0).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(byDay).toContainText('4 of 8')
  await expect.poll(days).toEqual(['2026-03-10', '2026-03-11', 4])
  await expect(page.getByRole('button', { pressed: true })).toHaveText([/^$/, /^$/])
  await expectAccessible(page, 'a narrowed list')
  // The bars of the whole week stay, so that other days can be chosen; an empty day leaves the way back.
  await bars.nth(1).click()
  await expect(page.getByText(/^No calls/)).toBeVisible()
  await page.reload()
  await bars.nth(3).dragTo(bars.nth(6))
  await expect.poll(days).toEqual(['2026-03-11', '2026-03-14', 3])
  await byDay.getByRole('button', { name: 'Show all of Mar 8 – 14' }).click()
  await expect.poll(days).toEqual(['2026-03-08', '2026-03-14', records.length])
  await expect(byDay.getByRole('button', { pressed: true })).toHaveCount(0)

  // On a phone a search says how many rows it found, of how many, and what they are together.
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, `/insights?${WEEK}&group_by=source`)
  await page.getByRole('heading', { name: 'By source' }).click()
  await page.getByRole('searchbox', { name: 'Find by source' }).fill('craig')
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d rows$/ })).toBeVisible()
  await expect(page.locator('[data-cards] > li')).toHaveCount(1)
  await expect(page.getByText(/^Together \d+ prospects$/)).toBeVisible()
})
