import type { Page } from '@playwright/test'
import { expect, followNavigation, openReport, test, WEEK, waitForReport } from './support/test'

/** The most clicks that each of a manager's four usual tasks may take. Typing is none, nor is opening the page. */
const MOST = 3

/** Counts the clicks of a pointer from now on, also across pages. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0
  await page.exposeFunction('noteClick', () => void clicks++)
  const listen = () =>
    document.addEventListener(
      'click',
      (event) => {
        const note: unknown = Reflect.get(window, 'noteClick')
        // A key that presses a button is no click, nor what a label passes on to its field.
        if (event.isTrusted && event.detail > 0 && typeof note === 'function') note()
      },
      true,
    )
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return async () => {
    // What was clicked last is counted once the page answers.
    await page.evaluate(() => undefined)
    return clicks
  }
}

test('why leads fell at one property: what changed there, with its causes', async ({ page }) => {
  await openReport(page, `/activity?${WEEK}`)
  const clicks = await countClicks(page)
  await page.getByRole('grid').getByRole('link', { name: 'Harbor Point', exact: true }).click()
  await expect(page).toHaveURL(/property_ids=11(&|$)/)
  await followNavigation(page, 'Insights')
  await waitForReport(page)
  await expect(page.getByRole('button', { name: /^Properties/ })).toContainText('Harbor Point')
  await page.getByText('What changed, and why').click()
  await expect(page.getByText(/[Pp]rospects/).first()).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'No clear change' })
      .getByText(/Prospects/)
      .first(),
  ).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(MOST)
  // The chip leads back to all of them.
  await page.getByRole('button', { name: 'Show all properties' }).click()
  await expect(page).toHaveURL(/property_ids=-1/)
  await expect(page.getByRole('button', { name: 'Show all properties' })).toHaveCount(0)
})

test('who answers slowest: the first row of Response Time', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const clicks = await countClicks(page)
  await followNavigation(page, 'Response Time')
  await waitForReport(page)
  // The worst first, as the table says of itself.
  await expect(page.getByRole('columnheader').and(page.locator('[aria-sort]:not([aria-sort=none])'))).toHaveCount(1)
  await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(MOST)
})

test('the boxscore to the boss each Monday, for all properties', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const clicks = await countClicks(page)
  await followNavigation(page, 'Boxscore')
  await waitForReport(page)
  await page.getByRole('button', { name: 'More ways to send' }).click()
  await page.getByRole('menuitem', { name: /^Every Monday, all properties/ }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('radio', { name: /^A page for each of/ })).toBeChecked()
  await expect(form.getByText('Every Monday at 7:00 AM')).toBeVisible()
  await page.keyboard.type('boss@outside.example')
  // The picture is of the real page and does not keep anybody waiting.
  await expect(form.getByRole('img', { name: 'First page of the PDF' })).toBeVisible({ timeout: 60_000 })
  // The button names the keys that press it from any field; what is typed there counts.
  await expect(form.getByRole('button', { name: 'Schedule' }).locator('kbd')).toHaveText(/↵/)
  const request = page.waitForRequest('**/api/scheduled-reports/create')
  await page.keyboard.press('Control+Enter')
  expect((await request).postDataJSON()).toMatchObject({ emails: expect.arrayContaining(['boss@outside.example']) })
  await expect(page.getByText(/“Boxscore” goes out next on Mon, /)).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(MOST)
})

test('find a call and listen', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const clicks = await countClicks(page)
  await followNavigation(page, 'Call Log')
  await waitForReport(page)
  await page
    .getByRole('button', { name: /^Play the call/ })
    .first()
    .click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /Play|Pause/ })
      .first(),
  ).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(MOST)
})
