import type { ReportResult } from './report/result'

/** How a test's own report calls itself. */
export const SAMPLE = {
  key: 'sample',
  apiKey: 'SampleReport',
  title: 'Sample',
  path: '/sample',
  section: 'Leads',
  gate: 'general',
} as const

/** An empty result plus the parts that a test sets. */
export function resultWith(parts: Partial<ReportResult>): ReportResult {
  return {
    report: 'test',
    period: null,
    priorPeriod: null,
    asOf: null,
    today: '2026-03-15',
    timeZone: 'UTC',
    propertyTimeZones: ['UTC'],
    rows: [],
    total: {},
    priorRows: [],
    priorTotal: null,
    coverage: { first: null, last: null, properties: [] },
    judgement: null,
    rowJudgements: [],
    series: [],
    priorSeries: [],
    usualRanges: [],
    notes: [],
    freshness: { newestFactAt: null, importedAt: null, notices: [] },
    ...parts,
  }
}
