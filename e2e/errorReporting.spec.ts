import { APP, expect, openReport, test, unfoldFilters, WEEK, waitForReport } from './support/test'

test('errors are reported to the configured DSN, without tokens and personal data, and nowhere without one', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 503|A request failed/)
  const sent: string[] = []
  await page.route('**/api/9/envelope/**', (route) => {
    sent.push(route.request().postData() ?? '')
    return route.fulfill({ json: {} })
  })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const failing = (route: Parameters<Parameters<typeof page.route>[1]>[0]) =>
    route.fulfill({
      status: 503,
      headers: { 'x-request-id': 'the-server-s-id' },
      json: { error: { message: 'Away, says maria.moss@pine.example.', code: 'unavailable' } },
    })

  await openReport(page, `/activity?${WEEK}`)
  await page.route('**/api/reports/activity?*', failing)
  await unfoldFilters(page)
  await page.getByRole('switch', { name: 'Include non-prospects' }).check({ force: true })
  await expect(page.getByRole('alert').first()).toContainText('Away')
  expect(scripts.filter((url) => url.includes('errorReports'))).toEqual([])
  expect(sent).toEqual([])

  await page.route('**/activity?*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    // The page brings the server's settings along.
    const dsn = `&#34;${APP.replace('://', '://public@')}/9&#34;`
    const named = '&#34;sentry_dsn&#34;:'
    const body = await response.text()
    expect(body).toContain(`${named}null`)
    await route.fulfill({ response, body: body.replace(`${named}null`, named + dsn) })
  })
  await page.reload()
  await expect.poll(() => sent.filter((text) => text.includes('"exception"')).length).toBeGreaterThan(0)
  const event = sent.find((text) => text.includes('"exception"')) ?? ''
  expect(event).toContain('Away, says [email].')
  expect(event).toContain('the-server-s-id')
  const tokens = await page.evaluate(() => Object.values(localStorage))
  expect(event).not.toContain('start_date')
  for (const text of sent)
    for (const secret of [...tokens.filter((value) => value.length > 40), 'maria.moss'])
      expect(text).not.toContain(secret)
  await page.unroute('**/api/reports/activity?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await waitForReport(page)
})
