import type { Json, ReportDefinition } from '@leaselight/model'
import type { Page, Request } from '@playwright/test'
import {
  delayParts,
  measureFold,
  measureLead,
  measurePhone,
  measureTiles,
  measureUnused,
  takeShift,
  watchShifts,
} from './support/layout'
import {
  buildTable,
  parseState,
  reportParams,
  reports,
  reportsOfRun,
  resultFrom,
  rowDimensions,
} from './support/product'
import { readTable } from './support/table'
import {
  APP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  fetchApi,
  navigateInApp,
  setColorScheme,
  test,
  WEEK,
  waitForReport,
} from './support/test'

test.use({ user: 'adam' })

/** A row's height on a desktop. */
const ROW = 32

const FIRST_DAY = new URLSearchParams(WEEK).get('start_date')

/** By the type of a parameter: property 11 is one of the fixture company’s. */
const SAMPLE_VALUES = {
  boolean: 'true',
  integer: '11',
  number: '1',
  string: 'Zillow',
  integers: '11',
  strings: 'Zillow',
}

const LIST_PARAMS = new Set(['limit', 'find', 'sort'])

test('a report’s table equals its API response, is accessible in dark mode, fits every screen, and moves on none', async ({
  page,
}) => {
  test.setTimeout(48_000 * reportsOfRun().length)
  await watchShifts(page)
  await delayParts(page)
  await setColorScheme(page, 'dark')
  // Every request for whole tables; a page may have requested another report's numbers before.
  const requests: URL[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (!address.searchParams.has('depth')) requests.push(address)
  })
  await page.goto('/my-reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My reports')
  for (const [, report] of reportsOfRun()) {
    const before = requests.length
    await takeShift(page)
    await navigateInApp(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    await waitForReport(page)
    await expect(page.getByRole('navigation', { name: 'Reports' }).locator('[aria-current]')).toHaveText(
      // Below the page of its path it is named as on the page's tabs; a pinned one also says its section or how much it holds.
      new RegExp(`^(${report.title}|${report.tab ?? report.title})(${report.section})?(, needs you)?\\d*$`),
    )
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect.soft(await takeShift(page), report.key).toBeLessThan(0.02)
    // A page may have requested the same report for other days, such as the month to date, or by whole weeks.
    const own = ({ pathname, searchParams }: URL) =>
      pathname === `/api/reports/${report.key}` &&
      [null, FIRST_DAY].includes(searchParams.get('start_date')) &&
      !searchParams.has('points')
    const address = requests.slice(before).find(own) ?? requests.findLast(own)
    if (!address) throw new Error(`${report.key} asked for nothing.`)
    // Requested again without the browser; the numbers themselves are counted by hand beside each report.
    const written = await fetchApi<Json>('adam', address.href.slice(APP.length))
    const answer = resultFrom(written)
    // How much of a list is shown, and in what order, is no part of what it is about.
    const asked = Object.entries(Object.fromEntries(address.searchParams)).filter(([key]) => !LIST_PARAMS.has(key))
    const state = parseState(report, Object.fromEntries(asked), 'api')
    const { columns, rows, total } = buildTable(report, answer, state)
    // A row that is alone is open from the start.
    const seen = await readTable(page, false)
    // The screen names a row in one column, however many keys it has.
    const names = rowDimensions(report, state).length
    const shown = seen.header.map((label, at) => {
      if (at === 0 && names > 0) return 0
      return columns.findIndex((column, index) => index >= names && column.label === label)
    })
    expect(shown, `${report.key}: ${seen.header}`).not.toContain(-1)
    const lines = [...rows, total].map(({ texts }) => shown.map((index) => texts[index] ?? ''))
    const acting = shown.map((_, at) => seen.rows.some((line) => /^(Play|Read|Listen)$/.test(line[at] ?? '')))
    expect(comparableLines(seen.rows, acting), report.key).toEqual(comparableLines(lines, acting))
    const fold = await measureFold(page)
    // What is set besides the scope may need another line; nothing is.
    expect(fold.filterLines, report.key).toBe(1)
    expect(fold.answer, report.key).toBeLessThan(200)
    expect(fold.answerLines.length, report.key).toBeLessThanOrEqual(2)
    expect(Math.max(0, ...fold.answerLines), report.key).toBeLessThanOrEqual(68)
    expect(fold.row, report.key).toBeLessThanOrEqual(ROW + 1)
    expect(fold.scrollers, report.key).toEqual([])
    expect(fold.hidden, report.key).toEqual([])
    // Headline numbers stand in one line, and one or two are no wider than in a row of five.
    for (const { widths, tops } of await measureTiles(page)) {
      expect(new Set(tops).size, report.key).toBe(1)
      if (widths.length < 3) expect(Math.max(...widths), report.key).toBeLessThanOrEqual(300)
    }
    const lead = await measureLead(page)
    expect(Math.max(0, ...lead.offsets), report.key).toBeLessThanOrEqual(2)
    for (const lines of lead.lines) expect(lines, report.key).toBe(1)
    // What rows stand for is chosen above them; it never folds.
    const isGrouped = report.defaultFilters.includes('groupBy') && !report.inlineControls?.includes('groupBy')
    await expect(page.getByRole('button', { name: /^Group by/ })).toHaveCount(isGrouped ? 1 : 0)
    // The total is right below the header.
    if (report.shape !== 'brief') expect(Math.floor((900 - fold.pinned) / ROW), report.key).toBeGreaterThanOrEqual(9)
    // Dark mode differs in colors only; the structure is checked in light mode. Views within a page are opened only
    // here.
    await expectAccessible(page, `${report.key}, dark`, report.view ? undefined : ['color-contrast'])
    for (const width of [768, 2560, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page, `${report.key} at ${width}`)
      // What doesn't fit folds after the first layout, and the navigation unfolds.
      if (width === 768)
        await expect
          .poll(async () => (await measureFold(page)).filterLines, { message: `${report.key} at ${width}` })
          .toBe(1)
      if (width === 2560) await expect.poll(() => measureUnused(page), { message: report.key }).toBeLessThan(64)
    }
  }
})

