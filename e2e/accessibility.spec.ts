import type { Page } from '@playwright/test'
import { reportsOfRun } from './support/product'
import {
  expect,
  expectAccessible,
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
  // It is alone, so it is open from the start.
  await press('Enter')
  await expect(focused()).toHaveAttribute('aria-expanded', 'false')
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
