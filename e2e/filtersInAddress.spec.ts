import { findCell, readTable } from './support/table'
import {
  expect,
  followNavigation,
  openReport,
  signedInState,
  test,
  unfoldFilters,
  WEEK,
  waitForReport,
} from './support/test'

test('keeps its filters in the address: after a reload, going back, for others, and next time', async ({
  page,
  browser,
}) => {
  await openReport(page, `/activity?${WEEK}`)
  const leads = async () => (await findCell(page, 'Total', 'Leads')).innerText()

  await page.getByRole('button', { name: /^Properties/ }).click()
  await page.getByRole('combobox', { name: 'Find in properties' }).fill('sun')
  await page.getByRole('option', { name: 'Sunset Terrace' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/property_ids=12/)
  await expect.poll(leads).toBe('4')

  await page.getByRole('button', { name: /^Properties/ }).click()
  await page.getByRole('button', { name: 'All properties', exact: true }).click()
  await page.getByRole('button', { name: 'Region East 1' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/property_ids=11/)
  await expect.poll(leads).toBe('7')

  await unfoldFilters(page)
  await page.getByRole('switch', { name: 'Include non-prospects' }).check({ force: true })
  await expect(page).toHaveURL(/include_non_prospects=true/)
  await expect.poll(async () => (await findCell(page, 'Total', 'Visits')).innerText()).toBe('3')
  const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  await expect(tab('By event')).toHaveAttribute('aria-current', 'page')
  await tab('By created').click()
  await expect(page).toHaveURL(/property_ids=11.*prospects_by_create_date=true/)
  await expect(tab('By created')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('switch', { name: 'Prospects by create date' })).toBeChecked()
  await expect.poll(leads).toBe('5')
  await expect.poll(async () => (await findCell(page, 'Total', 'Leases')).innerText()).toBe('1')
  await expect(page.getByText('are less than 30 days old')).toBeVisible()

  const link = page.url()
  await page.reload()
  await waitForReport(page)
  expect(page.url()).toBe(link)
  await expect(page.getByRole('switch', { name: 'Include non-prospects' })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Properties/ })).toContainText('Harbor Point')
  const seen = await readTable(page)

  await page.goBack()
  await expect(page).not.toHaveURL(/prospects_by_create_date=true/)
  await expect.poll(async () => (await findCell(page, 'Total', 'Leases')).innerText()).toBe('2')
  await page.goForward()

  const other = await browser.newContext({ storageState: await signedInState('noah') })
  const hers = await other.newPage()
  await openReport(hers, link)
  expect(await readTable(hers)).toEqual(seen)
  await other.close()

  await followNavigation(page, 'Calls')
  await expect(page).toHaveURL(/\/calls/)
  // The scope carries over from one report to the next.
  await expect(page.getByRole('button', { name: /^Properties/ })).toContainText('Harbor Point')
  await expect(page.getByRole('button', { name: /^Dates/ })).toContainText('Mar 8 – 14')
  await page.getByRole('button', { name: /^vs Mar 1 – 7/ }).click()
  await page.getByRole('option', { name: /^A year before/ }).click()
  await expect(page).toHaveURL(/start_date=2026-03-08.*compare_with=year_before/)
  await followNavigation(page, 'Activity')
  await expect(page).toHaveURL(/\/activity\?.*include_non_prospects=true/)
  await expect(page.getByRole('button', { name: /^vs Mar 8 – 14, 2025/ })).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).not.toHaveURL(/include_non_prospects=true/)
  await expect(page.getByRole('button', { name: /^Dates/ })).toContainText('Last 7 days: Mar 8 – 14')
})

test('accepts custom dates with a custom period to compare with', async ({ page }) => {
  await openReport(page, '/activity')
  await page.getByRole('button', { name: /^Dates/ }).click()
  await page.getByRole('option', { name: 'Custom dates' }).click()
  await page.getByRole('button', { name: '2 March 2026', exact: true }).click()
  await page.getByRole('button', { name: '7 March 2026', exact: true }).click()
  await expect(page.getByText('Mar 2 – 7 (6 days)')).toBeVisible()
  await page.getByText('Compared with', { exact: true }).click()
  await page.getByRole('button', { name: '8 March 2026', exact: true }).click()
  await page.getByRole('button', { name: '14 March 2026' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/start_date=2026-03-02&end_date=2026-03-07/)
  await expect(page).toHaveURL(/prior_start_date=2026-03-08&prior_end_date=2026-03-14/)
  const prospects = page.getByRole('region', { name: 'Prospects', exact: true })
  // The calls of one property begin within the prior period; leases were there all the time.
  await expect(page.getByText(/^1 property without data before Mar 9/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Leases', exact: true })).toContainText('was 3')
  await expect(prospects.getByRole('button', { name: '4: open the list' })).toBeVisible()
})
