import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  followNavigation,
  setColorScheme,
  signedInState,
  test,
} from './support/test'

test('a note is added from a chart, seen on another report, changed and deleted', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/activity?start_date=2026-03-01&end_date=2026-03-14')
  await page.getByRole('button', { name: 'Add a note' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a note' })
  // The chart's last day is filled in.
  await expect(dialog.getByLabel('First day')).toHaveValue('2026-03-14')
  await dialog.getByLabel('What happened?').fill('phones down')
  await dialog.getByLabel('First day').fill('2026-03-03')
  await dialog.getByLabel('Last day').fill('2026-03-09')
  await dialog.getByRole('combobox', { name: 'About' }).selectOption('Properties')
  await dialog.getByRole('combobox', { name: 'Properties' }).click()
  await page.getByRole('option', { name: 'Sunset Terrace' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'writing a note')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog).toHaveCount(0)
  const text = 'Mar 3 – 9, Sunset Terrace: phones down'
  const mark = page.getByRole('button', { name: `Note: ${text}` }).first()
  // The focus returns to the button first. A mark shows its text when the keyboard reaches it.
  await expect(page.getByRole('button', { name: 'Add a note' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await mark.focus()
  await expect(page.getByRole('tooltip').filter({ hasText: text })).toBeVisible()
  await page.keyboard.press('Escape')

  // Another report's chart has it, and none of the other property alone.
  await page.goto('/response-time?start_date=2026-03-01&end_date=2026-03-14')
  await expect(page.getByRole('button', { name: `Note: ${text}` }).first()).toBeVisible()
  await setColorScheme(page, 'dark')
  await expectAccessible(page, 'a chart with a note at night')
  await page.goto('/activity?start_date=2026-03-01&end_date=2026-03-14&property_ids=11')
  await expect(page.getByRole('button', { name: 'Add a note' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Note: / })).toHaveCount(0)

  await followNavigation(page, 'Notes on the timeline')
  await expect(page.getByRole('heading', { name: 'Notes on the timeline', level: 1 })).toBeVisible()
  const line = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(line).toContainText('Maria Moss')
  await page.getByRole('searchbox', { name: 'Find in the notes' }).fill('rents')
  await expect(page.getByText('No notes match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByRole('combobox', { name: 'Property' }).selectOption('Harbor Point')
  await expect(page.getByText('No notes match')).toBeVisible()
  await page.getByRole('combobox', { name: 'Property' }).selectOption('Sunset Terrace')
  await line.getByRole('button', { name: 'Actions: phones down' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('What happened?').fill('phones were down')
  await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click()
  await expect(line).toContainText('phones were down')
  await expectAccessible(page, 'the list of notes')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page, 'the list of notes on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  // A manager without that property doesn't see it.
  const other = await browser.newContext({ storageState: await signedInState('noah'), baseURL: baseURL ?? '' })
  const theirs = await other.newPage()
  await theirs.goto('/timeline-notes')
  await expect(theirs.getByText('No notes yet')).toBeVisible()
  await theirs.goto('/response-time?start_date=2026-03-01&end_date=2026-03-14')
  await expect(theirs.getByRole('button', { name: 'Add a note' }).first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^Note: / })).toHaveCount(0)
  await other.close()

  await line.getByRole('button', { name: 'Actions: phones were down' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('No notes yet')).toBeVisible()
})
