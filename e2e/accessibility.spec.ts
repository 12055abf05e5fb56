import type { Page } from '@playwright/test'
import { measureFold, measurePhone } from './support/layout'
import { ofRun, reportsOfRun } from './support/product'
import { openRow } from './support/table'
import {
  CRM,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  followNavigation,
  openReport,
  setColorScheme,
  test,
  WEEK,
  waitForReport,
} from './support/test'

const ACTIVITY = `/activity?${WEEK}`

test('the whole path works by keyboard alone', async ({ page }) => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () => page.locator(':focus')
  await openReport(page, ACTIVITY)

  await press('Tab')
  await expect(focused()).toHaveText('Skip to the report')
  await press('Enter')
  await expect(focused()).toHaveAttribute('id', 'content')

  await tabTo(page, /^Properties/)
  await press('Enter')
  await expect(focused()).toHaveAttribute('role', 'combobox')
  await press('ArrowDown', 'Enter', 'Escape')
  // Escape clears the highlight.
  await expect(page).not.toHaveURL(/property_ids/)
  await expect(focused()).toHaveText(/^Properties/)
  await press('Enter')
  await expect(focused()).toHaveAttribute('role', 'combobox')
  await press('ArrowDown', 'Enter')
  await tabTo(page, /^Done$/)
  await press('Enter')
  await expect(page).toHaveURL(/property_ids=12/)
  await expect(focused()).toHaveText(/^Properties/)

  await tabTo(page, /^Dates/)
  await press('Enter')
  await expect(focused()).toHaveAttribute('role', 'listbox')
  await press('Home', 'ArrowDown', 'ArrowDown', 'Enter')
  await expect(page).toHaveURL(/preset=last_7_days/)
  await waitForReport(page)

  await focusInTable(page)
  await expect(focused()).toHaveAttribute('data-at', '0:0')
  await press('ArrowDown')
  await expect(focused()).toHaveText('Total')
  await press('ArrowDown')
  await expect(focused()).toHaveText('Sunset Terrace')
  await press('Enter')
  await expect(focused()).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('grid')).toContainText('Carla Cruz')
  await press('ArrowRight')
  await expect(focused()).toHaveText('4')
  await press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Leads, Sunset Terrace/ })
  await expect(drawer.locator('tbody tr')).toHaveCount(4)
  expect(await drawer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await press('Escape')
  await expect(drawer).toBeHidden()
  await expect(focused()).toHaveAttribute('data-at', '2:1')
  // The whole table is one tab stop.
  await press('Tab')
  expect(await page.getByRole('grid').evaluate((grid) => grid.contains(document.activeElement))).toBe(false)

  await page.getByRole('navigation', { name: 'Reports' }).getByRole('button', { name: 'Leases' }).focus()
  await press('Enter')
  await tabTo(page, /^Occupancy$/)
  await press('Enter')
  await waitForReport(page)
  await expect(focused()).toHaveAttribute('id', 'content')
  await page.getByRole('button', { name: /^Account of/ }).focus()
  await press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  await press('ArrowDown', 'ArrowDown')
  await expect(focused()).toHaveRole('menuitemradio')
  await press('Escape')
  await expect(focused()).toHaveAccessibleName(/^Account of/)
})

/** Presses Tab until a control with this text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    if (text.test((await page.locator(':focus').textContent()) ?? '')) return
  }
  throw new Error(`The Tab key does not lead to ${text}.`)
}

async function focusInTable(page: Page): Promise<void> {
  const grid = page.getByRole('grid')
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    if (await grid.evaluate((element) => element.contains(document.activeElement))) return
  }
  throw new Error('The Tab key does not lead into the table.')
}

for (const scheme of ofRun(['light', 'dark'] as const))
  test(`axe finds nothing to complain about, ${scheme}`, async ({ page }) => {
    await setColorScheme(page, scheme)
    await openReport(page, ACTIVITY)
    await openRow(page, 'Harbor Point')
    await expect(page.locator('[role=img] canvas, [role=img] svg').first()).toBeVisible()
    await expectAccessible(page, 'Activity')
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('button', { name: '5: open the list' }).click()
    await expect(page.getByText('1 – 5 of 5')).toBeVisible()
    await expectAccessible(page, 'the list behind a number, and a chart’s table')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Properties/ }).click()
    await expect(page.getByRole('combobox', { name: 'Find in properties' })).toBeVisible()
    await expectAccessible(page, 'the property picker')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Dates/ }).click()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible()
    await expectAccessible(page, 'the date picker')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(page.getByRole('menuitem', { name: 'Show all' })).toBeVisible()
    await expectAccessible(page, 'the choice of columns')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'How to read this' }).click()
    const reading = page.getByRole('dialog', { name: 'How to read Activity' })
    await expect(reading).toContainText('What came in, and what did each office do about it?')
    await expect(reading).toContainText('Harbor Point, Prospects: 6. ')
    await expectAccessible(page, 'how to read a report')
    await page.keyboard.press('Escape')

    for (const address of [`/calls?${WEEK}`, '/occupancy']) {
      await openReport(page, address)
      await expectAccessible(page, address)
    }
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await expectAccessible(page, 'an unknown address')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expectAccessible(page, 'the sign-in')
    await page.goto(CRM)
    await expectAccessible(page, 'the CRM’s page')
  })

test('reports open from the navigation without errors and are accessible', async ({ page }) => {
  test.setTimeout(480_000)
  await setColorScheme(page, 'light')
  await openReport(page, ACTIVITY)
  // The lowest window that must show all of it, whichever section is unfolded.
  await page.setViewportSize({ width: 1440, height: 720 })
  const navigation = page.getByRole('navigation', { name: 'Reports' })
  for (const section of await navigation.getByRole('heading').getByRole('button').all()) {
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.click()
    expect(await navigation.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0)
  }
  const all = await navigation
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => link.querySelector('span')?.textContent ?? link.textContent ?? ''))
  expect(all.slice(0, 4)).toEqual(['Insights', 'Boxscore', 'My page', 'My reports'])
  const asked = new Set(reportsOfRun().map(([, { title }]) => title))
  const names = all.filter((name) => asked.has(name))
  expect(names).not.toEqual([])
  for (const name of names) {
    await followNavigation(page, name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page, name)
  }
})

test('fits every screen from a phone to a wide one', async ({ page }) => {
  for (const width of [2560, 1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 2560) await openReport(page, ACTIVITY)
    await expectNoHorizontalScroll(page, `${width}`)
  }
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
