import type { Page } from '@playwright/test'
import { reports } from './support/product'
import { readTable, rowNumbers } from './support/table'
import {
  expect,
  expectAccessible,
  followNavigation,
  navigateInApp,
  navigationLink,
  openReport,
  setColorScheme,
  test,
  unfoldFilters,
  WEEK,
  waitForReport,
} from './support/test'

test.beforeEach(({ page }) => setColorScheme(page, 'light'))

test('the omnibar finds anything by name and opens it with the filter set', async ({ page }) => {
  await openReport(page, `/calls?${WEEK}&caller_type=ALL`)
  const find = page.getByRole('combobox', { name: /^Find reports/ })
  await page.keyboard.press('Control+k')
  await expect(find).toBeFocused()
  await find.fill('sunset')
  await expect(page.getByRole('option', { selected: true })).toContainText('Sunset Terrace')
  await expectAccessible(page, 'the omnibar')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/calls\?.*property_ids=12/)
  await waitForReport(page)
  expect((await readTable(page)).rows.map(([name]) => name)).toEqual(['Sunset Terrace', 'Total'])

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await find.fill('show rate')
  await page.keyboard.press('Enter')
  await waitForReport(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appointments')
  await page.keyboard.press('Control+k')
  // A number with its place and dates is answered in place; Enter opens where it comes from.
  await find.fill('leads harbor point mar 8')
  const answer = page.getByRole('option', { selected: true })
  await expect(answer).toContainText('Leads, Harbor Point, Mar 8')
  await expect(answer.locator('strong')).toHaveText(/^\d+$/)
  await expectAccessible(page, 'an answer in the omnibar')
  const number = await answer.locator('strong').innerText()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/activity\?.*start_date=2026-03-08&end_date=2026-03-08.*property_ids=11/)
  await waitForReport(page)
  expect(rowNumbers(await readTable(page), 'Total').Leads).toBe(Number(number))
  await page.keyboard.press('Control+k')
  // What was opened without Find counts, too; where one is does not.
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent.filter({ hasText: 'Calls' }).first()).toBeVisible()
  await expect(recent.filter({ hasText: /^Activity/ })).toHaveCount(0)
  await find.fill('no such thing')
  await expect(page.getByRole('status').filter({ hasText: 'No matches for' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
})

/** Opens a report, and waits until it requests nothing more; the paths of what is requested from then on. */
async function openQuietly(page: Page): Promise<string[]> {
  await openReport(page, `/calls?${WEEK}`)
  await page.waitForLoadState('networkidle')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  return requested
}

test('a page’s code comes as the pointer reaches its link, and its numbers as the link is pressed, once', async ({
  page,
}) => {
  const requested = await openQuietly(page)
  const numbers = () => requested.filter((path) => path === '/api/reports/occupancy').length
  const scripts = () => requested.filter((path) => path.endsWith('.js')).length
  const link = await navigationLink(page, 'Occupancy', page.getByRole('navigation', { name: 'Reports' }))
  const heading = page.getByRole('heading', { level: 1 })

  await link.hover()
  await expect.poll(scripts).toBeGreaterThan(0)
  // A menu, or another window, needs none of its numbers here.
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  await page.keyboard.press('Escape')
  expect(numbers()).toBe(0)

  await page.mouse.down()
  await expect.poll(numbers).toBe(1)
  await expect(heading).toHaveText('Calls')
  await page.mouse.up()
  await expect(heading).toHaveText('Occupancy')
  await waitForReport(page)
  expect(numbers()).toBe(1)
})

test('a link that gets the focus or a finger brings no numbers, and one that is pressed these before all else', async ({
  page,
}) => {
  const requested = await openQuietly(page)
  const numbers = () => requested.filter((path) => path.startsWith('/api/'))
  const link = await navigationLink(page, 'Insights', page.getByRole('navigation', { name: 'Reports' }))

  await link.focus()
  await expect.poll(() => requested.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
  await link.dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 })
  await page.waitForLoadState('networkidle')
  expect(numbers()).toEqual([])

  await link.hover()
  await page.mouse.down()
  await expect.poll(numbers).toContain('/api/insights/findings')
  expect(numbers()[0]).toBe('/api/reports/snapshot')
  await page.mouse.up()
})

