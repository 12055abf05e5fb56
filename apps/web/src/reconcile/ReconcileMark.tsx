import { formatMoment, periodsOf, pluralize, type ReportDefinition, type ReportState } from '@leaselight/model'
import { useIsPhone } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { RECONCILE } from './paths'
import { reconciliations } from './queries'
import classes from './reconcile.module.css'

interface Props {
  report: ReportDefinition
  state: ReportState
}

/** Whether the property system shows the same numbers for the property and the days, with the way to compare them. */
export default function ReconcileMark({ report, state }: Props) {
  const { client } = useServices()
  const { push } = useAddress()
  const phone = useIsPhone()
  const { today, company } = useGlobal()
  const period = periodsOf(report, state.filters, today)?.current
  const { property } = state.filters
  const { data } = useQuery({
    ...reconciliations(client, { startDate: period?.start ?? '', endDate: period?.end ?? '', property }),
    enabled: period !== undefined && property > 0,
  })
  const newest = data?.[0]
  // A phone has no files of the property system, and the page is long there already.
  if (!period || (phone && !newest)) return null
  const way: Record<string, string> = newest ? { id: newest.id } : { start_date: period.start, end_date: period.end }
  return (
    <p className={classes.onReport} data-no-print={newest ? undefined : true}>
      {newest && (
        <span className={classes.mark} data-tone={newest.unexplained > 0 ? 'bad' : 'good'}>
          {newest.unexplained.toLocaleString('en-US')} unexplained
        </span>
      )}
      <a
        href={`${RECONCILE}?${new URLSearchParams(way)}`}
        onClick={(event) => {
          event.preventDefault()
          push(RECONCILE, way)
        }}
      >
        {newest
          ? `${pluralize(newest.lines, 'line')} reconciled with your property system, ${formatMoment(newest.checkedAt, company?.timeZone ?? 'UTC', today)}`
          : 'Reconcile with your property system'}
      </a>
    </p>
  )
}
