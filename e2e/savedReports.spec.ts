import { chooseAction, dialog, signedInToken } from './support/sharing'
import {
  APP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  fetchApi,
  openReport,
  setColorScheme,
  test,
  unfoldFilters,
  WEEK,
} from './support/test'

test('a report is saved, reopened, changed and saved again', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}&property_ids=11`)
  // Other tests have saved some; without any there is no count.
  await page.waitForLoadState('networkidle')
  const mine = page.getByRole('link', { name: 'My reports' })
  const saved = async () => Number(/\d*$/.exec((await mine.textContent()) ?? '')?.[0])
  const before = await saved()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Activity')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('  ')
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Harbor’s week')
  await expectAccessible(page, 'the save dialog')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved as Harbor’s week')).toBeVisible()
  await expect.poll(saved).toBe(before + 1)
  await expect(mine).toHaveAccessibleDescription(new RegExp(`^${before + 1} saved reports?$`))

  // A changed filter is not part of it until it is saved too.
  await unfoldFilters(page)
  await page.getByRole('switch', { name: 'Include non-prospects' }).click()
  await expect(page.getByText('changed since')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText('changed since')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Include non-prospects' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Include non-prospects' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('changed since')).toHaveCount(0)

  await mine.click()
  await page.getByRole('link', { name: 'Harbor’s week' }).click()
  await expect(page.getByText('Saved as Harbor’s week')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Include non-prospects' })).toBeChecked()
  expect(new URL(page.url()).searchParams.get('property_ids')).toBe('11')
})

test('saved reports are renamed, duplicated, deleted and restored', async ({ page }) => {
  const token = await signedInToken(page)
  await page.request.post(`${APP}/api/saved-reports/create`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Old name', report: 'calls', params: { group_by: 'hour' } },
  })
  await page.goto('/my-reports')
  const list = page.getByRole('list', { name: 'Saved reports' })
  await chooseAction(page, 'Actions for Old name', 'Rename')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Calls by hour')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(list.getByRole('link', { name: 'Calls by hour', exact: true })).toBeVisible()
  await chooseAction(page, 'Actions for Calls by hour', 'Duplicate')
  await expect(list.getByRole('link', { name: /Calls by hour \(copy\)/ })).toBeVisible()
  await chooseAction(page, 'Actions for Calls by hour', 'Delete')
  await expect(list.getByRole('link', { name: 'Calls by hour', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo deleting Calls by hour' }).click()
  await expect(list.getByRole('link', { name: 'Calls by hour', exact: true })).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    await setColorScheme(page, scheme)
    await expectAccessible(page, `My reports, ${scheme}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page, 'My reports on a phone')

  // The address of a report without filters has only its saved id, and retains it.
  const made = await page.request.post(`${APP}/api/saved-reports/create`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'What we spend', report: 'ad-spend' },
  })
  await openReport(page, `/ad-spend?saved=${(await made.json()).saved_report_id}`)
  await expect(page.getByText('Saved as What we spend')).toBeVisible()
})

test("other people's saved items are not visible, and the outbox is not open to them", async ({ page }) => {
  const theirs = await fetchApi<{ id: string }[]>('adam', '/api/saved-reports')
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  // Another person's saved link still opens with its filters, without its name.
  await openReport(
    page,
    `/activity?${WEEK}&property_ids=11&saved=${theirs[0]?.id ?? '00000000-0000-4000-8000-000000000000'}`,
  )
  await expect(page.getByText('Saved as')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Properties Harbor Point' })).toBeVisible()
})
