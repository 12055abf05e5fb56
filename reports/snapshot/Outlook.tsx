import { addTo, type ColumnName, type ReportDefinition } from '@leaselight/model'
import { Fact, FactStrip } from '@leaselight/ui/views'
import type { engagement } from '../engagement/report'
import type { occupancy } from '../occupancy/report'
import type { renewals } from '../renewals/report'
import type { upcomingAppointments } from '../upcoming-appointments/report'
import type { QueryOverride, QueryResult, ReportViewProps } from '../views'

const DAYS_AHEAD = 30

interface Entry {
  look: QueryOverride
  /** Its number; null where the report has none. */
  read: (seen: QueryResult) => number | null
  label: (value: number | null, seen: QueryResult | undefined) => string
}

/** What is ahead and who waits, each with its report; only what the reader may open. */
export function Outlook({ view }: { view: ReportViewProps }) {
  const { today, reportLink, state } = view
  const chosen = state.filters.propertyIds
  const open = entriesOf(today, chosen).filter(({ look }) => reportLink(look) !== null)
  if (open.length === 0) return null
  return (
    <FactStrip title="Today and tomorrow">
      {open.map((entry) => (
        <OutlookFact key={entry.look.report} entry={entry} view={view} />
      ))}
    </FactStrip>
  )
}

function OutlookFact({ entry: { look, read, label }, view }: { entry: Entry; view: ReportViewProps }) {
  const answer = view.useReport(look)
  const way = view.reportLink(look)
  if (!way) return null
  const seen = answer.is === 'here' ? answer.data : undefined
  const value = seen ? read(seen) : null
  const text = value === null ? undefined : value.toLocaleString('en-US')
  const retry = answer.is === 'failed' ? answer.retry : undefined
  return <Fact {...way} value={answer.is === 'loading' ? null : text} label={label(value, seen)} retry={retry} />
}

function entriesOf(today: string, chosen: readonly number[]): Entry[] {
  const tomorrow = addTo(today, 1)
  const ahead = { preset: 'custom' as const, start: today, end: addTo(today, DAYS_AHEAD - 1) }
  return [
    {
      look: {
        report: 'upcoming-appointments',
        filters: { dateRangeFuture: { preset: 'custom', start: today, end: tomorrow }, groupBy: 'agent' },
      },
      read: totalOf<typeof upcomingAppointments>('scheduled'),
      label: (value, seen) => {
        const without = Number(seen?.result.rows.find(({ agentId }) => agentId === null)?.scheduled ?? 0)
        const what = value === 1 ? 'appointment' : 'appointments'
        return `${what} today and tomorrow${without > 0 ? `, ${without} without an agent` : ''}`
      },
    },
    {
      look: { report: 'renewals', filters: { dateRange: ahead } },
      read: totalOf<typeof renewals>('undecided'),
      label: (value) => `${value === 1 ? 'lease ends' : 'leases end'} within ${DAYS_AHEAD} days, undecided`,
    },
    {
      look: { report: 'engagement' },
      // This report covers all properties.
      read: (seen) =>
        chosen.length === 0
          ? totalOf<typeof engagement>('recentRed')(seen)
          : seen.result.rows
              .filter(({ propertyId }) => chosen.includes(Number(propertyId)))
              .reduce((sum, row) => sum + Number(row.recentRed ?? 0), 0),
      label: (value) => `active ${value === 1 ? 'prospect' : 'prospects'} not contacted for 48 hours`,
    },
    {
      look: { report: 'occupancy' },
      read: totalOf<typeof occupancy>('totalToRent'),
      label: (value) => `${value === 1 ? 'unit' : 'units'} left to rent`,
    },
  ]
}

const totalOf =
  <R extends ReportDefinition>(key: ColumnName<R>) =>
  ({ result }: QueryResult): number | null =>
    result.total[key] ?? null
