import { readTable } from './support/table'
import { expect, followNavigation, openReport, test, unfoldFilters, WEEK, waitForReport } from './support/test'

const reports = '**/api/reports/activity?*'

test('an unknown address says so, and the navigation still works', async ({ page }) => {
  await page.goto('/no-such-report')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await followNavigation(page, 'Activity')
  await waitForReport(page)
})

test.describe('a user without properties', () => {
  test.use({ user: 'empty' })
  test('reads why there is nothing, on the start page and on a report', async ({ page, allowConsole }) => {
    allowConsole(/No properties found for user/)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'You can’t see this page' })).toBeVisible()
    await page.goto('/occupancy')
    await expect(page.getByRole('heading', { name: 'You can’t see this page' })).toBeVisible()
    await expect(page.getByText('Error setting properties. Properties set to empty.')).toBeVisible()
  })
})

test.describe('an agent with one property', () => {
  test.use({ user: 'carla' })
  test('sees only that one, whatever the link asks for', async ({ page }) => {
    await openReport(page, `/activity?${WEEK}`)
    expect((await readTable(page, false)).rows.map(([name]) => name)).toEqual(['Sunset Terrace', 'Total'])
    await page.goto(`/activity?${WEEK}&property_ids=11`)
    const left = page.getByText('Property 11 of this link doesn’t exist, or you don’t have access to it.')
    await expect(left).toBeVisible()
    await waitForReport(page)
    expect((await readTable(page, false)).rows.map(([name]) => name)).toEqual(['Sunset Terrace', 'Total'])
    // No other report has heard of it.
    await page.goto('/calls')
    await waitForReport(page)
    await expect(page).not.toHaveURL(/property_ids=11/)
    await expect(left).toHaveCount(0)
  })
})

test('a failing server shows its message, heals by itself or by a retry; old numbers stay dimmed while new ones load', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503|ERR_FAILED|A request failed/)
  await openReport(page, `/activity?${WEEK}`)
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(reports, async (route) => {
    await held
    await route.continue()
  })
  await unfoldFilters(page)
  const toggle = page.getByRole('switch', { name: 'Include non-prospects' })
  await toggle.check({ force: true })
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: '11: open the list' })).toBeVisible()
  answer()
  await waitForReport(page)
  await expect(page.getByRole('button', { name: '12: open the list' })).toBeVisible()
  await page.unroute(reports)

  await page.route(reports, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { error: { message: 'The numbers are away for a moment.', code: 'unavailable' } },
    }),
  )
  await page.getByRole('switch', { name: 'Prospects by create date' }).check({ force: true })
  await expect(page.getByRole('alert')).toContainText(
    'The numbers are away for a moment. This page tries again by itself.',
  )
  await page.unroute(reports)
  await waitForReport(page)

  await page.route('**/api/reports/activity/members?*', (route) => route.abort())
  await page.getByRole('button', { name: '6: open the list' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('alert')).toContainText('The server can’t be reached.')
  await page.unroute('**/api/reports/activity/members?*')
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByText('1 – 6 of 6')).toBeVisible()
  await page.keyboard.press('Escape')

  // A part whose script can't be fetched says so, and the page stays. The page was loaded again for it once already.
  await page.evaluate(() => sessionStorage.setItem('leaselight.reloaded', 'true'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('alert')).toHaveText(/^This could not be loaded\./)
  expect((await readTable(page)).rows.length).toBeGreaterThan(1)
})

test('a period without data says so, and a bad address says what is wrong', async ({ page, allowConsole }) => {
  allowConsole(/status of 400|A request failed/)
  await page.goto('/activity?start_date=2020-01-01&end_date=2020-01-07')
  await expect(page.getByRole('heading', { name: 'No data for Jan 1 – 7, 2020' })).toBeVisible()
  await expect(page.getByText(/^Your records begin /)).toBeVisible()
  await page.getByRole('button', { name: 'Go to the first week' }).click()
  await waitForReport(page)
  expect((await readTable(page)).rows.length).toBeGreaterThan(1)
  // A part that can't be read is named, and the rest of the link counts.
  await page.goto('/activity?start_date=2026-03-14&end_date=2026-03-01&property_ids=11,4711')
  await waitForReport(page)
  await expect(page.getByText('end_date must not be before start_date.')).toBeVisible()
  await expect(page.getByText('Property 4711 of this link doesn’t exist')).toBeVisible()
  expect((await readTable(page, false)).rows.map(([name]) => name)).toEqual(['Harbor Point', 'Total'])
})

