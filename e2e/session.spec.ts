import type { Page } from '@playwright/test'
import {
  APP,
  CRM,
  expect,
  navigateInApp,
  openReport,
  test,
  tokensOf,
  unfoldFilters,
  WEEK,
  waitForReport,
} from './support/test'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('leaselight.access-token'))

async function signInAtCrm(page: Page, username: string): Promise<void> {
  await page.goto(CRM)
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill('leaselight')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test.describe('without a session', () => {
  test.use({ user: '' })

  test('the CRM’s page hands over, in normal and demo mode, and leaves no token in the address', async ({ page }) => {
    const demo: (string | undefined)[] = []
    const addresses: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/reports/')) demo.push(request.headers()['x-demo'])
    })
    page.on('framenavigated', (frame) => addresses.push(frame.url()))

    await signInAtCrm(page, 'maria')
    await page.getByRole('button', { name: 'Analytics' }).click()
    await waitForReport(page)
    await expect(page).toHaveURL(/\/insights\?/)
    expect(page.url()).not.toContain('Token')
    await expect(page.getByRole('button', { name: 'Account of Maria Moss' })).toBeVisible()
    expect(demo.every((header) => header === undefined)).toBe(true)
    const token = await storedToken(page)
    expect(token).toBeTruthy()
    expect(await page.evaluate(() => localStorage.getItem('leaselight.login-type'))).toBe('manager')

    await page.reload()
    await waitForReport(page)
    expect(await storedToken(page)).toBe(token)
    // A signed-in user is not asked to sign in.
    await page.goto(`${APP}/login?next=${encodeURIComponent(`/calls?${WEEK}`)}`)
    await waitForReport(page)
    await expect(page).toHaveURL(/\/calls\?/)

    await page.goto(CRM)
    demo.length = 0
    await page.getByRole('button', { name: 'Sales demo' }).click()
    await waitForReport(page)
    await expect(page.getByRole('note')).toContainText('Sales demo')
    expect(demo.length).toBeGreaterThan(0)
    expect(demo.every((header) => header === 'true')).toBe(true)
    await expect(page.getByRole('grid')).not.toContainText('Harbor Point')

    await page.goto(CRM)
    await page.getByRole('button', { name: 'Analytics' }).click()
    await waitForReport(page)
    await expect(page.getByRole('grid')).toContainText('Harbor Point')
    await expect(page.getByRole('note')).toHaveCount(0)
    // Every entry of the browser's history is without a token.
    await page.goBack()
    expect(page.url()).not.toContain('accessToken')
  })

  test('our own page signs in, explains refusals, and continues to the requested page', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 40\d|User name or password is not right/)
    await page.goto(`/calls?${WEEK}&group_by=source`)
    await expect(page).toHaveURL(/\/login\?next=/)
    const enter = page.getByRole('button', { name: 'Sign in' })
    await expect(enter).toBeDisabled()
    await page.getByLabel('User name').fill('maria')
    await expect(enter).toBeDisabled()
    await page.getByLabel('Password').first().fill('guessed')
    await enter.click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await page.getByLabel('User name').fill('gone')
    await page.getByLabel('Password').first().fill('leaselight')
    await enter.click()
    await expect(page.getByRole('alert')).toBeVisible()

    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Send instructions' }).click()
    await expect(page.getByText('If this user name exists')).toBeVisible()

    await page.getByLabel('User name').fill(' maria ')
    await page.getByLabel('Password').first().fill('leaselight')
    await page.getByLabel('Password').first().press('Enter')
    await waitForReport(page)
    await expect(page).toHaveURL(/\/calls\?.*group_by=source/)

    const leaving = page.waitForRequest((request) => request.url().startsWith(`${CRM}/logout?`))
    await page.getByRole('button', { name: 'Account of Maria Moss' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    expect(new URL((await leaving).url()).searchParams.get('redirect_url')).toBe(`${APP}/`)
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('leaselight')))).toEqual(
      [],
    )
  })

  test('says why a link of the CRM opens no session, once, and keeps the appearance', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 401|Please sign in again/)
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await page.goto('/activity?accessToken=garbage')
    const reason = page.getByText(
      'This sign-in link doesn’t work. Sign in here, or open Analytics from your CRM again.',
    )
    await expect(reason).toBeVisible()
    await expect(page).toHaveURL(/\/login\?next=%2Factivity/)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(reason).toHaveCount(0)

    await page.route('**/api/auth/password/forgot', (route) =>
      route.fulfill({ status: 429, json: { error: { message: 'Too many attempts. Wait a minute.', code: 'busy' } } }),
    )
    allowConsole(/status of 429|Too many attempts/)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('User name').fill('maria')
    await page.getByRole('button', { name: 'Send instructions' }).click()
    await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a minute.')
    await expect(page.getByLabel('User name')).toHaveAttribute('aria-invalid', 'true')
  })

  test('a person who must change the password goes to the CRM’s page for it', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('User name').fill('must-change')
    await page.getByLabel('Password').first().fill('leaselight')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/change-password\?/)
    const { origin, searchParams } = new URL(page.url())
    expect(origin).toBe(new URL(CRM).origin)
    expect([searchParams.get('username'), searchParams.get('redirect')]).toEqual(['must-change', `${APP}/login`])
    await page.goto(`${APP}/login`)
    expect(await storedToken(page)).toBeNull()
  })
})

