import {
  buildTable,
  type Json,
  parseState,
  type ReportResult,
  renameKeys,
  rowDimensions,
  toCamel,
} from '@leaselight/model'
import { reportsOfRun } from '../tests/seed'
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

const FIRST_DAY = new URLSearchParams(WEEK).get('start_date')

test('a report’s table equals its API response, is accessible in dark mode, and fits every screen', async ({
  page,
}) => {
  test.setTimeout(480_000)
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
    await navigateInApp(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    await waitForReport(page)
    // A page may have requested the same report for other days, such as the month to date.
    const own = ({ pathname, searchParams }: URL) =>
      pathname === `/api/reports/${report.key}` && [null, FIRST_DAY].includes(searchParams.get('start_date'))
    const address = requests.slice(before).find(own) ?? requests.findLast(own)
    if (!address) throw new Error(`${report.key} asked for nothing.`)
    // Requested again without the browser; the numbers themselves are counted by hand beside each report.
    const written = await fetchApi<Json>('adam', address.href.slice(APP.length))
    // Like the web's own client; other tests verify the shape against the server's contract.
    const answer = renameKeys(written, toCamel) as unknown as ReportResult
    const state = parseState(report, Object.fromEntries(address.searchParams), 'api')
    const { columns, rows, total } = buildTable(report, answer, state)
    const seen = await readTable(page)
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
    // Dark mode differs in colors only; the structure is checked in light mode. Views within a page are opened only
    // here.
    await expectAccessible(page, `${report.key}, dark`, report.view ? undefined : ['color-contrast'])
    for (const width of [390, 768, 2560, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page, `${report.key} at ${width}`)
    }
  }
})

/** Rows sorted, because sorting on screen is tested elsewhere; in a cell with an action, only whether it has one. */
const comparableLines = (lines: readonly (readonly string[])[], acting: readonly boolean[]): string[] =>
  lines
    .map((line) => line.map((text, at) => (acting[at] && text !== '—' && text !== '' ? 'acts' : text)).join(' | '))
    .sort()
