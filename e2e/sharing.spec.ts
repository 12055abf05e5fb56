import { chooseAction, dialog, recipients, signedInToken, to, waitForMail } from './support/sharing'
import {
  APP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  fetchApi,
  followNavigation,
  openReport,
  test,
  WEEK,
} from './support/test'

test('a report is shared and the team is written to, and both are listed under Sent', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, `/activity?${WEEK}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = dialog(page)
  await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled()
  const { width, height } = (await form.boundingBox()) ?? {}
  expect([width, height]).toEqual([390, 844])
  // What is no address is told where it is typed; a pasted list becomes recipients, and Backspace takes the last one off.
  await to(page).fill('nonsense')
  await to(page).press('Tab')
  await expect(form.getByText('“nonsense” is not an email address.')).toBeVisible()
  await to(page).fill('')
  await to(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Bea Broker <broker@outside.example>; second@outside.example, the owner')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(recipients(page)).toHaveText(['broker@outside.example', 'second@outside.example'])
  await expect(to(page)).toHaveValue('the owner')
  await to(page).fill('')
  await to(page).press('Backspace')
  await expect(recipients(page)).toHaveText(['broker@outside.example'])
  await form.getByRole('textbox', { name: 'Note' }).fill('Have a look at Tuesday.')
  await form.getByRole('checkbox', { name: 'CSV' }).check()
  await form.getByRole('textbox', { name: 'Note' }).press('Control+Enter')
  await expect(page.getByText('Activity is on its way to')).toBeVisible()
  await waitForMail('broker@outside.example', /Activity/)

  await chooseAction(page, 'More ways to send', 'Message the team')
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('Please call everybody back.')
  // Of several properties none is chosen for the reader.
  await expect(form.getByRole('combobox', { name: 'Property' })).toHaveValue('0')
  await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled()
  // The keys send what the button sends, and nothing while it is disabled.
  await message.press('Control+Enter')
  await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled()
  await form.getByRole('combobox', { name: 'Property' }).selectOption('Harbor Point')
  await message.press('Control+Enter')
  await expect(
    form.getByRole('region', { name: 'Earlier messages' }).getByText('Please call everybody back.'),
  ).toBeVisible()
  await expectAccessible(page, 'a message on a phone')
  await form.getByRole('button', { name: 'Close' }).click()

  // What changed is shared from there, with links to its numbers.
  await openReport(page, `/insights?${WEEK}`)
  await page.getByRole('button', { name: 'Share these findings' }).click()
  await expect(to(page)).toBeFocused()
  await to(page).fill('boss@outside.example')
  await to(page).press('Enter')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Insights is on its way to boss@outside.example')).toBeVisible()
  const findings = await waitForMail('boss@outside.example', /What changed, and why/)
  const { html } = await fetchApi<{ html: string }>('adam', `/api/outbox/${findings}`)
  // Two weeks of data, of which one property has less, show no clear change; the mail says so and leads to the page.
  expect(html).toContain('No number shows a clear change.')
  expect(html).toMatch(/<a href="[^"]*\/insights\?[^"]*"/)
  expect(html.match(/<img /g)).toHaveLength(3)

  await page.goto('/my-reports?show=sent')
  const sent = page.getByRole('list', { name: 'Sent' })
  await expect(sent.getByText('Have a look at Tuesday.')).toBeVisible()
  await expect(sent.getByText('Please call everybody back.')).toBeVisible()
  await expectNoHorizontalScroll(page, 'what was sent, on a phone')
})

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('reads the outbox, downloads attachments, and limits who may receive reports', async ({ page }) => {
    await page.request.post(`${APP}/api/share-report`, {
      headers: { authorization: `Bearer ${await signedInToken(page)}` },
      data: { report: 'activity', emails: ['reader@outside.example'], note: 'For your files', formats: ['csv'] },
    })
    await waitForMail('reader@outside.example', /Activity/)
    await page.goto('/')
    await followNavigation(page, 'Outbox')
    await expect(page.getByRole('button', { name: /reader@outside\.example/ })).toBeVisible()
    // Before a mail is open: axe would have to run a script in the mail, where no script may run.
    await expectAccessible(page, 'the outbox')
    await page.getByRole('button', { name: /reader@outside\.example/ }).click()
    const mail = page.frameLocator('iframe')
    await expect(mail.getByText('For your files')).toBeVisible()
    // With the mail's own styles, though pages accept no inline styles from text.
    await expect(mail.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '22px')
    await expect(mail.getByText('Prospects').first()).toBeVisible()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: /\.csv/ }).click()
    expect((await coming).suggestedFilename()).toMatch(/activity.*\.csv$/)

    await page.getByRole('button', { name: 'Change who can get email' }).click()
    await dialog(page).getByRole('radio', { name: 'Only these domains' }).check()
    await dialog(page).getByRole('textbox', { name: 'Domains, one on each line' }).fill('owner.example')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('to colleagues and to addresses at owner.example')).toHaveCount(2)
    await page.getByRole('button', { name: 'Change who can get email' }).click()
    await dialog(page).getByRole('radio', { name: 'Anyone' }).check()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('anyone outside the company').first()).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'the outbox on a phone')
  })
})
