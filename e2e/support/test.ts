import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { startProduct } from './startProduct'

export { expect }

/** The addresses of the product under test, chosen before the tests start. */
export const APP = process.env.APP_URL ?? ''
export const CRM = process.env.CRM_URL ?? ''

/** The fixture company's second week, whose numbers are counted by hand. */
export const WEEK = 'start_date=2026-03-08&end_date=2026-03-14'

interface Tokens {
  token: string
  refresh_token: string
}

const tokenCache = new Map<string, Promise<Tokens>>()

/** The tokens of one of the fixture company's users; requested once, because hashing passwords is slow. */
export function tokensOf(username: string): Promise<Tokens> {
  const found = tokenCache.get(username) ?? fetchTokens(username)
  tokenCache.set(username, found)
  return found
}

async function fetchTokens(username: string): Promise<Tokens> {
  const response = await fetch(`${APP}/api/auth/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'leaselight', type: 'manager' }),
  })
  if (!response.ok) throw new Error(`${username} could not sign in: ${response.status}.`)
  return response.json()
}

/** A browser storage with a session. */
export async function signedInState(username: string) {
  const { token, refresh_token } = await tokensOf(username)
  const localStorage = [
    { name: 'leaselight.access-token', value: token },
    { name: 'leaselight.refresh-token', value: refresh_token },
  ]
  return { cookies: [], origins: [{ origin: APP, localStorage }] }
}

/** The API's response to one of the users. */
export async function fetchApi<T>(username: string, path: string): Promise<T> {
  const { token } = await tokensOf(username)
  const response = await fetch(`${APP}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path} answered with ${response.status}.`)
  return response.json()
}

interface Options {
  /** The user signed in at the start; none when empty. */
  user: string
}

interface Fixtures {
  /** Console messages that a test provokes and expects. */
  allowConsole: (pattern: RegExp) => void
  failOnConsoleErrors: undefined
  failOnPolicyViolations: undefined
}

interface ProcessFixtures {
  product: undefined
}

/** Playwright's test with a signed-in user, which fails when a page writes an error or a warning to the console. */
export const test = base.extend<Options & Fixtures, ProcessFixtures>({
  // After a failure Playwright goes on in another process: a retry meets nothing that its first try left.
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      const stop = await startProduct()
      await use(undefined)
      await stop()
    },
    { auto: true, scope: 'worker', timeout: 300_000 },
  ],
  baseURL: APP,
  user: ['maria', { option: true }],
  storageState: async ({ user }, use) => use(user === '' ? undefined : await signedInState(user)),
  allowConsole: async ({ context }, use) => {
    const expected: RegExp[] = []
    const heard = collectConsoleErrors(context)
    await use((pattern) => expected.push(pattern))
    expect(heard.filter((message) => !expected.some((pattern) => pattern.test(message)))).toEqual([])
  },
  failOnConsoleErrors: [
    async ({ allowConsole }, use) => {
      void allowConsole
      await use(undefined)
    },
    { auto: true },
  ],
  // Expected or not: no page may violate its content security policy.
  failOnPolicyViolations: [
    async ({ context }, use) => {
      const broken: string[] = []
      await context.exposeFunction('noteBrokenPolicy', (what: string) => void broken.push(what))
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) => {
          const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
          const note: unknown = Reflect.get(window, 'noteBrokenPolicy')
          if (typeof note === 'function')
            note(`${effectiveDirective}: ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`)
        }),
      )
      await use(undefined)
      expect(broken).toEqual([])
    },
    { auto: true },
  ],
})

/** Every violation of a context's pages from now on. */
export function collectConsoleErrors(context: BrowserContext): string[] {
  const heard: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text())
  })
  context.on('weberror', (error) => heard.push(String(error.error())))
  return heard
}

/** Opens a report and waits for its numbers. */
export async function openReport(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForReport(page)
}

/** Navigates within the application, which is many times faster than loading it again. */
export function navigateInApp(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/** A link of the navigation. Its section is unfolded first: only one is at a time. */
export async function navigationLink(page: Page, name: string, root: Page | Locator = page): Promise<Locator> {
  const link = root.getByRole('link', { name, exact: true })
  const folded = root.locator('[hidden] a').filter({ hasText: new RegExp(`^${name}$`) })
  await expect(link.or(folded)).toHaveCount(1)
  if (await folded.count()) {
    const id = await folded.evaluate((element) => element.closest('[hidden]')?.id)
    await root.locator(`[aria-controls="${id}"]`).click()
  }
  return link
}

/** Follows a link of the navigation. */
export async function followNavigation(page: Page, name: string): Promise<void> {
  await (await navigationLink(page, name, page.getByRole('navigation', { name: 'Reports' }))).click()
}

/** Waits until the page shows the numbers of its address. */
export async function waitForReport(page: Page): Promise<void> {
  const rows = page.getByRole('grid').or(page.locator('[data-cards]'))
  await expect(rows.first()).toHaveAttribute('aria-busy', 'false')
}

/** Opens the filters that a report folds because they are not set. */
export const unfoldFilters = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Filter, \d+ more(, \d+ set)?$/ }).click()

/** Shows the charts that a report folds below its table. */
export const unfoldCharts = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Show \d+ more charts?$/ }).click()

/** Sets light or dark mode before the page is drawn. */
export async function setColorScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
}

/**
 * Fails with what axe finds, by WCAG 2.2 AA and its best practices. Floating elements are in no region of the page.
 * `rules` checks only these. Stale numbers are dimmed and new elements fade in: both are checked after they settle.
 */
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe.disableRules('region')).analyze()
  const messages = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join(' | ')})`,
  )
  expect(messages, what).toEqual([])
}

/** Fails when the page is wider than its window. */
export async function expectNoHorizontalScroll(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, what).toBeLessThanOrEqual(0)
}

/** A part of the page by its heading: a chart or a card by its title. */
export const regionByHeading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2, name }) })

const WIDTHS = [390, 768, 2560, 1440]

/** Every width at which the page is open; other specs run axe on every report in light and dark mode. */
export async function expectFitsEveryWidth(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page, `${what} at ${width}`)
  }
}
