import { chooseAction, dialog, recipients, signedInToken, to, waitForMail } from './support/sharing'
import {
  APP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  fetchApi,
  navigateInApp,
  openReport,
  setColorScheme,
  test,
  WEEK,
} from './support/test'

test('a report is scheduled, sent at once, paused, and its recipients change', async ({ page, browser }) => {
  await openReport(page, `/calls?${WEEK}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = dialog(page)
  await expect(to(page)).toBeFocused()
  await expect(form.getByText('Calls, all your properties, Mar 8 – 14')).toBeVisible()
  await form.getByText('On a schedule').click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Calls for the owner')
  await form.getByRole('checkbox', { name: 'Friday' }).check()
  await expect(form.getByText('Every Monday and Friday at 7:00 AM')).toBeVisible()
  await expect(form.getByText('Mon, Mar 16')).toBeVisible()
  await form.getByRole('combobox', { name: 'How often' }).selectOption('MONTHLY')
  await form.getByRole('combobox', { name: 'Day of the month' }).selectOption('31')
  await expect(form.getByText('Tue, Mar 31')).toBeVisible()
  // A schedule is the reader's own until others are named.
  await expect(recipients(page)).toHaveText(['Maria Moss'])
  await to(page).fill('owner@outside.example')
  const typed = form.getByRole('option', { name: /^owner@outside\.example/ })
  await expect(to(page)).toHaveAttribute('aria-activedescendant', (await typed.getAttribute('id')) ?? 'none')
  await to(page).press('Enter')
  await expect(recipients(page)).toHaveText(['Maria Moss', 'owner@outside.example'])
  await to(page).pressSequentially('car')
  await expect(form.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveText([/^Carla Cruz/])
  await to(page).press('Enter')
  await expect(recipients(page)).toHaveText(['Maria Moss', 'owner@outside.example', 'Carla Cruz'])
  await expect(form.getByText('Carla Cruz added. 3 recipients.')).toBeAttached()
  await expectAccessible(page, 'the send drawer')
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/“Calls for the owner” goes out next on Tue, Mar 31/)).toBeVisible()

  await page.goto('/my-reports?show=scheduled')
  const item = page
    .getByRole('list', { name: 'Scheduled reports' })
    .getByRole('listitem')
    .filter({ hasText: 'Calls for the owner' })
    .first()
  await expect(item.getByText('Next: Tue, Mar 31')).toBeVisible()
  await item.getByRole('button', { name: 'Send me one now' }).click()
  await expect(item.getByText('No mail server is set up')).toBeVisible({ timeout: 20_000 })
  await waitForMail('maria@', /Calls for the owner/)
  await chooseAction(page, 'Actions for Calls for the owner', 'Pause')
  await expect(item.getByText('Paused: nothing is sent')).toBeVisible()
  await chooseAction(page, 'Actions for Calls for the owner', 'Resume')
  await expect(item.getByText('Next: Tue, Mar 31')).toBeVisible()

  // Its filters change on the page, its times and recipients in a form; each says when it is sent next.
  await item.getByRole('link', { name: 'Calls for the owner' }).click()
  await expect(page.getByText('Scheduled as Calls for the owner, next on Tue, Mar 31')).toBeVisible()
  const scheduled = new URL(page.url())
  scheduled.searchParams.set('group_by', 'hour')
  await navigateInApp(page, scheduled.pathname + scheduled.search)
  await expect(page.getByText('changed since')).toBeVisible()
  await page.getByRole('button', { name: 'Update the schedule' }).click()
  await expect(page.getByText(/is saved as you see it here. Next on Tue, Mar 31/)).toBeVisible()
  await expect(page.getByText('changed since')).toHaveCount(0)
  await page.getByRole('button', { name: 'Change when and to whom' }).click()
  await expect(form.getByText(/^Sends Calls · .*Rows by hour/)).toBeVisible()
  await form.getByLabel('At', { exact: true }).fill('08:15')
  // Who is taken off and put back is where they were: nothing has changed.
  await expect(recipients(page)).toHaveText(['Carla Cruz', 'Maria Moss', 'owner@outside.example'])
  await form.getByRole('button', { name: 'Remove Carla Cruz' }).click()
  await expect(recipients(page)).toHaveText(['Maria Moss', 'owner@outside.example'])
  await to(page).fill('carla')
  await to(page).press('Enter')
  await expect(recipients(page)).toHaveText(['Carla Cruz', 'Maria Moss', 'owner@outside.example'])
  await form.getByRole('button', { name: 'Remove Maria Moss' }).click()
  // What others change meanwhile stays: only what was written here is sent.
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/scheduled-reports', async (route) => {
    if (route.request().method() === 'GET') await mayAnswer
    await route.continue()
  })
  await form.getByRole('button', { name: 'Save changes' }).click()
  const sent = Object.keys((await saved).postDataJSON())
  expect(sent.sort()).toEqual(['day_of_month', 'emails', 'frequency', 'time', 'time_zone', 'weekdays'])
  await expect(page.getByText('next on Tue, Mar 31, 8:15 AM').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await form.getByText('On a schedule').click()
  await form.getByRole('combobox', { name: 'As' }).selectOption({ label: '“Calls for the owner” from now on' })
  await expect(form.getByText('From now on it is sent as you see it on this page.')).toBeVisible()
  // What is read later comes into the form, and what was written stays.
  await form.getByRole('textbox', { name: 'Note' }).fill('For Monday')
  await expect(form.getByLabel('At', { exact: true })).toHaveValue('07:00')
  answer()
  await expect(form.getByLabel('At', { exact: true })).toHaveValue('08:15')
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('For Monday')
  await expect(recipients(page)).toHaveCount(2)
  // The focus returns to where it was.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  await page.goto('/my-reports?show=scheduled')
  await expect(item.getByText('Next: Tue, Mar 31, 8:15 AM')).toBeVisible()

  // Every recipient gets one, the owner included. A recipient without an account unsubscribes by the link in the mail.
  const [schedule] = (await fetchApi<{ id: string; name: string }[]>('maria', '/api/scheduled-reports')).filter(
    ({ name }) => name === 'Calls for the owner',
  )
  await page.request.post(`${APP}/api/scheduled-reports/${schedule?.id}/send-now`, {
    headers: { authorization: `Bearer ${await signedInToken(page)}` },
    data: { to_me: false },
  })
  const mail = await waitForMail('owner@outside.example', /Calls for the owner/)
  const { text } = await fetchApi<{ text: string }>('adam', `/api/outbox/${mail}`)
  const link = /\/unsubscribe\?token=[^\s)>\]]+/.exec(text)?.[0] ?? ''
  expect(link).not.toBe('')
  const outside = await browser.newContext({ baseURL: APP })
  const stranger = await outside.newPage()
  await stranger.goto(link)
  await expect(stranger.getByText('owner@outside.example gets Calls for the owner')).toBeVisible()
  await expectAccessible(stranger, 'the way off a list')
  await stranger.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(stranger.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await stranger.goto(`${link}x`)
  await expect(stranger.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await outside.close()

  await page.reload()
  await item.getByRole('button', { name: '1 subscriber' }).click()
  await expect(dialog(page).getByText('owner@outside.example · unsubscribed')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Remove owner@outside.example' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Remove Carla Cruz' }).click()
  await expect(dialog(page).getByRole('list', { name: 'Subscribers' }).getByText('Carla Cruz')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  for (const scheme of ['light', 'dark'] as const) {
    await setColorScheme(page, scheme)
    await expectAccessible(page, `the schedules, ${scheme}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page, 'the schedules on a phone')
  await chooseAction(page, 'Actions for Calls for the owner', 'Delete')
  await expect(page.getByText('“Calls for the owner” is deleted.')).toBeVisible()
})