test('signing in and out in another tab takes effect here', async ({ page, context }) => {
  await openReport(page, `/activity?${WEEK}`)
  const other = await context.newPage()
  await openReport(other, '/occupancy')

  // Another person signs in there: this page restarts with their session.
  const { token } = await tokensOf('noah')
  const reloaded = page.waitForEvent('load')
  await other.evaluate((value) => localStorage.setItem('leaselight.access-token', value), token)
  await reloaded
  await waitForReport(page)
  await expect(page.getByRole('grid')).not.toContainText('Sunset Terrace')
  await expect(page).toHaveURL(/start_date=2026-03-08/)

  const leaving = page.waitForRequest((request) => request.url().startsWith(`${CRM}/logout?`))
  await other.evaluate(() => localStorage.clear())
  await leaving
  await expect(page).toHaveURL(/\/login$/)

  // The other tab hears nothing of its own change. Its next request, by a click or by itself, finds no session: it is not
  // sent, and the tab ends at the sign-in.
  await expect(async () => {
    if (!other.url().includes('/login'))
      await other.getByRole('link', { name: 'Insights' }).first().click({ timeout: 1_000 })
    await expect(other).toHaveURL(/\/login\?next=/, { timeout: 1_000 })
  }).toPass()
})

test('a session that the server no longer accepts ends at the sign-in, and returns afterwards with what was written', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of (401|503)|Please sign in again|The server is busy/)
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, `/activity?${WEEK}&include_non_prospects=true`)
  const form = page.getByRole('dialog')
  const openForm = async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await openForm()
  await form.getByRole('combobox', { name: 'Name or email address' }).fill('broker@outside.example')
  await form.getByRole('combobox', { name: 'Name or email address' }).press('Enter')
  // What could not be sent is told in the form, and stays told while it is changed.
  const answers = [
    { status: 503, json: { error: { message: 'The server is busy.', code: 'busy' } } },
    { status: 401, json: { error: { message: 'Please sign in again.', code: 'unauthorized' } } },
  ]
  await page.route('**/api/share-report', (route) => route.fulfill(answers.shift()))
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toHaveText('The server is busy.')
  await form.getByRole('textbox', { name: 'Note' }).fill('Have a look at Tuesday.')
  await expect(form.getByRole('alert')).toHaveText('The server is busy.')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await page.unroute('**/api/share-report')
  await page.getByLabel('User name').fill('maria')
  await page.getByLabel('Password').first().fill('leaselight')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await waitForReport(page)
  await expect(page).toHaveURL(/\/activity\?.*include_non_prospects=true/)
  await openForm()
  await expect(form.getByText('broker@outside.example')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Have a look at Tuesday.')
  // A form that is closed keeps nothing.
  await form.getByRole('button', { name: 'Close' }).click()
  await openForm()
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('')
})

test('a token that is about to expire is refreshed before the next request', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  const renewed = page.waitForRequest('**/api/auth/refresh')
  // The same token with its expiry moved close to now. The page reads the expiry; the server never receives the token.
  await page.evaluate((now) => {
    const key = 'leaselight.access-token'
    const [head, body = '', signature] = (localStorage.getItem(key) ?? '').split('.')
    const payload = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const aged = btoa(JSON.stringify({ ...payload, exp: now / 1000 + 60 }))
    localStorage.setItem(
      key,
      [head, aged.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''), signature].join('.'),
    )
  }, Date.parse('2026-03-15T12:00:00-04:00'))
  await unfoldFilters(page)
  await page.getByRole('switch', { name: 'Include non-prospects' }).check({ force: true })
  await renewed
  await expect(page).toHaveURL(/include_non_prospects=true/)
  await waitForReport(page)
  await expect(page.getByRole('button', { name: '12: open the list' })).toBeVisible()
})

test('the chosen scope is the same in every report, or the report says what it covers instead', async ({ page }) => {
  await openReport(page, '/activity?preset=last_month&property_ids=11')
  const bar = page.getByRole('search', { name: 'Filters' })
  const following = ['calls', 'conversions', 'appointments', 'loss-reasons', 'renewals', 'attributions', 'tour-type']
  for (const path of [...following, 'boxscore']) {
    await navigateInApp(page, `/${path}`)
    await expect(page).toHaveURL(new RegExp(`/${path}\\?.*preset=last_month.*property(_ids)?=11`))
    await expect(bar).toContainText('Harbor Point')
    await expect(bar).toContainText('Feb 1 – 28')
  }
  await navigateInApp(page, '/occupancy')
  await expect(bar.getByRole('button', { name: 'Dates Today, Mar 15' })).toHaveAccessibleDescription(/about today/)
  await expect(page.getByText('Your dates, Last month, don’t apply here.')).toBeVisible()
  await navigateInApp(page, '/response-time')
  await expect(bar.getByRole('button', { name: 'Properties All properties' })).toHaveAccessibleDescription(/all your/)
  await expect(page.getByText('This report covers all your properties, not only Harbor Point.')).toBeVisible()
  // What a report did not follow is still chosen for the next one.
  await navigateInApp(page, '/activity')
  await expect(page).toHaveURL(/\/activity\?.*preset=last_month.*property_ids=11/)
})

test.describe('a company with invented records', () => {
  test.use({ user: 'olga' })

  test('says so beside its name, not above every page, and offers to look as someone else', async ({ page }) => {
    await page.goto(`/activity?${WEEK}`)
    await waitForReport(page)
    await expect(page.getByRole('region', { name: 'Announcements' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sample data' }).click()
    await expect(page.getByText('People, units and numbers are invented.')).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Explore as/ })).toHaveText([
      'Explore as manager of all properties',
      'Explore as regional manager',
      'Explore as leasing agent',
    ])
  })
})
