import type { Page } from '@playwright/test'
import { phoneFinding } from './support/findings'
import { takeShift, watchShifts } from './support/layout'
import { APP, expect, followNavigation, openReport, test, WEEK } from './support/test'

/** Bytes as they travel, headers and compression included: from an empty cache to Activity's numbers and charts. */
const FIRST_LOAD = { code: 260_000, everything: 330_000 }
/** What another report brings beyond that. */
const LATER_REPORT = 60_000

/** Adds up what travels, by kind. */
async function weighed(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const urls = new Map<string, string>()
  const sizes: Record<string, number> = {}
  const plain: string[] = []
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type)
    urls.set(requestId, response.url)
    const isLong = Number(response.headers['content-length'] ?? 0) > 2_000
    if (isLong && /javascript|css|json/.test(response.mimeType) && !response.headers['content-encoding'])
      plain.push(response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    sizes[kind] = (sizes[kind] ?? 0) + encodedDataLength
  })
  return {
    plain,
    code: () => (sizes.Script ?? 0) + (sizes.Stylesheet ?? 0),
    everything: () => Object.values(sizes).reduce((sum, size) => sum + size, 0),
  }
}

test('the first page travels compressed and light, moves nothing, and a later one brings little', async ({ page }) => {
  await watchShifts(page)
  const wire = await weighed(page)
  await openReport(page, `/activity?${WEEK}`)
  await page.waitForLoadState('networkidle')
  expect(wire.plain).toEqual([])
  expect(await takeShift(page)).toBeLessThan(0.02)
  const first = wire.everything()
  expect(wire.code()).toBeLessThan(FIRST_LOAD.code)
  expect(first).toBeLessThan(FIRST_LOAD.everything)
  // A budget is a limit only while it is near: one that is no longer needed must come down.
  expect(wire.code()).toBeGreaterThan(FIRST_LOAD.code * 0.7)

  const code = wire.code()
  await followNavigation(page, 'Loss Reasons')
  await expect(page).toHaveURL(new RegExp(`^${APP}/loss-reasons`))
  await page.waitForLoadState('networkidle')
  expect(wire.code() - code).toBeLessThan(LATER_REPORT)
  process.stdout.write(
    `Activity: ${kilobytes(code)} of script and style, ${kilobytes(first)} in all; Loss Reasons: ${kilobytes(wire.code() - code)} more.\n`,
  )
})

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

test('the start page asks for what it reads beside its numbers, not after them', async ({ page }) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  const beside = ['/api/insights/findings', '/api/welcome', '/api/goals/pace']
  await page.route('**/api/reports/snapshot?*', async (route) => {
    await expect.poll(() => beside.filter((path) => !asked.has(path))).toEqual([])
    await route.continue()
  })
  await page.goto('/insights')
  await expect(page.getByRole('region', { name: 'How the week stands' })).toBeVisible()
})

test('the account is requested once, while the application loads', async ({ page }) => {
  const operations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/graphql'))
      operations.push(String(request.postDataJSON().query).split(/[ ({]/)[1] ?? '')
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await expect.poll(() => operations.length).toBe(7)
    await route.continue()
  })
  await page.goto(`/activity?${WEEK}`)
  await expect(page.getByRole('grid')).toBeVisible()
  expect(new Set(operations).size).toBe(operations.length)
})

// All other reports are measured in `everyReport.spec.ts`, within the application.
test('nothing moves while the start page loads on a slow machine', async ({ page }) => {
  test.setTimeout(240_000)
  await watchShifts(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Whether the reader is new comes last; it must not push away what is there by then.
  await page.route('**/api/welcome', async (route) => {
    await new Promise((done) => setTimeout(done, 2_500))
    await route.continue()
  })
  // Findings that are looked for the first time come after the numbers, and stand above them all the same.
  const findings = [12, 11, 13, 14, 15, 16].map((id) => phoneFinding({ id, name: `Property ${id}` }))
  await page.route('**/api/insights/findings', async (route) => {
    await expect(page.getByRole('region', { name: 'How the week stands' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Looking through every report for what needs you.')).toBeVisible()
    await route.fulfill({ json: { findings, hidden: [] } })
  })
  await page.goto('/insights')
  // A slow processor takes its time.
  await expect(page.getByRole('grid').first()).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0, { timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  expect(await takeShift(page)).toBeLessThan(0.02)
  const answer = page.getByRole('region', { name: 'Answer' })
  const needs = page.getByRole('region', { name: 'What needs you' })
  await expect(answer).toContainText('Six things need you.')
  await expect(answer.locator('xpath=following-sibling::*[1]')).toHaveAccessibleName('What needs you')
  expect(await needs.getByRole('listitem').count()).toBeLessThan(findings.length)
  await needs.getByRole('button', { name: /^and \d smaller$/ }).click()
  await expect(needs.getByRole('listitem')).toHaveCount(findings.length)
})
