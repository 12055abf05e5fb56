import { type ChartSpec, subjectOf } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { expect, it } from 'vitest'

/** The columns that a chart's title may name. */
function titled(spec: ChartSpec): readonly string[] {
  if (spec.kind === 'stack') return [...spec.columns, ...(spec.line === undefined ? [] : [spec.line])]
  if (spec.kind === 'distribution') return spec.title === undefined ? spec.columns.slice(0, 1) : []
  if (spec.kind === 'trend') return spec.columns
  return spec.kind === 'bars' || spec.kind === 'heatMap' ? [spec.column] : []
}

/** Labels that a sentence may begin with as they are. */
const plainNouns =
  /^(Prospects|Follow-ups|Appointments|Visits|Leases|Calls|First calls|Return calls|Missed calls|Mentions|People|Unanswered questions|Tours without follow-up|Leases needed|Leads|Leads needed|Leads per listing|Applications|Spend|Conversions|Move-ins|Move-outs|Net leases|Conversations|Hours saved|Sessions|Page views|Valid scans|Invalid scans)$/

it('every number that an answer or the title of a chart may be about has a noun', () => {
  const bare = reports.flatMap((report) =>
    [...new Set([...report.tiles, ...(report.sortBy ? [report.sortBy] : []), ...report.charts.flatMap(titled)])]
      .filter((key) => report.nouns?.[key] === undefined && !plainNouns.test(subjectOf(report, key)))
      .map((key) => `${report.key}: ${key} (${report.columns[key]?.label})`),
  )
  expect(bare).toEqual([])
})
