import type { Page, Route } from '@playwright/test'
import { ofRun } from './support/product'
import { collectConsoleErrors, expect, openReport, test, unfoldFilters, WEEK, waitForReport } from './support/test'

/** The specification's error catalog (§8), row by row, where the user sees it, and the transitions of §4. */

type MockAnswer = { data?: unknown; errors?: { message?: string }[] } | 'dead' | undefined

/** Makes some startup requests fail; the operation's name decides how. */
async function mockGraphql(page: Page, answers: Record<string, MockAnswer>): Promise<void> {
  await page.unroute('**/api/graphql')
  await page.route('**/api/graphql', (route: Route) => {
    const query = String(route.request().postDataJSON()?.query)
    const answer = answers[/^query (\w+)/.exec(query)?.[1] ?? '']
    if (answer === undefined) return route.continue()
    return answer === 'dead' ? route.abort() : route.fulfill({ json: answer })
  })
}

const alertWithText = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const PROPERTIES_EMPTY = 'Error setting properties. Properties set to empty'

test('failed start-up requests are logged and ignored, each with its own message; only the user is required', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/./)
  const logged = collectConsoleErrors(context)
  const hasLogged = (text: string) => expect.poll(() => logged.join('\n')).toContain(text)

  await test.step('Agents fetch fails: empty list. Profile fetch fails: only logged', async () => {
    await page.route('**/api/profile', (route) => route.fulfill({ status: 503, json: { error: { message: 'Away.' } } }))
    await mockGraphql(page, { AllAgents: 'dead' })
    await page.goto(`/loss-reasons?${WEEK}`)
    await expect(alertWithText(page, 'The server can’t be reached.').first()).toBeVisible()
    await waitForReport(page)
    await hasLogged('Loading agents failed.')
    await hasLogged('Loading the profile failed.')
    await unfoldFilters(page)
    await page.getByRole('button', { name: /^Agents/ }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
    await page.unroute('**/api/profile')
  })

  await test.step('GraphQL errors in response: first message logged, call rejected; query failure: alert', async () => {
    await mockGraphql(page, {
      MarketingSources: { errors: [{ message: 'Sources are away.' }, { message: 'And more.' }] },
      getCustomAttributes: { errors: [{}] },
    })
    await page.reload()
    await Promise.all(
      ['Sources are away.', 'Unknown error'].map((text) => expect(alertWithText(page, text).first()).toBeVisible()),
    )
    await waitForReport(page)
    await hasLogged('Sources are away.')
    await hasLogged('Loading marketing sources failed.')
    expect(logged.join('\n')).not.toContain('And more.')
  })

  await test.step('Flag fetch fails: logged for each flag, which is off', async () => {
    await mockGraphql(page, { Company: 'dead' })
    await page.goto(`/activity?${WEEK}`)
    await hasLogged('Error: failed to fetch activity_report feature flag')
    await hasLogged('Error: failed to fetch omnibar feature flag')
    // Off, as the specification says, but nobody knows whether the company has it: no sentence claims that.
    await expect(page.getByText('We couldn’t load your company’s settings. Try again.')).toBeVisible()
    await expect(page.getByText('isn’t turned on')).toHaveCount(0)
    const link = page.getByRole('navigation', { name: 'Reports' }).getByRole('link', {
      name: 'Activity',
      exact: true,
      includeHidden: true,
    })
    await expect(link).toHaveCount(0)
    await mockGraphql(page, {})
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await waitForReport(page)
    await expect(link).toHaveCount(1)
    await expect(page.getByText('We couldn’t load')).toHaveCount(0)
  })

  await test.step('Property failures: no response, no properties, or the exception’s own message', async () => {
    const failures: [MockAnswer, string][] = [
      [{ data: null }, 'No response returned from /properties fetch. Setting properties to empty.'],
      [{ data: { allProperties: [] } }, 'No properties found for user. Setting properties to empty.'],
      [{ errors: [{ message: 'Properties are away.' }] }, 'Properties are away.'],
    ]
    for (const [answer, message] of failures) {
      await mockGraphql(page, { AllProperties: answer })
      await page.goto('/occupancy')
      await hasLogged(message)
      await expect(page.getByText(PROPERTIES_EMPTY)).toBeVisible()
    }
  })

  await test.step('Only standalone properties available: a report is closed for it', async () => {
    const alone = [{ id: 11, name: 'Harbor Point' }]
    const names = ['tours', 'callIntel', 'callTranscript', 'ai', 'aiEmail', 'aiChat', 'aiSms'].map(
      (product) => `${product}GatedProperties`,
    )
    const lists = Object.fromEntries(names.map((name) => [name, []]))
    const getGatedProperties = { ...lists, properties: [], callIntelStandaloneProperties: alone }
    await mockGraphql(page, { GetGatedProperties: { data: { getGatedProperties } } })
    await page.reload()
    await expect(page.getByText('Your properties use call intelligence alone')).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { includeHidden: true }),
    ).toContainText([/^Call/])
  })

  await test.step('Load failure: Uh oh…, followed by the message', async () => {
    await mockGraphql(page, { UserData: { errors: [{ message: 'Your account is being moved.' }] } })
    await page.reload()
    await expect(page.getByText("Uh oh... There's a problem. Try refreshing the app.")).toBeVisible()
    await expect(page.getByText('Your account is being moved.').first()).toBeVisible()
    await page.unroute('**/api/graphql')
    await page.reload()
    await waitForReport(page)
  })
})