test('every address of the register opens its report, a former one redirects, and a closed one explains why', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const go = (address: string) => navigateInApp(page, address)
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(`/verification?${WEEK}`)
  await expect(page).toHaveURL(/\/id-verification\?.*start_date=2026-03-08/)
  await expect(heading).toHaveText('ID Verification')
  for (const { path, view, title } of reports) {
    await go(view ? `${path}?view=${view}` : path)
    await expect(page, path).toHaveTitle(new RegExp(`^${title} · `))
  }
  await go('/somewhere-else')
  await expect(heading).toHaveText('There is no such page')

  // The same company with every flag off and without products.
  await page.route('**/api/graphql', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    if (json.data?.company) json.data.company.featureFlags = []
    for (const [list, properties] of Object.entries(json.data?.getGatedProperties ?? {}))
      if (list !== 'properties' && Array.isArray(properties)) json.data.getGatedProperties[list] = []
    await route.fulfill({ response, json })
  })
  await page.goto('/calls')
  await waitForReport(page)
  const closed = reports.filter(
    ({ flag, gate }) => (flag && ![flag].flat()[0]?.startsWith('old_')) || !['general', 'calls'].includes(gate),
  )
  expect(closed.length).toBeGreaterThan(15)
  const links = await page
    .getByRole('navigation', { name: 'Reports' })
    .getByRole('link', { includeHidden: true })
    .allTextContents()
  for (const { path, view, title } of closed) {
    await go(view ? `${path}?view=${view}` : path)
    await expect(page, path).toHaveTitle(new RegExp(`^${title} · `))
    await expect(heading, path).toHaveText('You can’t see this page')
    expect(links).not.toContain(title)
  }
  // No omnibar where the company has none.
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toHaveCount(0)
})

test('a change of path selects the first grouping, keeps how numbers are viewed, and requests sources when needed', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const body: unknown = request.url().endsWith('/api/graphql') ? request.postDataJSON() : null
    if (body && JSON.stringify(body).includes('MarketingSources')) requests.push(page.url())
  })
  await openReport(page, `/calls?${WEEK}&group_by=source&view_as=PERCENTAGE&property_ids=12`)
  await followNavigation(page, 'Conversions')
  await waitForReport(page)
  // By source would be allowed here as well.
  await expect(page.getByRole('button', { name: /^Group by/ })).toContainText('Property')
  await expect(page.getByRole('button', { name: /^Properties/ })).toContainText('Sunset Terrace')
  await followNavigation(page, 'Calls')
  await waitForReport(page)
  // Where the line is full, what was chosen stays on it.
  await expect(page.getByRole('button', { name: /^View as/ })).toContainText('Percentage')
  await page.getByRole('button', { name: /^Filter, \d+ more$/ }).click()
  await expect(page.getByRole('button', { name: /^Group by/ })).toContainText('Property')
  // Loaded at the start and still fresh: the period begins within 90 days.
  expect(requests).toHaveLength(1)
  await page.getByRole('button', { name: /^Dates/ }).click()
  await page.getByRole('option', { name: /^Last quarter/ }).click()
  await expect.poll(() => requests.length).toBe(2)
})

test('the bar above a report has the filters that are set, and in a wide window the search', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openReport(page, `/appointments?${WEEK}`)
  const bar = page.getByRole('search', { name: 'Filters' })
  await expect(bar.getByRole('button', { name: /^(Agents|Sources)/ })).toHaveCount(0)
  await unfoldFilters(page)
  await expect(bar.getByRole('button', { name: /^Agents/ })).toBeVisible()

  await openReport(page, `/conversions?${WEEK}&agent_ids=101&prospects_by_create_date=true`)
  await expect(bar.getByRole('button', { name: /^Agents/ })).toBeVisible()
  await expect(bar.getByRole('button', { name: /^Sources/ })).toHaveCount(0)
  // What is cleared stays in reach until the reader leaves the page.
  const cohort = bar.getByRole('switch', { name: 'Prospects by create date' })
  await cohort.uncheck({ force: true })
  await expect(page).not.toHaveURL(/prospects_by_create_date/)
  await expect(cohort).not.toBeChecked()

  await openReport(page, `/activity?${WEEK}`)
  await bar.getByRole('button', { name: 'Ask or find' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(bar.getByRole('button', { name: 'Ask or find' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeVisible()
})
