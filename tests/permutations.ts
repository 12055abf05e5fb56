import {
  initialState,
  isRecordCount,
  isRecordList,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
} from '@leaselight/model'

/** The current instant of the portfolios. */
export const NOW = '2025-03-20T16:00:00Z'
// Includes a clock change; reports on future dates use days in the future.
const DAYS = { start: '2025-01-15', end: '2025-03-12' }
const FUTURE_DAYS = { start: '2025-03-20', end: '2025-04-12' }

/** A report's states for the days, each with one other grouping, switch option, or way of counting. */
export function statesOf(report: ReportDefinition): [about: string, state: ReportState][] {
  const base = initialState(report)
  const dateRange = { preset: 'custom' as const, ...DAYS }
  const filters = { ...base.filters, dateRange, dateRangeFuture: { preset: 'custom' as const, ...FUTURE_DAYS } }
  const grouped = (report.groupByOptions ?? []).map((groupBy): [string, ReportState] => [
    `by ${groupBy}`,
    { ...base, filters: { ...filters, groupBy } },
  ])
  const switched = Object.entries(report.switches ?? {}).flatMap(([key, { options }]) =>
    Object.keys(options).map((option): [string, ReportState] => [
      `${key} ${option}`,
      { filters, switches: { ...base.switches, [key]: option } },
    ]),
  )
  const flags = (['prospectsByCreateDate', 'showContactTypes', 'includeNonProspects'] as const).flatMap((key) =>
    report.additionalFilters.includes(key)
      ? [[key, { ...base, filters: { ...filters, [key]: true } }] satisfies [string, ReportState]]
      : [],
  )
  const all = [...grouped, ...switched, ...flags]
  return all.length > 0 ? all : [['', { ...base, filters }]]
}

/** The number in a column of a row. */
export const numberIn = (row: object, column: string): number =>
  Number(new Map<string, unknown>(Object.entries(row)).get(column))

/** Every number that counts the records of its list, in the total and in every row of both periods. */
export function numbersOf(report: ReportDefinition, { rows, total, priorRows, priorTotal }: ReportResult) {
  const columns = Object.keys(report.columns).filter((key) => {
    const column = report.columns[key]
    return column !== undefined && isRecordCount(column)
  })
  const places: ['current' | 'prior', string | null, object][] = [
    ['current', null, total],
    ...(priorTotal ? [['prior', null, priorTotal] satisfies ['prior', null, object]] : []),
    ...(isRecordList(report) ? [] : rows.map((row): ['current', string, Row] => ['current', row.key, row])),
    ...priorRows.map((row): ['prior', string, Row] => ['prior', row.key, row]),
  ]
  return places.flatMap(([period, row, values]) =>
    columns.map((column) => ({ period, row, column, number: numberIn(values, column) })),
  )
}

/**
 * Money is summed in the order in which the engine's threads finish, so the last digits of a sum vary between queries.
 */
export const withoutLastDigits = (values: unknown): unknown =>
  JSON.parse(JSON.stringify(values), (_key, value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  )