test.describe('a user without saved reports', () => {
  test.use({ user: 'noah' })

  test('reads what to do, and can retry a list that failed to load', async ({ page, allowConsole }) => {
    allowConsole(/503|A request failed/)
    await page.route('**/api/saved-reports', (route) =>
      route.fulfill({ status: 503, json: { error: { message: 'The store is away.', code: 'away' } } }),
    )
    await page.goto('/my-reports')
    await expect(page.getByRole('alert').filter({ hasText: 'The store is away.' })).toBeVisible()
    await page.unroute('**/api/saved-reports')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing saved yet')).toBeVisible()
    await page.getByRole('navigation', { name: 'My reports' }).getByRole('link', { name: 'Scheduled' }).click()
    await expect(page.getByText('Nothing scheduled yet')).toBeVisible()
    await page.getByRole('button', { name: 'Send it to me' }).click()
    await expect(page.getByRole('button', { name: 'Remove Noah North' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove Noah North' }).click()
    await expect(page.getByText('No subscribers yet.')).toBeVisible()
    await page.getByRole('navigation', { name: 'My reports' }).getByRole('link', { name: 'Sent' }).click()
    await expect(page.getByText('Nothing sent yet')).toBeVisible()
    await expectAccessible(page, 'nothing sent')
  })

  test('gets the Insights mail by one button on that page, and ends it there', async ({ page, allowConsole }) => {
    allowConsole(/503|A request failed/)
    const list = '**/api/reports/subscribers'
    await page.route(list, (route) =>
      route.fulfill({ status: 503, json: { error: { message: 'The store is away.', code: 'away' } } }),
    )
    await page.goto('/insights')
    const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load your daily mail. The store is away.' })
    await expect(failed).toBeVisible()
    const start = page.getByRole('button', { name: 'Mail me this daily' })
    const stop = page.getByRole('button', { name: 'Stop daily mail' })
    await expect(start.or(stop)).toHaveCount(0)
    await page.unroute(list)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await start.click()
    await expect(page.getByText(/^Done: We’ll mail Insights to noah@.+ every day at 7:00 AM/)).toBeVisible()
    await expect(stop).toBeEnabled()
    await expect(start).toHaveCount(0)
    await expectAccessible(page, 'Insights, mailed daily')
    await page.goto('/my-reports?show=scheduled')
    await expect(page.getByRole('button', { name: 'Remove Noah North' })).toBeVisible()
    await page.goto('/insights')
    await stop.click()
    await expect(page.getByText('We stopped mailing you Insights.')).toBeVisible()
    await expect(start).toBeEnabled()
    await expect(stop).toHaveCount(0)
    await page.goto('/my-reports?show=scheduled')
    await expect(page.getByText('No subscribers yet.')).toBeVisible()
  })
})
