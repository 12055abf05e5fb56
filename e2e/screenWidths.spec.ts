import { measureFold, measurePhone } from './support/layout'
import { openRow } from './support/table'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openReport,
  test,
  WEEK,
  waitForReport,
} from './support/test'

const ACTIVITY = `/activity?${WEEK}`

test('fits every screen from a phone to a wide one', async ({ page }) => {
  for (const width of [2560, 1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 2560) await openReport(page, ACTIVITY)
    await expectNoHorizontalScroll(page, `${width}`)
  }
  // The search is beside the filters in a wide window, as long as they leave it room.
  const search = page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Ask or find' })
  await expect(search).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(search).toBeVisible()
  await openReport(page, '/calls?preset=last_week_mon_fri&property_ids=11&caller_types=RESIDENT')
  await expect(search).toBeHidden()
  await page.setViewportSize({ width: 768, height: 900 })
  // A filter that is set leaves the others room on its line.
  await openReport(page, '/calls?preset=last_7_days')
  await expect(page.getByRole('button', { name: /^Filter, \d+ more$/ })).toBeVisible()
  await expect.poll(async () => (await measureFold(page)).filterLines).toBe(1)
  await openReport(page, ACTIVITY)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page, 'a phone')
  await page.getByRole('button', { name: 'All columns' }).click()
  const whole = page.getByRole('dialog', { name: 'Activity' })
  await openRow(page, 'Harbor Point')
  // The first column stays in place while the table scrolls sideways.
  const name = page.getByRole('rowheader', { name: 'Alice Archer' })
  const before = await name.boundingBox()
  await page.getByRole('columnheader', { name: 'Leases' }).scrollIntoViewIfNeeded()
  expect((await name.boundingBox())?.x).toBe(before?.x)
  await expectAccessible(page, 'all columns on a phone')
  await whole.getByRole('button', { name: 'Close' }).click()
  await expect(whole).toBeHidden()

  await page.getByRole('button', { name: /^Filters: 2 properties · Mar 8 – 14/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: '30 days' }).click()
  await expect(page).toHaveURL(/preset=last_30_days/)
  await sheet.getByRole('button', { name: /^Dates/ }).click()
  await sheet.getByRole('option', { name: 'Last 14 days' }).click()
  await expect(page).toHaveURL(/preset=last_14_days/)
  await expectAccessible(page, 'the filters on a phone')
  await sheet.getByRole('button', { name: /^Properties/ }).click()
  await expect(sheet.getByRole('option', { name: 'Harbor Point' })).toBeVisible()
  expect((await measurePhone(page, '[role=dialog]')).small).toEqual([])
  await sheet.getByRole('button', { name: 'Show the report' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('search', { name: 'Filters' })).toContainText('Last 14 days')

  // Forms and the search take the whole height, and are closed by a button that is in sight.
  for (const [opener, title] of [
    ['Save', 'Save this report'],
    ['Add a note', 'Add a note'],
    ['Find', 'Find'],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport()
    await expect
      .poll(async () => {
        const { x = -1, y = -1, width = 0, height = 0 } = (await dialog.boundingBox()) ?? {}
        return x === 0 && width === 390 && y <= 24 && y + height === 844
      }, title)
      .toBe(true)
    expect((await measurePhone(page, '[role=dialog]')).small, title).toEqual([])
    await expectAccessible(page, `${title} on a phone`)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  // The account's menu opens where there is room.
  await page.getByRole('button', { name: 'Reports', exact: true }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeInViewport({ ratio: 1 })
  await expectNoHorizontalScroll(page, 'the account on a phone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close the navigation' }).click()

  await page.locator('[data-cards]').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toContainText('Ann Abbott')
  await expectNoHorizontalScroll(page, 'the list behind a number on a phone')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Reports' }).click()
  const pages = page.getByRole('dialog', { name: 'Harbor & Pine Homes' })
  await expect(pages.getByRole('link', { name: 'Calls' })).toBeVisible()
  await expect(pages.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expectAccessible(page, 'the navigation on a phone')
  await pages.getByRole('link', { name: 'Calls' }).click()
  await waitForReport(page)
  await expect(pages).toBeHidden()
  await expectNoHorizontalScroll(page, 'Calls on a phone')
  // A sheet is closed by its handle as well.
  await page.getByRole('button', { name: /^Filters: / }).click()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('The sheet is not there.')
  await page.mouse.move(195, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(195, box.y + 160, { steps: 4 })
  await page.mouse.up()
  await expect(sheet).toBeHidden()
})
