import { dialog } from './support/sharing'
import {
  APP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openReport,
  setColorScheme,
  test,
  tokensOf,
  WEEK,
} from './support/test'

test('several saved reports are one workbook', async ({ page }) => {
  const { token } = await tokensOf('maria')
  for (const report of ['calls', 'occupancy'])
    await page.request.post(`${APP}/api/saved-reports/create`, {
      headers: { authorization: `Bearer ${token}` },
      data: { name: `Monday ${report}`, report },
    })
  await page.goto('/my-reports')
  await page.getByRole('button', { name: 'Export several to Excel' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Export' })).toBeDisabled()
  for (const name of ['Monday calls', 'Monday occupancy']) await dialog(page).getByRole('checkbox', { name }).check()
  await expectAccessible(page, 'the choice of reports for a workbook')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Export 2 reports' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/-reports-.*\.xlsx$/)
  await expect(dialog(page)).toHaveCount(0)

  // The same goes out on a schedule, which can be given other reports later.
  const choose = async (...names: string[]) => {
    await page.getByRole('button', { name: 'Export several to Excel' }).click()
    for (const name of names) await dialog(page).getByRole('checkbox', { name }).check()
    await dialog(page).getByRole('button', { name: 'Send or schedule' }).click()
  }
  await choose('Monday calls', 'Monday occupancy')
  await expect(dialog(page)).toContainText('Excel workbook of Monday calls and Monday occupancy.')
  await expect(dialog(page)).toContainText('A mail with the workbook, which has a tab for each report.')
  await expectAccessible(page, 'sending a workbook')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Monday book')
  await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('Monday book').first()).toBeVisible()
  await choose('Monday calls')
  await dialog(page).getByRole('combobox', { name: 'As' }).selectOption('“Monday book” from now on')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/my-reports?show=scheduled')
  await expect(page.getByText('1 saved report').first()).toBeVisible()
})

test('a guest reads a report by a link until it is revoked, and a spreadsheet reads its own', async ({
  page,
  browser,
}) => {
  await openReport(page, `/activity?${WEEK}`)
  const make = async (way: string) => {
    await page.getByRole('button', { name: 'More ways to send' }).click()
    await page.getByRole('menuitem', { name: way }).click()
    await expectAccessible(page, way)
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    const address = await dialog(page).getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    return new URL(address)
  }
  const guest = await make('Link for guests')
  const sheet = await make('Link for a spreadsheet')
  const csv = await fetch(APP + sheet.pathname + sheet.search)
  expect(await csv.text()).toContain('Harbor Point')

  // A browser of its own, without a session.
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const reader = await context.newPage()
  await reader.goto(`${APP}/guest${guest.hash}`)
  await expect(reader.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await expect(reader.getByRole('rowheader', { name: 'Harbor Point' })).toBeVisible()
  await expect(reader.getByRole('main').getByRole('button', { name: /Opens the list/ })).toHaveCount(0)
  const [file] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  for (const scheme of ['light', 'dark'] as const) {
    await setColorScheme(reader, scheme)
    await expectAccessible(reader, `a guest’s report, ${scheme}`)
  }
  // Paper is white, also from a dark screen.
  const scheme = async (moment: 'beforeprint' | 'afterprint') => {
    await reader.evaluate((name) => window.dispatchEvent(new Event(name)), moment)
    return reader.locator('html').getAttribute('data-mantine-color-scheme')
  }
  expect([await scheme('beforeprint'), await scheme('afterprint')]).toEqual(['light', 'dark'])
  // Parts of a grid overlap where a table goes on to the next sheet.
  await reader.emulateMedia({ media: 'print' })
  expect(await reader.getByRole('main').evaluate((one) => getComputedStyle(one).display)).toBe('block')
  await reader.emulateMedia({ media: null })
  await reader.setViewportSize({ width: 390, height: 844 })
  await expect(reader.getByRole('button', { name: 'All columns' })).toBeVisible()
  await expectNoHorizontalScroll(reader, 'a guest’s report on a phone')
  await expect(reader.getByText('Mar 8 – 14 vs Mar 1 – 7', { exact: true })).toBeVisible()
  const cut = await reader.getByRole('button', { name: 'Download PDF' }).evaluate((one) => {
    const label = one.querySelector('.mantine-Button-label')
    return (label?.scrollWidth ?? 0) - (label?.clientWidth ?? 0)
  })
  expect(cut, 'the label of a header’s button on a phone').toBeLessThanOrEqual(0)

  // A failure of the server doesn't claim that the link is gone.
  await reader.route('**/api/guest/report', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { message: 'Something went wrong on our side.', code: 'unexpected' } },
    }),
  )
  await reader.reload()
  const failed = reader.getByRole('alert').filter({ hasText: 'We couldn’t load this report' })
  await expect(failed).toContainText('Something went wrong on our side.')
  await reader.unroute('**/api/guest/report')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(reader.getByRole('button', { name: 'All columns' })).toBeVisible()

  await page.goto('/my-reports?show=keys')
  const list = page.getByRole('list', { name: 'Links and keys' })
  await expect(list.getByText('Link for guests ending in')).toBeVisible()
  await expectAccessible(page, 'links and keys')
  for (const item of ['Link for guests', 'Link for a spreadsheet']) {
    await list.getByRole('listitem').filter({ hasText: item }).getByRole('button', { name: 'Revoke Activity' }).click()
    await dialog(page).getByRole('button', { name: 'Revoke' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'This link doesn’t work any more' })).toBeVisible()
  expect((await fetch(APP + sheet.pathname + sheet.search)).status).toBe(404)
  await context.close()
})

