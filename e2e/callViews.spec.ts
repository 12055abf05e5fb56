import { readTable, rowNumbers } from './support/table'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  fetchApi,
  openReport,
  setColorScheme,
  test,
  unfoldCharts,
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
  await unfoldCharts(page)
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
    'Call intelligence: intents': { tab: 'By intent', column: 'Calls' },
    'Call intelligence: agents': { tab: 'By agent', column: 'Answered' },
  }
  for (const [name, { tab, column }] of Object.entries(expected)) {
    await views.getByRole('link', { name: tab }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await waitForReport(page)
    expect((await readTable(page)).header).toContain(column)
    await expectNoHorizontalScroll(page, name)
  }
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
