import {
  type Columns,
  completeCells,
  count,
  type DayRange,
  defineReport,
  describeDecision,
  dimensions,
  displayColumn,
  displayedEvidence,
  eachDay,
  type Filters,
  initialState,
  type Judgement,
  judge,
  type Numbers,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
  ratio,
  type SeriesPoint,
  stack,
  trend,
} from '@leaselight/model'
import { resultWith } from '@leaselight/model/testing'

export { contradictions, untruths } from './untruths'

/** Small reports for tests: leads over time, and call outcomes by the selected grouping. */
export const leads = defineReport({
  key: 'leads-test',
  apiKey: 'LeadsTest',
  title: 'Leads',
  path: '/leads-test',
  section: 'Leads',
  gate: 'general',
  question: 'What came in?',
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property', 'agent'],
  columns: {
    prospects: count('Prospects', 'People who got in touch.'),
    visits: count('Visits', 'Visits that took place.'),
    shows: count('Shows', 'Visits on which a unit was shown.'),
    leases: count('Leases', 'New leases signed.'),
    showPerVisit: ratio('shows', 'visits', 'Shows per visit', 'Shows divided by visits.', { format: 'percent' }),
  },
  tiles: ['prospects', 'leases'],
  charts: [trend('prospects', 'leases')],
})

export const calls = defineReport({
  key: 'calls-test',
  apiKey: 'CallsTest',
  title: 'Calls',
  path: '/calls-test',
  section: 'Leads',
  gate: 'calls',
  question: 'Did anybody pick up?',
  defaultFilters: ['dateRange', 'groupBy', 'viewAs'],
  additionalFilters: [],
  groupByOptions: ['property', 'status', 'hour'],
  viewAsOptions: ['COUNT', 'PERCENTAGE'],
  rows: ['groupBy'],
  columns: {
    totalCalls: count('Calls', 'Inbound calls.'),
    answered: count('Answered', 'Calls somebody answered.'),
    missed: count('Missed', 'Calls nobody answered.', { better: 'lower' }),
  },
  shareOf: { columns: ['totalCalls', 'answered', 'missed'], whole: 'totalCalls' },
  tiles: ['totalCalls', 'missed'],
  charts: [stack(['answered', 'missed'])],
})

/** A report's state with some filters set. */
export function testState(report: ReportDefinition, set: Partial<Filters> = {}): ReportState {
  const state = initialState(report)
  return { ...state, filters: { ...state.filters, ...set } }
}

/** A row of the outermost level. */
export function testRow(columns: Columns, field: string, name: string, counted: Numbers): Row {
  // Rows of some dimensions have an id beside the name.
  const of = Object.values(dimensions).find(({ nameField }) => nameField === field)
  const names = { ...(of && { [of.field]: name }), [field]: name }
  return { key: `${field}:${name}`, depth: 0, parent: null, ...names, ...completeCells(columns, counted) }
}

/** Points for every day of a range; `counted` can leave out days. */
export function testPoints(
  columns: Columns,
  range: DayRange,
  counted: (index: number) => Numbers | null,
): SeriesPoint[] {
  return eachDay(range).flatMap((day, index) => {
    const numbers = counted(index)
    return numbers ? [{ ...completeCells(columns, numbers), day }] : []
  })
}

/** An empty result plus the parts that a test sets, judged when the report is given. */
export function testResult(parts: Partial<ReportResult>, judgedAs?: ReportDefinition): ReportResult {
  const { total = {}, priorTotal = null } = parts
  return resultWith({
    today: parts.period?.end ?? '2026-03-15',
    timeZone: 'America/Denver',
    propertyTimeZones: ['America/Denver'],
    judgement: judgedAs && priorTotal ? testJudgement(judgedAs, { total, priorTotal }) : null,
    ...parts,
  })
}

/** The judgement of totals, as the engine makes it: from the counts alone. */
function testJudgement(
  report: ReportDefinition,
  { total, priorTotal }: Pick<ReportResult, 'total' | 'priorTotal'>,
): Record<string, Judgement> {
  const state = initialState(report)
  return Object.fromEntries(
    Object.entries(report.columns).map(([key, column]) => {
      const shown = displayColumn(report, key, column, state)
      const evidence = (numbers: Numbers) =>
        displayedEvidence(report, key, state, { numbers, total: numbers, spreads: {} })
      const decision = judge({ current: evidence(total), prior: priorTotal && evidence(priorTotal) })
      const prior = priorTotal ?? {}
      const numbers = { current: shown.of(total), prior: shown.of(prior), priorText: shown.textOf(prior) }
      return [key, describeDecision(decision, { column: shown.column, ...numbers })]
    }),
  )
}
