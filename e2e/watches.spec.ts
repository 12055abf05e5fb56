import { expect, expectAccessible, expectNoHorizontalScroll, openReport, setColorScheme, test } from './support/test'

test('a number is watched from its cell, previewed, snoozed, changed and removed', async ({ page, allowConsole }) => {
  // The browser reports the refused webhook.
  allowConsole(/status of 400|not on the public internet/)
  await openReport(page, '/activity?preset=last_30_days&property_ids=11')
  const cell = page.getByRole('row', { name: /^Harbor Point/ }).locator('[data-number="leads"]')
  await cell.hover()
  // The number is named while its days are still being read.
  let readDays = () => {}
  const daysMayCome = new Promise<void>((resolve) => {
    readDays = resolve
  })
  await page.route('**/api/watches/preview', async (route) => {
    if (route.request().postDataJSON().days !== 0) await daysMayCome
    await route.continue()
  })
  await page.getByRole('button', { name: 'Watch Leads, Harbor Point' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch this number' })
  await expect(dialog.getByText('Leads at Harbor Point')).toBeVisible()
  await expect(dialog.getByText('Now 8')).toBeVisible()
  await expect(dialog.getByText('Reading the last 90 days')).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Watch' })
  const placeBefore = await submit.boundingBox()
  readDays()
  await expect(dialog.getByText(/^Would not have alerted you in the last 90 days\./)).toBeVisible()
  expect(await submit.boundingBox(), 'the days don’t move the button under a click').toEqual(placeBefore)
  // The threshold starts from the present value.
  const topBefore = (await dialog.boundingBox())?.y
  await dialog.getByRole('combobox', { name: 'Tell me when it' }).selectOption('Falls below')
  await expect(dialog.getByRole('textbox', { name: 'Below' })).toHaveValue('8')
  expect((await dialog.boundingBox())?.y, 'a dialog that grows stays where it began').toBe(topBefore)
  await dialog.getByRole('textbox', { name: 'Below' }).fill('20')
  await expectAccessible(page, 'the dialog of a watch')
  await dialog.getByRole('textbox', { name: 'Webhook' }).fill('https://10.0.0.1/hook')
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('not on the public internet')
  await dialog.getByRole('textbox', { name: 'Webhook' }).fill('')
  await submit.click()
  await expect(page.getByText('We’ll tell you when Leads at Harbor Point is below 20.')).toBeVisible()

  await page.goto('/my-reports?show=watched')
  const item = page.getByRole('listitem').filter({ hasText: 'Leads at Harbor Point' })
  await expect(item).toContainText('Tells you when it is below 20, by mail')
  await expect(item).toContainText('No alert yet.')
  await expectAccessible(page, 'the watched numbers')
  await expectNoHorizontalScroll(page, 'the watched numbers')
  const choose = async (action: string) => {
    await item.getByRole('button', { name: 'Actions for Leads at Harbor Point' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await choose('Snooze for a week')
  await expect(item).toContainText('Snoozed until')
  await choose('End snooze')
  await choose('Pause')
  await expect(item).toContainText('Paused.')
  await choose('Change')
  const change = page.getByRole('dialog', { name: 'Change this watch' })
  await change.getByRole('combobox', { name: 'Tell me when it' }).selectOption('Rises above')
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(item).toContainText('Tells you when it is above 20')
  await choose('Delete')
  await expect(page.getByText('You watch no numbers yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo deleting Leads at Harbor Point' }).click()
  await expect(item).toBeVisible()
  await setColorScheme(page, 'dark')
  await expectAccessible(page, 'the watched numbers in the dark')
  await choose('Delete')
})

test('the keyboard reaches every number, and a tile and a list offer to watch theirs', async ({
  page,
  allowConsole,
}) => {
  // The browser reports the refused fixed dates.
  allowConsole(/status of 400|between fixed dates/)
  await openReport(page, '/activity?preset=last_7_days&property_ids=11')
  await page
    .getByRole('row', { name: /^Harbor Point/ })
    .locator('[data-number="leads"] button')
    .focus()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'Watch this number' })
  await expect(dialog.getByText('Leads at Harbor Point')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.locator('section[data-number="prospects"]').hover()
  await page.getByRole('button', { name: 'Watch Prospects', exact: true }).click()
  await expect(dialog.getByText('Prospects at Harbor Point')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('row', { name: /^Harbor Point/ })
    .locator('[data-number="leads"] button')
    .click()
  await page.getByRole('button', { name: 'Watch this number' }).click()
  await expect(dialog.getByText('Leads at Harbor Point')).toBeVisible()
  // Fixed dates have numbers that never change.
  await openReport(page, '/activity?start_date=2026-03-08&end_date=2026-03-14&property_ids=11')
  await page
    .getByRole('row', { name: /^Harbor Point/ })
    .locator('[data-number="leads"] button')
    .focus()
  await page.keyboard.press('w')
  await expect(dialog.getByText(/^A number between fixed dates never changes/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Watch' })).toBeDisabled()
})