test('an API key is shown once, reads, and stops when it is revoked', async ({ page }) => {
  await page.goto('/my-reports?show=keys')
  // An empty list says what will be in it, and begins with a link.
  const starters = page.getByRole('region', { name: 'Start here' })
  await expect(starters).toContainText('No links yet.')
  await starters.getByRole('button', { name: 'Share Activity' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Activity')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New API key' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('BI dashboard')
  await dialog(page).getByRole('button', { name: 'Create key' }).click()
  const key = await dialog(page).getByRole('textbox', { name: 'API key' }).inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const read = async () =>
    (await fetch(`${APP}/api/reports/occupancy`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await read()).toBe(200)
  const item = page.getByRole('listitem').filter({ hasText: `API key ending in ${key.slice(-4)}` })
  await item.getByRole('button', { name: 'Revoke BI dashboard' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(item).toHaveCount(0)
  expect(await read()).toBe(401)
})

test('a channel is added to the webhooks, paused and deleted', async ({ page, allowConsole }) => {
  // The first address is refused.
  allowConsole(/status of 400|must begin with https/)
  await page.goto('/my-reports?show=keys')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Leasing channel')
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill('http://hooks.slack.example/services/x')
  await dialog(page).getByRole('checkbox', { name: 'New finding' }).uncheck()
  await dialog(page).getByRole('checkbox', { name: 'Report sent' }).check()
  await expect(dialog(page).getByRole('checkbox', { name: 'Import done' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The address of a webhook must begin with https://.')
  await expectAccessible(page, 'the dialog of a webhook')
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill('https://hooks.slack.example/services/x')
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  const list = page.getByRole('list', { name: 'Webhooks' })
  await expect(list.getByText('Slack channel · hooks.slack.example')).toBeVisible()
  for (const action of ['Pause', 'Resume', 'Delete']) {
    await list.getByRole('button', { name: 'Actions for Leasing channel' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(list.getByText('Paused.')).toHaveCount(action === 'Pause' ? 1 : 0)
  }
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
})

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('sees who did what, by kind, and takes it as a file', async ({ page }) => {
    await openReport(page, `/calls?${WEEK}`)
    await page.goto('/admin/audit')
    const log = page.getByRole('list', { name: 'Activity log' })
    await expect(log.getByText('Opens a report: Calls').first()).toBeVisible()
    // Other tests erase, but no manager does.
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Erased')
    await page.getByRole('combobox', { name: 'Person' }).selectOption('Maria Moss')
    await expect(page.getByText('Nothing matches this filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByRole('combobox', { name: 'Person' }).selectOption('Adam Admin')
    await expect(log.getByText('Adam Admin').first()).toBeVisible()
    await expectAccessible(page, 'the activity log')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('activity-log.csv')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'the activity log on a phone')
  })
})
