import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  setColorScheme,
  signedInState,
  test,
  WEEK,
  waitForReport,
} from './support/test'

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('switches a report off for the company and on again; it disappears and returns at once', async ({
    page,
    browser,
  }) => {
    await setColorScheme(page, 'light')
    await page.goto('/admin/flags')
    const row = page.getByRole('listitem').filter({ hasText: 'The Drip campaign report.' })
    const flag = row.getByRole('switch')
    await expect(flag).toBeChecked()
    await expectAccessible(page, 'the flags')
    const drip = page
      .getByRole('navigation', { name: 'Reports' })
      .getByRole('link', { name: 'Drip campaign', includeHidden: true })
    await expect(drip).toHaveCount(1)
    await flag.click({ force: true })
    await expect(row).toContainText(/Set here, Sun, Mar 15, 12:00 PM ET\. Company’s record: on\./)
    await expect(drip).toHaveCount(0)

    // A colleague without access to this page sees the report disappear, and reads why.
    const context = await browser.newContext({ storageState: await signedInState('maria') })
    const colleague = await context.newPage()
    await colleague.goto('/drip-campaign')
    await expect(colleague.getByText('Drip campaign isn’t turned on for your company.')).toBeVisible()
    await colleague.goto('/admin/flags')
    await expect(colleague.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await expect(colleague.getByRole('link', { name: 'Feature flags', includeHidden: true })).toHaveCount(0)

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'the flags on a phone')
    await row.getByRole('button', { name: /^Reset/ }).click()
    await expect(row).toContainText('From the company’s record: on')
    await colleague.goto(`/drip-campaign?${WEEK}`)
    await waitForReport(colleague)
    await context.close()
  })
})