test('a session that is refused with 403 ends at the sign-in; the same address opens after it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 403|A request failed|Please sign in again/)
  await openReport(page, `/activity?${WEEK}`)
  await page.evaluate(() => localStorage.setItem('leaselight.leftover', 'until now'))
  await page.route('**/api/reports/**', (route) =>
    route.fulfill({ status: 403, json: { error: { message: 'Please sign in again.', code: 'bad_session' } } }),
  )
  await unfoldFilters(page)
  await page.getByRole('switch', { name: 'Include non-prospects' }).check({ force: true })
  await expect(page).toHaveURL(/\/login\?next=.*activity/)
  expect(await page.evaluate(() => localStorage.getItem('leaselight.leftover'))).toBeNull()
})

test('two tabs whose token is about to expire refresh it once for twenty requests', async ({ page, context }) => {
  await openReport(page, `/activity?${WEEK}`)
  // What this page requests when it is idle would renew the token, too.
  await page.waitForLoadState('networkidle')
  const exchanges: string[] = []
  const bearers: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) exchanges.push(request.url())
    const { authorization } = request.headers()
    if (authorization) bearers.push(authorization)
  })
  await page.evaluate((now) => {
    const key = 'leaselight.access-token'
    const [head, body = '', signature] = (localStorage.getItem(key) ?? '').split('.')
    const payload = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const aged = btoa(JSON.stringify({ ...payload, exp: now / 1000 + 60 }))
    const url = aged.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    localStorage.setItem(key, [head, url, signature].join('.'))
  }, Date.parse('2026-03-15T12:00:00-04:00'))
  const other = await context.newPage()
  // Each start makes eight requests at once.
  await Promise.all([page.goto(`/calls?${WEEK}`), other.goto('/occupancy')])
  await Promise.all([waitForReport(page), waitForReport(other)])
  expect(exchanges).toHaveLength(1)
  // All requests of both tabs use the one new token.
  expect(bearers.length).toBeGreaterThanOrEqual(20)
  expect(new Set(bearers).size).toBe(1)
})

test.describe('without a session', () => {
  test.use({ user: '' })

  test("alerts don't repeat, hide after four seconds and can be closed; no link leaves the site", async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 400|A request failed|User name or password/)
    for (const next of ofRun(['//evil.example', '/\\evil.example', 'https://evil.example', '/%09/evil.example']))
      for (const address of [`/login?next=${next}`, `/login?sso=expired&next=${next}`]) {
        await page.goto(address)
        const start = page.getByRole('link', { name: 'Sign in with Harbor ID' })
        const href = new URL((await start.getAttribute('href')) ?? '', page.url())
        const { headers } = await page.request
          .get(href.href, { maxRedirects: 0 })
          .then((r) => ({ headers: r.headers() }))
        expect(new URL(headers.location ?? '').searchParams.get('redirect_uri')).toBe(
          new URL('/api/auth/sso/callback', page.url()).href,
        )
      }
    await page.goto('/login?next=//evil.example')
    await page.clock.install()
    // Only the steps below pass time, however slow the machine is.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await page.evaluate(() => localStorage.setItem('leaselight.leftover', 'until now'))
    await page.getByLabel('User name').fill('maria')
    await page.getByLabel('Password').first().fill('guessed')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const alerts = page.getByRole('alert')
    // Under its field, until something else is typed.
    await expect(alerts).toHaveText('User name or password is not right.')
    // 'Bad Request': the storage is cleared and the session ends.
    expect(await page.evaluate(() => localStorage.getItem('leaselight.leftover'))).toBeNull()
    await page.clock.runFor(5_000)
    await expect(alerts).toHaveCount(1)
    await page.getByLabel('Password').first().fill('leaselight')
    await expect(alerts).toHaveCount(0)

    const toast = page.getByText('If this user name exists, instructions are on their way to its owner.')
    const sendInstructions = async () => {
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      await page.getByRole('button', { name: 'Send instructions' }).click()
      await expect(toast).toHaveCount(1)
    }
    await sendInstructions()
    await page.clock.runFor(3_800)
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(1_500)
    await expect(toast).toHaveCount(0)
    await sendInstructions()
    await sendInstructions()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect(toast).toHaveCount(0)
    await page.getByLabel('Password').first().fill('leaselight')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.clock.runFor(1_000)
    await expect(page).toHaveURL(/localhost:\d+\/(?!login)/)
  })
})

for (const [user, requests] of [
  ['adam', 0],
  ['ana', 0],
  ['carla', 1],
] as const)
  test.describe(`the role of ${user}`, () => {
    test.use({ user })
    test(`asks ${requests} times for a profile`, async ({ page }) => {
      let profiles = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/api/profile')) profiles += 1
      })
      await openReport(page, '/occupancy')
      expect(profiles).toBe(requests)
    })
  })