test('the filters of no report take a second line on a tablet, whichever are set, not even at first', async ({
  page,
}) => {
  await watchShifts(page)
  await page.setViewportSize({ width: 768, height: 900 })
  // The bar is there before the numbers, and these are asked for elsewhere.
  await page.route('**/api/reports/*', () => undefined)
  await page.goto('/my-reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My reports')
  for (const report of reports) {
    await takeShift(page)
    await navigateInApp(page, `${report.path}?${new URLSearchParams(everyFilterOf(report))}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    // What doesn't fit is folded one by one.
    await expect
      .soft(async () => expect((await measureFold(page)).filterLines, report.key).toBe(1))
      .toPass({ timeout: 3_000 })
    await expectNoHorizontalScroll(page, report.key)
    expect.soft(await takeShift(page), report.key).toBeLessThan(0.02)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('on a phone a report is three screens of cards that a thumb can tap, and nothing scrolls or moves but the page', async ({
  page,
}) => {
  test.setTimeout(48_000 * reportsOfRun().length)
  const shapes = new Set<string>()
  await watchShifts(page)
  await delayParts(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/my-reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My reports')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectPullToRefresh(page)
  for (const [key, report] of reportsOfRun()) {
    await takeShift(page)
    await navigateInApp(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    await waitForReport(page)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(await takeShift(page), key).toBeLessThan(0.02)
    await expectNoHorizontalScroll(page, key)
    const { small, scrollers, cards, screens, pictures } = await measurePhone(page)
    expect(small, key).toEqual([])
    expect(scrollers, key).toEqual([])
    expect(cards, key).toBeGreaterThan(0)
    for (const height of pictures) expect(height, key).toBeGreaterThanOrEqual(180)
    expect(screens, key).toBeLessThanOrEqual(3)
    // One page of each shape: what they share is most of what axe looks at.
    const shape = report.shape ?? 'rank'
    if (!shapes.has(shape)) await expectAccessible(page, `${key} on a phone`)
    shapes.add(shape)
  }
})

/** An address with each filter of a report set, and a period whose name is long. */
function everyFilterOf(report: ReportDefinition): Record<string, string> {
  const own = Object.entries(reportParams(report)).filter(([, { format }]) => format !== 'date')
  const set = own.map(([name, { type, values }]) => [name, values?.at(-1) ?? SAMPLE_VALUES[type]])
  return { ...Object.fromEntries(set), preset: 'last_week_mon_fri', ...(report.view && { view: report.view }) }
}

/** A finger that pulls the page down requests again what it shows; one that pulls too little or aside requests nothing. */
async function expectPullToRefresh(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const requests: string[] = []
  const note = (request: Request) => requests.push(new URL(request.url()).pathname)
  const drag = async (right: number, down: number) => {
    const at = (part: number) => [{ x: 60 + right * part, y: 200 + down * part }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const part of [0.2, 0.4, 0.6, 0.8, 1])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const status = page.getByText('These are the newest numbers.')
  await page.waitForLoadState('networkidle')
  page.on('request', note)
  await drag(0, 60)
  await drag(250, 150)
  await expect(status).toHaveCount(0)
  expect(requests).toEqual([])
  await drag(0, 260)
  await expect(page.getByText('Loading the newest numbers.')).toHaveCount(1)
  await expect(status).toHaveCount(1)
  expect(requests).toContain('/api/saved-reports')
  expect(requests).not.toContain('/api/profile')
  page.off('request', note)
}

/** Rows sorted, because sorting on screen is tested elsewhere; in a cell with an action, only whether it has one. */
const comparableLines = (lines: readonly (readonly string[])[], acting: readonly boolean[]): string[] =>
  lines
    .map((line) => line.map((text, at) => (acting[at] && text !== '—' && text !== '' ? 'acts' : text)).join(' | '))
    .sort()
