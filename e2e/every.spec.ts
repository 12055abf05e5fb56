import { readState, rowDimensions, tableOf, toCamel } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { seenTable } from './table'
import { APP, askApi, expect, expectAccessible, inScheme, openReport, test, WEEK } from './test'

test.use({ user: 'adam' })

test('every report’s table says what its API answers, and is open to all in the dark', async ({ page }) => {
  test.setTimeout(240_000)
  await inScheme(page, 'dark')
  for (const report of reports) {
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/reports/${report.key}`)
    await openReport(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    const address = new URL((await asked).url())
    // Asked anew and without the browser; the numbers themselves are counted by hand beside each report.
    const answer = JSON.parse(JSON.stringify(await askApi('adam', address.href.slice(APP.length))), camel)
    const state = readState(report, Object.fromEntries(address.searchParams), 'api')
    const { columns, rows, total } = tableOf(report, answer, state)
    const seen = await seenTable(page)
    // The screen names a row in one column, however many keys it has.
    const names = rowDimensions(report, state).length
    const shown = seen.header.map((label, at) => {
      if (at === 0 && names > 0) return 0
      return columns.findIndex((column, index) => index >= names && column.label === label)
    })
    expect(shown, `${report.key}: ${seen.header}`).not.toContain(-1)
    const lines = [...rows, total].map(({ texts }) => shown.map((index) => texts[index] ?? ''))
    const acting = shown.map((_, at) => seen.rows.some((line) => /^(Play|Read|Listen)$/.test(line[at] ?? '')))
    expect(readable(seen.rows, acting), report.key).toEqual(readable(lines, acting))
    await expectAccessible(page, `${report.key}, dark`)
  }
})

/** Names as the web reads them. */
const camel = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [toCamel(key), item]))
    : value

/** Lines in an order of their own, since how the screen sorts is another matter; where a cell acts, only whether it does. */
const readable = (lines: readonly (readonly string[])[], acting: readonly boolean[]): string[] =>
  lines
    .map((line) => line.map((text, at) => (acting[at] && text !== '—' && text !== '' ? 'acts' : text)).join(' | '))
    .sort()
