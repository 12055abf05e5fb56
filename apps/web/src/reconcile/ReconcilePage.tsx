import { formatRange } from '@leaselight/model'
import { EmptyState, ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { useFormatMoment } from '../sharing/useFormatMoment'
import { useAlerts } from '../state/AlertsProvider'
import { NewReconciliation } from './NewReconciliation'
import { RECONCILE } from './paths'
import { download, reconciliations } from './queries'
import { ReconcileResult } from './ReconcileResult'
import classes from './reconcile.module.css'
import type { ReconciliationSummary } from './types'

/** Compare a property system's boxscore with ours, or open an earlier comparison. */
export default function ReconcilePage() {
  const { search } = useAddress()
  return search.id ? <ReconcileResult key={search.id} id={search.id} /> : <Start />
}

function Start() {
  const { client } = useServices()
  const { add } = useAlerts()
  const example = useMutation({
    mutationFn: () => download(client, '/api/reconciliations/example'),
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return (
    <>
      <PageHeader
        title="Reconcile"
        question="Does your property system show the same numbers?"
        actions={
          <Button variant="default" loading={example.isPending} onClick={() => example.mutate()}>
            Example file
          </Button>
        }
      />
      <p className={blocks.about}>
        Choose a file of your property system, CSV or Excel: its boxscore with a number for each line, or a list of
        leads, visits, leases or moves. A list names the record behind each difference.
      </p>
      <NewReconciliation />
      <Earlier />
    </>
  )
}

function Earlier() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(reconciliations(client))
  return (
    <section className={classes.block} aria-label="Earlier reconciliations">
      <h2 className={classes.heading}>Earlier reconciliations</h2>
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading reconciliations" />}
      {data?.length === 0 && (
        <EmptyState title="No reconciliations yet">Files that you compare appear here for 90 days.</EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={classes.earlier}>
          {data.map((one) => (
            <Entry key={one.id} one={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({ one }: { one: ReconciliationSummary }) {
  const moment = useFormatMoment()
  const { today } = useGlobal()
  const { push } = useAddress()
  const { fileName, startDate, endDate, properties, unexplained, differing, createdAt } = one
  return (
    <li>
      <button type="button" className={classes.entry} onClick={() => push(RECONCILE, { id: one.id })}>
        <strong>{formatRange({ start: startDate, end: endDate }, today)}</strong>
        <span>{properties.length > 3 ? `${properties.length} properties` : properties.join(', ')}</span>
        <span className={blocks.quiet}>
          {fileName}, {moment(createdAt)}
        </span>
        <span data-tone={unexplained > 0 ? 'bad' : 'good'} className={classes.mark}>
          {differing === 0 ? 'All lines agree' : `${unexplained.toLocaleString('en-US')} unexplained`}
        </span>
      </button>
    </li>
  )
}
