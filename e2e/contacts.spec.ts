import type { Page } from '@playwright/test'
import { expect, expectAccessible, openReport, test, WEEK } from './support/test'

/** Opens the list behind the total of leads: ten people of the fixture company's second week. */
async function openLeads(page: Page, phone = false) {
  await openReport(page, `/activity?${WEEK}`)
  if (phone) await page.getByRole('button', { name: 'All columns' }).click()
  await page
    .getByRole('row', { name: /^Total/ })
    .getByRole('button')
    .first()
    .click()
  const list = page.getByRole('dialog', { name: /^Leads/ })
  await expect(list.getByText('Kai Klein')).toBeVisible()
  return list
}

test('people behind a number can be called back and written to', async ({ page }) => {
  const list = await openLeads(page)
  await expect(list.getByRole('columnheader')).toHaveText([
    ...['Name', 'Status', 'Phone', 'Email', 'When', 'Property', 'Agent', 'Source', 'Last contact', 'Details'],
  ])
  const call = list.getByRole('link', { name: 'Call Kai Klein: (213) 555-0111' })
  await expect(call).toHaveText('(213) 555-0111')
  await expect(call).toHaveAttribute('href', 'tel:+12135550111')
  await expect(list.getByRole('link', { name: 'Email Kai Klein: kai.klein@example.com' })).toHaveAttribute(
    'href',
    'mailto:kai.klein@example.com',
  )
  // Of two numbers in one field the first is called; a prospect without a number has no link.
  await expect(list.getByRole('link', { name: 'Call Lena Lopez: (213) 555-0112' })).toBeVisible()
  await expect(list.getByRole('row', { name: /Gus Grant/ }).getByRole('link')).toHaveCount(0)
})

test('a list says who waits, is searched and exported, and its names open in the CRM', async ({
  page,
  context,
  allowConsole,
}) => {
  // The CRM asks who is not signed in there to do so.
  allowConsole(/401/)
  const list = await openLeads(page)
  await expect(list.getByText('10 leads, 2 people still wait for an answer')).toBeVisible()
  await list.getByRole('searchbox', { name: 'Find in the list' }).fill('waiting web')
  await expect(list.getByRole('status').filter({ hasText: '1 of 10' })).toBeVisible()
  await expect(list.getByRole('row', { name: /Dora Diaz/ })).toContainText('Waiting 4 days')
  await expect(list.getByText('Kai Klein')).toHaveCount(0)
  await list.getByRole('searchbox', { name: 'Find in the list' }).fill('')
  await list.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(list.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(list.getByRole('row').nth(1)).toContainText('Ann Abbott')
  await list.getByRole('button', { name: 'Status' }).click()
  await expect(list.getByRole('row').nth(1)).toContainText('Waiting 7 days')
  await list.getByRole('searchbox', { name: 'Find in the list' }).fill('waiting web')
  await expect(list.getByRole('status').filter({ hasText: '1 of 10' })).toBeVisible()
  const coming = page.waitForEvent('download')
  await list.getByRole('button', { name: 'CSV' }).click()
  expect((await coming).suggestedFilename()).toBe('activity-leads.csv')
  const opening = context.waitForEvent('page')
  await list.getByRole('button', { name: 'Open Dora Diaz in the CRM' }).click()
  await expect(await opening).toHaveURL(/\/prospects\/report\?batchId=.*&status=all/)
  await expectAccessible(page, 'a list of people')
})

test('Call back names who waits, each one tap away', async ({ page }) => {
  await openReport(page, '/call-back')
  await expect(page.getByText(/^2\speople still to call: 2\sfor a missed call, 1\sfor a question/)).toBeVisible()
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row', { name: /Lena Lopez/ })).toContainText('Missed call, Unanswered question')
  await expect(grid.getByRole('link', { name: /^Call .*\(213\) 555-0112/ })).toHaveAttribute(
    'href',
    /^tel:\+1213555011/,
  )
  await expect(grid.getByRole('button', { name: 'Open Bob Baker in the CRM' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  // Bob's number is not known.
  await expect(page.getByRole('link', { name: 'Call Lena Lopez: (213) 555-0112' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Email Bob Baker: bob.baker@example.com' })).toBeVisible()
})

test('in a wide window a list is beside the page and follows the keys', async ({ page }) => {
  await page.setViewportSize({ width: 2200, height: 1000 })
  await openReport(page, `/activity?${WEEK}`)
  const harborPoint = page
    .getByRole('grid')
    .getByRole('rowheader')
    .filter({ hasText: /^Harbor Point/ })
  await harborPoint.getByRole('button').first().focus()
  await page.keyboard.press('Space')
  const rail = page.getByRole('dialog')
  await expect(rail.getByRole('heading', { name: /^Prospects, Harbor Point/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(rail.getByRole('heading', { name: /^Prospects, Sunset Terrace/ })).toBeVisible()
  await page.keyboard.press('k')
  await expect(rail.getByRole('heading', { name: /^Prospects, Harbor Point/ })).toBeVisible()
  const [main, beside] = [await page.getByRole('main').boundingBox(), await rail.boundingBox()]
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  await expectAccessible(page, 'a list beside the page')
  await page.keyboard.press('Escape')
  await expect(rail).toHaveCount(0)

  // A row's own actions come with the focus.
  await page.getByRole('button', { name: 'Only this property: Harbor Point' }).click()
  await expect(page).toHaveURL(/property_ids=11(&|$)/)
})

test('on a phone every call link is large enough for a thumb', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const list = await openLeads(page, true)
  const calls = list.getByRole('link', { name: /^Call / })
  await expect(calls).toHaveCount(6)
  for (const call of await calls.all()) {
    await call.scrollIntoViewIfNeeded()
    const box = await call.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  }
})
