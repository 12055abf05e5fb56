import type { Page } from '@playwright/test'
import { pdfLines } from './support/exports'
import { reports } from './support/product'
import { readTable, rowNumbers } from './support/table'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  fetchApi,
  followNavigation,
  navigateInApp,
  openReport,
  setColorScheme,
  test,
  WEEK,
  waitForReport,
} from './support/test'

test.beforeEach(({ page }) => setColorScheme(page, 'light'))

// The numbers are counted by hand in each report's report.test.ts.

test('Call Log plays a recording in place, and transcript and player follow each other', async ({ page }) => {
  await openReport(page, `/call-log?${WEEK}`)
  const { rows } = await fetchApi<{ rows: { caller: string | null }[] }>('maria', `/api/reports/call-log?${WEEK}`)
  const table = await readTable(page)
  const callers = table.header.indexOf('Caller')
  expect(table.rows.slice(0, -1).map((row) => row[callers])).toEqual(rows.map(({ caller }) => caller ?? '—'))
  // A call without recording and transcript offers neither.
  await expect(page.getByRole('button', { name: /^Play the call/ })).toHaveCount(1)
  const play = page.getByRole('button', { name: 'Play the call of Bob Baker' })
  await play.click()

  const call = page.getByRole('dialog', { name: /^Bob Baker/ })
  await expect(call).toContainText('Tue, Mar 10, 1:15 PM ET · Harbor Point · Ben Brook · Answered · 4 m 00 s')
  const place = call.getByRole('slider', { name: 'Place in the recording' })
  const lines = call.getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(lines).toHaveCount(6)
  await expect(call.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(place).toHaveAttribute('aria-valuetext', /^0:0[1-9] of 4:00$/)
  await expect(lines.first()).toHaveAttribute('aria-current', 'true')
  // The waveform: one bar per part.
  expect((await place.locator('path').first().getAttribute('d'))?.match(/M/g)).toHaveLength(160)

  await call.getByRole('button', { name: 'Preferences 0:22' }).click()
  await expect(place).toHaveAttribute('aria-valuetext', /^0:2[2-4] of/)
  await expect(lines.nth(3)).toHaveAttribute('aria-current', 'true')
  await lines.nth(1).click()
  await expect(place).toHaveAttribute('aria-valuetext', /^0:0[6-9] of/)
  await page.keyboard.press('Space')
  await expect(call.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveAttribute('aria-valuetext', '0:05 of 4:00')
  await page.keyboard.press('ArrowDown')
  await expect(lines.nth(2)).toBeFocused()

  await call.getByRole('searchbox', { name: 'Find in this call' }).fill('BALCONY')
  await expect(call.locator('mark')).toHaveText(['balcony', 'balcony'])
  await call.getByRole('button', { name: 'Next mention' }).click()
  await expect(call.getByRole('status').filter({ hasText: 'of 2' })).toHaveText('2 of 2')
  await expectAccessible(page, 'a call')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'a call, dark')
  await page.keyboard.press('Escape')
  await expect(call).toBeHidden()
  await expect(play).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('[data-cards]').getByRole('button', { name: 'Play the call of Bob Baker' }).click()
  await expect(call).toBeVisible()
  await expectNoHorizontalScroll(page, 'a call on a phone')
})

test('a missing recording shows an error with a retry, and the transcript still opens', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503|A request failed/)
  await page.route('**/api/calls/*/recording', (route) =>
    route.fulfill({ status: 503, json: { error: { message: 'The recordings are away.', code: 'away' } } }),
  )
  await openReport(page, `/call-transcripts?${WEEK}&search=balcony`)
  const { total } = await fetchApi<{ total: { calls: number; mentions: number } }>(
    'maria',
    `/api/reports/call-transcripts?${WEEK}&search=balcony`,
  )
  expect(total).toMatchObject({ calls: 1, mentions: 2 })
  await expect(page.getByRole('region', { name: 'Mentions' })).toContainText('2')
  await expect(page.getByRole('grid').locator('mark')).toHaveText('balcony')
  await page.getByRole('button', { name: /open the call of Bob Baker$/ }).click()
  const call = page.getByRole('dialog', { name: /^Bob Baker/ })
  await expect(call.getByRole('alert')).toContainText('The recordings are away.')
  await expect(call.locator('mark')).toHaveCount(2)
  await page.unroute('**/api/calls/*/recording')
  await call.getByRole('button', { name: 'Try again' }).click()
  await expect(call.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
})

