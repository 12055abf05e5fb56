import type { Page } from '@playwright/test'
import { fixtureCompany, namesOf, reportsOfRun } from './support/product'
import { expect, navigateInApp, signedInState, test, unfoldFilters, WEEK, waitForReport } from './support/test'

test.use({ user: '' })

/** All real names except the viewer's own: full names, last names of prospects and agents, addresses, numbers. */
const realNames = ['Harbor & Pine Homes', 'harborpine', 'mail.example', '555 010', ...namesOf(fixtureCompany)].filter(
  (name) => name !== 'Adam Admin',
)
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
// Time zones contain place names too, after a slash. Names without capitals are searched at the API.
const pattern = new RegExp(`(?<![\\p{L}\\p{N}_/])(?:${realNames.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')

/** A page's text and attributes, without the viewer's own address. */
async function collectRealNames(page: Page, what: string, foundNames: Record<string, string[]>): Promise<void> {
  const text = await page.evaluate(() => {
    const carried = [...document.querySelectorAll('*')].flatMap((element) => [
      ...[...element.attributes].map(({ value }) => value),
      ...(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [element.value] : []),
    ])
    return [document.title, document.body.textContent ?? '', ...carried].join('\n')
  })
  const names = text.replaceAll('adam@harborpine.example', '').match(pattern)
  if (names) foundNames[what] = [...new Set(names)]
}

test('a sales demo shows no real name on any screen, in any list, menu or dialog', async ({ page }) => {
  test.setTimeout(420_000)
  const state = await signedInState('adam')
  const items = state.origins[0]?.localStorage ?? []
  await page.addInitScript(
    (saved) => {
      for (const { name, value } of saved) if (!localStorage.getItem(name)) localStorage.setItem(name, value)
    },
    [...items, { name: 'leaselight.demo', value: 'true' }],
  )
  const found: Record<string, string[]> = {}
  await page.goto('/my-reports')
  await expect(page.getByRole('note').filter({ hasText: 'Sales demo' })).toBeVisible()
  await collectRealNames(page, 'My reports', found)
  for (const [, report] of reportsOfRun()) {
    await navigateInApp(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    await waitForReport(page)
    // The scope stays at the top, below what a notice says.
    const notice = page.getByRole('note').filter({ hasText: 'Sales demo' })
    const { height = 0 } = (await notice.boundingBox()) ?? {}
    await notice.click({ trial: true, position: { x: 20, y: height - 2 } })
    await collectRealNames(page, report.key, found)
  }
  for (const path of ['/outbox', '/admin/flags', '/admin/import']) {
    await navigateInApp(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await collectRealNames(page, path, found)
  }

  await navigateInApp(page, `/loss-reasons?${WEEK}`)
  await waitForReport(page)
  await unfoldFilters(page)
  for (const filter of [/^Properties/, /^Agents/, /^Sources/]) {
    await page.getByRole('button', { name: filter }).click()
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await collectRealNames(page, String(filter), found)
    await page.keyboard.press('Escape')
  }
  await navigateInApp(page, `/activity?${WEEK}`)
  await waitForReport(page)
  await page
    .getByRole('button', { name: /open the list/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('tbody tr').first()).toBeVisible()
  await collectRealNames(page, 'the list behind a number', found)
  await page.keyboard.press('Escape')
  for (const [menu, action] of [['Save'], ['Send'], ['More ways to send', 'Message the team']]) {
    await page.getByRole('button', { name: menu ?? '', exact: true }).click()
    if (action) await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[role=dialog] [aria-busy=true]')).toHaveCount(0)
    await collectRealNames(page, action ?? menu ?? '', found)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // Sample names are found; real ones are not.
  await page.keyboard.press('Control+k')
  const find = page.getByRole('combobox', { name: /^Find reports/ })
  await find.fill('maple')
  await expect(page.getByRole('option', { selected: true })).toContainText('Maple')
  await collectRealNames(page, 'the omnibar', found)
  await find.fill('sunset')
  await expect(page.getByRole('status').filter({ hasText: 'No matches for' })).toBeVisible()
  expect(found).toEqual({})
})
