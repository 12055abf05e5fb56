import { expect, expectAccessible, expectNoHorizontalScroll, test, unfoldFilters } from './support/test'

test('properties are compared with the portfolio, and by an attribute', async ({ page }) => {
  await page.goto('/response-time')
  const row = page.getByRole('row', { name: /Harbor Point/ })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('too few')
  await unfoldFilters(page)
  await page.getByRole('button', { name: /^Peers/ }).click()
  await expect(page.getByRole('option')).toHaveText(['None', 'Portfolio', 'Same Class', 'Same Region'])
  await page.getByRole('option', { name: 'Portfolio' }).click()
  await expect(page).toHaveURL(/peers=portfolio/)
  // Two properties of a few people: their percentages rest on too few cases, and the page says so.
  await expect(row.locator('[data-standing=thin]').first()).toHaveText(/too few cases.*Too few cases to rank\./)
  await expect(page.getByText('Ranks are among all properties of the portfolio')).toBeVisible()
  await expectAccessible(page, 'properties compared with peers')

  await page.getByRole('button', { name: /^Peers/ }).click()
  await page.getByRole('option', { name: 'Same Region' }).click()
  await expect(page).toHaveURL(/peers=Region/)
  await expect(page.getByText('Ranks are among properties with the same Region')).toBeVisible()
  await page.goto('/response-time?peers=Owner')
  await expect(row).toContainText('no Owner')
  // What isn't a property has no peers.
  await page.goto('/conversions?peers=portfolio&group_by=source')
  await expect(page.getByText('Only properties have peers.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Peers/ })).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/response-time?peers=portfolio')
  await expect(page.getByRole('listitem').filter({ hasText: 'Harbor Point' })).toContainText('too few cases')
  await expectNoHorizontalScroll(page, 'peers on a phone')
})
