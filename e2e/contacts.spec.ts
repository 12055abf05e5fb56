import type { Page } from '@playwright/test'
import { expect, openReport, test, WEEK } from './support/test'

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
    ...['Name', 'Phone', 'Email', 'What', 'When', 'Property', 'Agent', 'Details'],
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
