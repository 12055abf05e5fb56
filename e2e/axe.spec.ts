import { ofRun } from './support/product'
import { openRow } from './support/table'
import { CRM, expect, expectAccessible, openReport, setColorScheme, test, WEEK } from './support/test'

const ACTIVITY = `/activity?${WEEK}`

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
