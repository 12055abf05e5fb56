import { takeShift, watchShifts } from './support/layout'
import { expect, expectAccessible, expectNoHorizontalScroll, fetchApi, setColorScheme, test } from './support/test'

test('goals are typed, pasted, imported and saved, and the page says who is behind', async ({ page }) => {
  await page.goto('/goals?goal=leads&year=2026')
  await expect(page.getByRole('heading', { name: 'Goals', level: 1 })).toBeVisible()
  const field = (property: string, month: string) => page.getByRole('textbox', { name: `${property}, ${month} 2026` })
  // Months that are over are no fields.
  await expect(field('Harbor Point', 'Feb')).toHaveCount(0)
  await field('Harbor Point', 'Mar').fill('60')
  await page.keyboard.press('Enter')
  await expect(field('Sunset Terrace', 'Mar')).toBeFocused()
  await page.keyboard.type('x')
  await expect(page.getByRole('button', { name: 'Save goals' })).toBeDisabled()
  await page.keyboard.press('Backspace')
  await field('Harbor Point', 'Apr').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', '70\t80\n5\t6')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(field('Sunset Terrace', 'May')).toHaveValue('6')
  await expectAccessible(page, 'goals that were typed')
  await page.locator('input[type=file]').setInputFiles({
    name: 'goals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Property,Mar 2026,Jun 2026\nSunset Terrace,4,7\nSunset Tower,1,\n'),
  })
  await expect(page.getByRole('alert', { name: 'Lines that could not be used' })).toContainText(
    'Line 3: No property is called “Sunset Tower”.',
  )
  await expect(page.getByText('7 changes not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save goals' }).click()
  await expect(page.getByRole('button', { name: 'Save goals' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('1 of 2 properties is behind.')
  const row = page.getByRole('row', { name: /Harbor Point 7 of 60/ })
  await expect(row).toContainText('Behind')
  const { properties } = await fetchApi<{ properties: { targets: (number | null)[] }[] }>(
    'maria',
    '/api/goals?goal=leads&year=2026',
  )
  expect(properties.map(({ targets }) => targets.slice(2, 6))).toEqual([
    [60, 70, 80, null],
    [4, 5, 6, 7],
  ])

  await page.getByRole('button', { name: 'Divide a group’s goal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Month' }).selectOption('2026-12')
  await dialog.getByRole('textbox', { name: 'Leads of all its properties' }).fill('9')
  await expectAccessible(page, 'dividing a group’s goal')
  await dialog.getByRole('button', { name: 'Divide' }).click()
  await expect(field('Harbor Point', 'Dec')).toHaveValue('5')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field('Harbor Point', 'Dec')).toHaveValue('')
  // The fixture company has no whole month of records of the year before.
  await page.getByRole('button', { name: 'Set from last year' }).click()
  await expect(dialog.getByRole('status')).toHaveText('No month has a whole month of records a year before.')
  await expect(dialog.getByRole('button', { name: 'Fill in' })).toBeDisabled()
  await page.keyboard.press('Escape')
  // What is typed for one goal doesn't become another's on the way back.
  const goal = page.getByRole('combobox', { name: 'Goal', exact: true })
  await goal.selectOption('visits')
  await expect(goal).toHaveValue('visits')
  await field('Harbor Point', 'Dec').fill('8')
  await page.goBack()
  await expect(goal).toHaveValue('leads')
  await expect(field('Harbor Point', 'Dec')).toHaveValue('')
  // A group's own goal goes before the sum of its properties'.
  await field('All properties', 'Mar').fill('90')
  await page.getByRole('combobox', { name: 'Add a group’s goal' }).selectOption('Region: West')
  await field('Region: West', 'Mar').fill('9')
  await expect(field('Region: West', 'Mar')).toHaveAttribute('placeholder', '4')
  await page.getByRole('button', { name: 'Save goals' }).click()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('The properties’ goals add up to 64.')
  await expect(page.getByRole('row', { name: /Region: West 4 of 9/ })).toBeVisible()
  await setColorScheme(page, 'dark')
  await expectAccessible(page, 'goals at night')

  // The month's own report shows them beside its numbers.
  await page.goto('/insights?view=snapshot&preset=month_to_date')
  await page.setViewportSize({ width: 390, height: 844 })
  // Who is behind comes after the grid below it, which must not move.
  await watchShifts(page)
  await page.route('**/api/goals/pace?*', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    const response = await route.fetch()
    // A long name leaves its numbers their room.
    const body = (await response.text()).replaceAll('Harbor Point', 'The Residences at Harbor Point, North Tower')
    await route.fulfill({ response, body })
  })
  await page.goto('/goals?goal=leads')
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'The Residences at Harbor Point' }).first()).toBeVisible()
  expect(await takeShift(page)).toBeLessThan(0.02)
  await expectNoHorizontalScroll(page, 'goals on a phone')
})

test('a report of the month shows the pace on its tiles and in its table', async ({ page }) => {
  await page.goto('/goals?goal=visits')
  await page.getByRole('textbox', { name: 'Harbor Point, Mar 2026' }).fill('40')
  await page.getByRole('textbox', { name: 'Sunset Terrace, Mar 2026' }).fill('30')
  await page.getByRole('button', { name: 'Save goals' }).click()
  await expect(page.getByRole('button', { name: 'Save goals' })).toHaveCount(0)
  await page.goto('/activity?preset=month_to_date')
  await expect(page.getByRole('region', { name: 'Visits', exact: true })).toContainText('6 of 70 · needs')
  await expect(page.getByRole('row', { name: /Harbor Point/ })).toContainText('of 40')
  // Insights has the goals of the month beside its week, below its lines in a narrow window.
  await page.goto('/insights?preset=last_7_days')
  const week = page.getByRole('table', { name: 'How the week stands' })
  await expect(week.getByRole('columnheader', { name: 'Goal for Mar' })).toBeVisible()
  await expect(week.getByRole('row', { name: /^Visits/ })).toContainText('6 of 70 · needs')
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(week.getByRole('columnheader', { name: 'Goal for Mar' })).toHaveCount(0)
  await expect(week.getByRole('row', { name: 'Goal for Mar 6 of 70 · needs' })).toBeVisible()
  await expectNoHorizontalScroll(page, 'the goals of Insights on a tablet')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/goals?goal=visits')
  await page.getByRole('combobox', { name: 'Add a group’s goal' }).selectOption('Region: West')
  await page.getByRole('textbox', { name: 'Region: West, Mar 2026' }).fill('50')
  await page.getByRole('button', { name: 'Save goals' }).click()
  await expect(page.getByRole('button', { name: 'Save goals' })).toHaveCount(0)
  await page.goto('/activity?preset=month_to_date&properties_by_attributes=Region:West')
  await expect(page.getByRole('region', { name: 'Visits', exact: true })).toContainText('3 of 50 · needs')
  // With another filter the number is another one, so nothing is compared.
  await page.goto('/activity?preset=month_to_date&include_non_prospects=true')
  await expect(page.getByRole('row', { name: /Harbor Point/ })).toBeVisible()
  await expect(page.getByText('6 of 70')).toHaveCount(0)
})
