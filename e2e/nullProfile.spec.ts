import { ofRun } from './support/product'
import { expect, navigateInApp, test, WEEK, waitForReport } from './support/test'

/** Every field of a person that a CRM may leave out. */
const noProfile = {
  is_deleted: null,
  email: null,
  first_name: null,
  last_name: null,
  manager_id: null,
  phone_number: null,
  phone_id: null,
  photo: null,
  timezone: null,
}

for (const [user, letters] of ofRun([
  ['maria', 'M'],
  ['adam', 'A'],
] as const))
  test.describe(`${user} without a user record and with an empty profile`, () => {
    test.use({ user })
    test('finds every page working', async ({ page }) => {
      await page.route('**/api/profile', (route) => route.fulfill({ json: { data: { profile: noProfile } } }))
      await page.route('**/api/graphql', async (route) => {
        const response = await route.fetch()
        const answer = await response.json()
        if (answer.data?.userData) Object.assign(answer.data.userData, { username: null, email: null, fullname: null })
        await route.fulfill({ response, json: answer })
      })
      await page.goto(`/activity?${WEEK}`)
      await waitForReport(page)
      await expect(page.getByRole('button', { name: /^Account of / }).first()).toContainText(letters)
      const { links } = await page.evaluate(() => ({
        links: [...document.querySelectorAll<HTMLAnchorElement>('nav a')].map(({ pathname }) => pathname),
      }))
      expect(links.length).toBeGreaterThan(20)
      for (const link of new Set(links)) {
        await navigateInApp(page, link)
        await expect(page.locator('main')).not.toBeEmpty()
        await expect(page.getByText(/Error Code|Something went wrong/), link).toHaveCount(0)
      }
    })
  })
