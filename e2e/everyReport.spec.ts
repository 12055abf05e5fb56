import {
  buildTable,
  type Json,
  parseState,
  type ReportResult,
  renameKeys,
  rowDimensions,
  toCamel,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
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

test('every report’s table says what its API answers, is open to all in the dark, and fits every screen', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await setColorScheme(page, 'dark')
  // Every question for whole tables; a page may have asked for its neighbour's numbers before.
  const asked: URL[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (!address.searchParams.has('depth')) asked.push(address)
  })
  await page.goto('/my-reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My reports')
  for (const report of reports) {
    const before = asked.length
    await navigateInApp(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    await waitForReport(page)
    const own = (one: URL) => one.pathname === `/api/reports/${report.key}`
    const address = asked.slice(before).find(own) ?? asked.findLast(own)
    if (!address) throw new Error(`${report.key} asked for nothing.`)
    // Asked anew and without the browser; the numbers themselves are counted by hand beside each report.
    const written = await fetchApi<Json>('adam', address.href.slice(APP.length))
    // What the web's own client does; the shape is the server's contract, which other tests hold.
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
    // In the dark only colours differ; what a page is made of is checked in the light. Views within a page are seen here alone.
    await expectAccessible(page, `${report.key}, dark`, report.view ? undefined : ['color-contrast'])
    for (const width of [390, 768, 2560, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page, `${report.key} at ${width}`)
    }
  }
})

/** Lines in an order of their own, since how the screen sorts is another matter; where a cell acts, only whether it does. */
const comparableLines = (lines: readonly (readonly string[])[], acting: readonly boolean[]): string[] =>
  lines
    .map((line) => line.map((text, at) => (acting[at] && text !== '—' && text !== '' ? 'acts' : text)).join(' | '))
    .sort()