test('filters that nothing matches leave one block instead of numbers of zero, with a way out of each', async ({
  page,
}) => {
  await page.goto(`/calls?${WEEK}&sources=Nowhere&caller_types=resident`)
  const heading = page.getByRole('heading', { name: / match Caller types: Resident and Sources: Nowhere$/ })
  await expect(heading).toBeVisible()
  // The server lists each property, with 0 calls.
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Calls', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear sources' }).click()
  await expect(page).not.toHaveURL(/Nowhere/)
  await expect(heading).toHaveCount(0)
  await waitForReport(page)
  // A page of its own says it with the block alone, too.
  await page.goto(`/loss-reasons?${WEEK}&sources=Nowhere`)
  await expect(page.getByRole('heading', { name: / match Sources: Nowhere$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Lost', exact: true })).toHaveCount(0)
  await expect(page.getByRole('radiogroup')).toHaveCount(0)
})

test('a report that fails says so in one sentence, with a code that it is found by', async ({ page, allowConsole }) => {
  allowConsole(/status of 500|A request failed/)
  await page.route(reports, (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'request-of-this-test' },
      json: { error: { message: 'Something went wrong on our side. Try again.', code: 'unexpected' } },
    }),
  )
  await page.goto(`/activity?${WEEK}`)
  const alert = page.getByRole('alert').filter({ hasText: 'We couldn’t load this report' })
  await expect(alert).toContainText('Something went wrong on our side. Try again.')
  await expect(alert).toContainText('Error 500 · request-of-this-test')
  await page.unroute(reports)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await waitForReport(page)
})

test('a report that the server refuses or does not find offers to reset its filters', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 40[04]|A request failed/)
  for (const [status, message, sentence] of [
    [400, 'Choose fewer properties.', 'Choose fewer properties.'],
    [404, 'There is no row 7.', 'Part of this link doesn’t exist, or you don’t have access to it. There is no row 7.'],
  ] as const) {
    await page.route(reports, (route) => route.fulfill({ status, json: { error: { message, code: 'of_this_test' } } }))
    await page.goto(`/activity?${WEEK}&property_ids=11`)
    await expect(page.getByRole('heading', { name: 'We couldn’t load this report' })).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.unroute(reports)
    await page.getByRole('button', { name: 'Reset filters' }).last().click()
    await expect(page).not.toHaveURL(/property_ids=11/)
    await waitForReport(page)
  }
})

test('without its user the application does not start; without the rest it does', async ({ page, allowConsole }) => {
  allowConsole(/./)
  await page.route('**/api/graphql', (route) => {
    const query: unknown = route.request().postDataJSON()?.query
    if (typeof query === 'string' && /allAgents|marketingSources/.test(query)) return route.abort()
    return route.continue()
  })
  await openReport(page, `/activity?${WEEK}`)
  await page.unroute('**/api/graphql')

  await page.route('**/api/graphql', (route) => route.abort())
  await page.reload()
  await expect(page.getByText("Uh oh... There's a problem. Try refreshing the app.")).toBeVisible()
  await page.unroute('**/api/graphql')
  await page.reload()
  await waitForReport(page)
})

test('a page that can’t be drawn shows the fatal screen, and Go Back starts over', async ({ page, allowConsole }) => {
  allowConsole(/./)
  // A response in another shape, so that rendering it must fail.
  await page.route(reports, (route) => route.fulfill({ json: { rows: null, total: null } }))
  await page.goto(`/activity?${WEEK}`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText("Looks like we're having some issues.")
  await expect(alert).toContainText('Error Code: 500')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a card says nothing about numbers that have not come, or could not', async ({ page, allowConsole }) => {
  allowConsole(/status of 503|A request failed/)
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const hours = (url: URL) => url.searchParams.get('by') === 'hour'
  await page.route(hours, async (route) => {
    await held
    await route.fulfill({ status: 503, json: { error: { message: 'The facts are away.', code: 'unavailable' } } })
  })
  await openReport(page, '/appointments?view=upcoming')
  const card = page.getByRole('region', { name: 'Appointments by day and hour' })
  await expect(card.getByText('Loading the hours')).toBeAttached()
  await expect(page.getByText('Nothing is booked')).toHaveCount(0)
  answer()
  await expect(card.getByText('The facts are away.')).toBeVisible()
  await expect(page.getByText('Nothing is booked')).toHaveCount(0)
  await page.unroute(hours)
  await card.getByRole('button', { name: /again/i }).click()
  await expect(page.getByRole('heading', { name: /is the fullest day|Who comes when|Nothing is booked/ })).toBeVisible()
})
