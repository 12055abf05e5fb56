import {
  expect,
  expectAccessible,
  expectNoSideways,
  inScheme,
  openReport,
  settled,
  signedInAs,
  test,
  WEEK,
} from './test'

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('switches a report off for the company and takes that back; it is gone and there again at once', async ({
    page,
    browser,
  }) => {
    await inScheme(page, 'light')
    await page.goto('/admin/flags')
    const row = page.getByRole('listitem').filter({ hasText: 'The Drip campaign report.' })
    const flag = row.getByRole('switch')
    await expect(flag).toBeChecked()
    await expectAccessible(page, 'the flags')
    const drip = page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Drip campaign' })
    await expect(drip).toBeVisible()
    await flag.click({ force: true })
    await expect(row).toContainText(/Set here, Mar 15, 2026\. The record says on\./)
    await expect(drip).toHaveCount(0)

    // A colleague without a key to this page sees the report go, and is told why.
    const context = await browser.newContext({ storageState: await signedInAs('maria') })
    const colleague = await context.newPage()
    await colleague.goto('/drip-campaign')
    await expect(colleague.getByText('Drip campaign is not switched on for your company.')).toBeVisible()
    await colleague.goto('/admin/flags')
    await expect(colleague.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await expect(colleague.getByRole('link', { name: 'Feature flags' })).toHaveCount(0)

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page, 'the flags on a phone')
    await row.getByRole('button', { name: /^Take back/ }).click()
    await expect(row).toContainText('As in the company’s record: on')
    await colleague.goto(`/drip-campaign?${WEEK}`)
    await settled(colleague)
    await context.close()
  })
})

test.describe('a sales demo', () => {
  test.use({ user: '' })

  test('shows no real name on any screen, in any list or menu', async ({ page }) => {
    test.setTimeout(120_000)
    const state = await signedInAs('maria')
    await page.context().addInitScript((items) => {
      if (window.location.pathname.startsWith('/login')) return
      for (const { name, value } of items) if (!localStorage.getItem(name)) localStorage.setItem(name, value)
      localStorage.setItem('leaselight.demo', 'true')
    }, state.origins[0]?.localStorage ?? [])
    const real =
      /Harbor|Sunset Terrace|Alice|Archer|Ben Brook|Carla|Cruz|Dan Doyle|Ann Abbott|Bob|Baker|Cleo|Chen|Dora|Diaz|Eli Evans|Rita Resident|555 010/
    const look = async (what: string) => {
      const shown = await page.evaluate(() => `${document.title}\n${document.body.innerText}`)
      expect(real.exec(shown)?.[0], what).toBeUndefined()
    }
    for (const path of ['activity', 'calls', 'call-log', 'call-transcripts', 'appointments', 'boxscore', 'insights']) {
      await page.goto(`/${path}?${WEEK}`)
      await expect(page.getByRole('note').filter({ hasText: 'Sales demo' })).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await look(path)
    }
    await openReport(page, `/activity?${WEEK}`)
    await page.getByRole('button', { name: /^Properties/ }).click()
    await expect(page.getByRole('combobox', { name: 'Find in properties' })).toBeVisible()
    await look('the property picker')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /open the list/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').locator('tbody tr').first()).toBeVisible()
    await look('the list behind a number')
  })
})