test('Call intelligence: the overview with its busy hours, and its three other views', async ({ page }) => {
  await openReport(page, `/call-intelligence?view=overview&${WEEK}`)
  const tile = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(tile('Calls')).toContainText('9')
  await expect(tile('Answered %')).toContainText('4 of 9')
  await expect(tile('Missed')).toContainText('2')
  await expect(tile('Average talk time')).toContainText('2 m 31 s')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('9 calls came in.')
  // The two offices differ on Saturdays and Sundays and at noon.
  await expect(
    page.getByRole('img', { name: /^Missed by weekday and hour.* Gray: (most )?offices closed/ }),
  ).toBeVisible()
  expect(rowNumbers(await readTable(page), 'Total')).toMatchObject({
    Calls: 9,
    Answered: 4,
    Missed: 2,
    Appointments: 1,
  })
  await expectAccessible(page, 'Call intelligence')
  const views = page.getByRole('navigation', { name: 'Views' })
  const expected = {
    'Call intelligence: conversions': { tab: 'Conversions', column: 'First calls' },
    'Call intelligence by intent': { tab: 'By intent', column: 'Calls' },
    'Call intelligence by agent': { tab: 'By agent', column: 'Answered' },
  }
  for (const [name, { tab, column }] of Object.entries(expected)) {
    await views.getByRole('link', { name: tab }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await waitForReport(page)
    expect((await readTable(page)).header).toContain(column)
    await expectNoHorizontalScroll(page, name)
  }
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

test('Boxscore: leasing beside occupancy on one sheet, with what is usual and the month to date', async ({ page }) => {
  await openReport(page, `/boxscore?${WEEK}&property=11`)
  const ask = <T>(report: string, days: string = WEEK) =>
    fetchApi<{ total: T }>('maria', `/api/reports/${report}?${days}&property=11`)
  const leasing = await ask<{ leads: number; visits: number }>('boxscore')
  const month = await ask<{ leads: number }>('boxscore', 'start_date=2026-03-01&end_date=2026-03-14')
  const line = (card: string, label: string) =>
    page
      .getByRole('region', { name: card, exact: true })
      .getByRole('row')
      .filter({ hasText: new RegExp(`^${label}`) })
  await expect(page.getByText('12 Wharf Street, Boston, MA 02110 · 6 units')).toBeVisible()
  await expect(line('Leasing', 'Leads').getByRole('cell')).toHaveText([
    String(leasing.total.leads),
    'was 2',
    String(month.total.leads),
  ])
  await expect(line('Leasing', 'Visits').getByRole('cell').first()).toHaveText(String(leasing.total.visits))
  // What describes a day has no month to date.
  await expect(line('Occupancy', 'To rent').getByRole('cell').last()).toHaveText('')
  await page.getByRole('button', { name: 'Vacant, rented, 1: open the list' }).click()
  await expect(page.getByRole('dialog', { name: /^Vacant, rented/ }).locator('tbody tr')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'Boxscore')
  for (const format of ['A4', 'Letter']) {
    const paper = await page.pdf({ format })
    expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
})

test('however high a sheet is, no notes and no single row stand on it alone', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  for (let height = 360; height <= 520; height += 16) {
    const sheets = await sheetsOf(page, height)
    const last = sheets.at(-1) ?? ''
    expect(last, `${height}`).toContain('Imported Sun, Mar 15')
    for (const row of ['Harbor Point', 'Terrace']) expect(last, `${height}`).toContain(row)
  }

  // A short block is not split, wherever on a sheet it would begin.
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const week = page.getByRole('region', { name: 'How the week stands' })
  const rows = await week.getByRole('rowheader').allTextContents()
  for (let height = 420; height <= 580; height += 32) {
    const [first = ''] = (await sheetsOf(page, height)).filter((text) => text.includes('How the week stands'))
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(first, `${height}`).toContain(row)
  }
})

/** The text of each sheet, printed on paper of that height. */
async function sheetsOf(page: Page, height: number): Promise<string[]> {
  const lines = await pdfLines(await page.pdf({ width: '1056px', height: `${height}px` }))
  return lines
    .join('\n')
    .split(/-- \d+ of \d+ --/)
    .filter((text) => text.trim() !== '')
}

test('ready-to-print is set while paper is drawn, white in dark mode too, and cleared afterwards', async ({ page }) => {
  await setColorScheme(page, 'dark')
  await openReport(page, `/activity?${WEEK}`)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const state = () =>
    page.evaluate(() => [
      localStorage.getItem('leaselight.ready-to-print'),
      document.documentElement.dataset.mantineColorScheme,
    ])
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await state()).toEqual(['true', 'light'])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(await state()).toEqual([null, 'dark'])

  // The menu prints when everything is loaded, not before.
  await page.evaluate(() => {
    window.print = () => {
      document.title = `printed ${document.querySelectorAll('main [aria-busy=true]').length}`
    }
  })
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/reports/activity?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('switch', { name: 'Include non-prospects' }).check({ force: true })
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: 'Print this page' }).click()
  await expect(page).not.toHaveTitle(/printed/)
  answer()
  await expect(page).toHaveTitle('printed 0')
})

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
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toBeVisible()
  await find.fill('no such thing')
  await expect(page.getByRole('status').filter({ hasText: 'No matches for' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
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
  await page.getByRole('button', { name: /more filters$/ }).click()
  await expect(page.getByRole('button', { name: /^Group by/ })).toContainText('Property')
  // Loaded at the start and still fresh: the period begins within 90 days.
  expect(requests).toHaveLength(1)
  await page.getByRole('button', { name: /^Dates/ }).click()
  await page.getByRole('option', { name: /^Last quarter/ }).click()
  await expect.poll(() => requests.length).toBe(2)
})

test('a long list fetches its first calls, more of them as it scrolls, and has the server find and sort', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503|A request failed/)
  // The fixture company has few calls: three of them stand for a hundred.
  const asked: string[] = []
  await page.route('**/api/reports/call-log?*', async (route) => {
    const url = new URL(route.request().url())
    const limit = url.searchParams.get('limit')
    asked.push(['limit', 'sort', 'find'].flatMap((name) => url.searchParams.get(name) ?? []).join(' '))
    if (limit === '100') url.searchParams.set('limit', '3')
    if (asked.length === 2) return route.fulfill({ status: 503, json: { error: { message: 'The rest is away.' } } })
    return route.continue({ url: url.toString() })
  })
  const listed = (
    await fetchApi<{ rows: { caller: string | null; duration: number }[] }>('maria', `/api/reports/call-log?${WEEK}`)
  ).rows
  const shown = async () => {
    const { header, rows } = await readTable(page)
    return rows.slice(0, -1).map((row) => row[header.indexOf('Caller')])
  }
  const callers = (rows: typeof listed) => rows.map(({ caller }) => caller ?? '—')

  await openReport(page, `/call-log?${WEEK}`)
  const grid = page.getByRole('grid')
  // The total is that of all from the beginning.
  await expect(grid).toHaveAttribute('aria-rowcount', String(listed.length + 2))
  await expect(grid.getByText(`${listed.length} records`)).toBeVisible()
  await expect(grid.getByRole('alert')).toContainText('The rest is away.')
  expect((await shown()).slice(0, 3)).toEqual(callers(listed).slice(0, 3))
  await grid.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(shown).toEqual(callers(listed))

  await grid.getByRole('button', { name: 'Duration' }).click()
  const sorted = [...listed].sort((a, b) => b.duration - a.duration)
  await expect.poll(shown).toEqual(callers(sorted))
  await page.getByRole('searchbox', { name: 'Find in the list' }).fill('bob')
  const found = sorted.filter(({ caller }) => caller?.startsWith('Bob'))
  await expect(page.getByText(`${found.length} of ${listed.length} rows`)).toBeVisible()
  await expect.poll(shown).toEqual(callers(found))
  expect(asked[0]).toBe('100')
  expect(asked[1]).toBe('1000')
  expect(asked).toContain('100 -duration')
  expect(asked).toContain('100 -duration bob')
})
