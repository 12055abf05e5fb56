import { type AheadFact, addTo, type ColumnName, type ReportDefinition, type ReportResult } from '@leaselight/model'
import type { callBack } from '../call-back/report'
import type { occupancy } from '../occupancy/report'
import type { renewals } from '../renewals/report'
import type { upcomingAppointments } from '../upcoming-appointments/report'

const DAYS_AHEAD = 30

/** Tours of today and tomorrow, leases that end, people who wait, and units to rent. */
export function aheadOf(today: string): AheadFact[] {
  const tomorrow = addTo(today, 1)
  return [
    {
      report: 'upcoming-appointments',
      filters: { dateRangeFuture: { preset: 'custom', start: today, end: tomorrow }, groupBy: 'agent' },
      read: totalOf<typeof upcomingAppointments>('scheduled'),
      label: (value, result) => {
        const without = Number(result?.rows.find(({ agentId }) => agentId === null)?.scheduled ?? 0)
        const what = value === 1 ? 'appointment' : 'appointments'
        return `${what} today and tomorrow${without > 0 ? `, ${without} without an agent` : ''}`
      },
    },
    {
      report: 'renewals',
      filters: { dateRange: { preset: 'custom', start: today, end: addTo(today, DAYS_AHEAD - 1) } },
      read: totalOf<typeof renewals>('undecided'),
      label: (value) => `${value === 1 ? 'lease ends' : 'leases end'} within ${DAYS_AHEAD} days, undecided`,
    },
    {
      report: 'call-back',
      read: totalOf<typeof callBack>('people'),
      label: (value) => `${value === 1 ? 'person waits' : 'people wait'} for a call, an answer, or a follow-up`,
    },
    {
      report: 'occupancy',
      read: totalOf<typeof occupancy>('totalToRent'),
      label: (value) => `${value === 1 ? 'unit' : 'units'} left to rent`,
    },
  ]
}

const totalOf =
  <R extends ReportDefinition>(key: ColumnName<R>) =>
  ({ total }: ReportResult): number | null =>
    total[key] ?? null
