import { formatRange, pluralize } from '@leaselight/model'
import { EmptyState, ErrorState, LoadingPage, NotFoundState, PageHeader } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/request'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { useFormatMoment } from '../sharing/useFormatMoment'
import { useAlerts } from '../state/AlertsProvider'
import { ComparedLines } from './ComparedLines'
import { LeftOutList } from './NewReconciliation'
import { RECONCILE } from './paths'
import { download, reconcileKey, reconciliation } from './queries'
import classes from './reconcile.module.css'
import type { Reconciliation } from './types'

/** The answer, then each line with the records behind its difference. */
export function ReconcileResult({ id }: { id: string }) {
  const { client } = useServices()
  const { push } = useAddress()
  const { data, error, isPending, refetch } = useQuery(reconciliation(client, id))
  const back = (
    <Button variant="default" onClick={() => push(RECONCILE)}>
      Reconcile another file
    </Button>
  )
  if (error instanceof ApiError && error.status === 404)
    return (
      <NotFoundState title="We can’t find this reconciliation" action={back}>
        You don’t have access to this reconciliation, or it no longer exists.
      </NotFoundState>
    )
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingPage label="Comparing" />
  return <Result found={data} back={back} />
}

function Result({ found, back }: { found: Reconciliation; back: React.ReactNode }) {
  const moment = useFormatMoment()
  const { today } = useGlobal()
  const { id, startDate, endDate, fileName, checkedAt, unexplained, differing, named, more } = found
  return (
    <>
      <PageHeader title="Reconcile" question="Does your property system show the same numbers?" actions={back} />
      <section aria-label="Answer" className={classes.answer}>
        <p className={classes.sentence}>{found.answer}</p>
        <p className={blocks.quiet}>
          {[formatRange({ start: startDate, end: endDate }, today), fileName, `compared ${moment(checkedAt)}`].join(
            ' · ',
          )}
        </p>
        {differing > 0 && (
          <p className={classes.mark} data-tone={unexplained > 0 ? 'bad' : 'good'}>
            {unexplained.toLocaleString('en-US')} unexplained
          </p>
        )}
        <span className={blocks.buttons}>
          <Downloads id={id} disabled={named.length === 0} />
          {found.mine && <Delete id={id} />}
        </span>
      </section>
      {found.form !== 'records' && differing > 0 && (
        <p className={blocks.about}>
          This file has only totals, without names. A difference is explained where records here account for all of it.
          A list of records explains the rest.
        </p>
      )}
      {found.compared.length === 0 ? (
        <EmptyState title="Nothing to compare">The file has no line of a property that you see.</EmptyState>
      ) : (
        <ComparedLines lines={found.compared} named={named} />
      )}
      {more > 0 && <p className={blocks.quiet}>{pluralize(more, 'more record')} in the download.</p>}
      <LeftOutList leftOut={found.leftOut} />
    </>
  )
}

function Downloads({ id, disabled }: { id: string; disabled: boolean }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const save = useMutation({
    mutationFn: (format: string) => download(client, `/api/reconciliations/${id}/export`, { format }),
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return (
    <>
      <Button disabled={disabled} loading={save.isPending} onClick={() => save.mutate('xlsx')}>
        Download the list
      </Button>
      <Button variant="default" disabled={disabled || save.isPending} onClick={() => save.mutate('csv')}>
        CSV
      </Button>
    </>
  )
}

function Delete({ id }: { id: string }) {
  const { client } = useServices()
  const { push } = useAddress()
  const { add } = useAlerts()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.json(`/api/reconciliations/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      add({ type: 'success', message: 'Deleted the reconciliation and its file.' })
      push(RECONCILE)
      queries.removeQueries({ queryKey: [...reconcileKey, id] })
      await queries.invalidateQueries({ queryKey: [...reconcileKey, 'list'] })
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return (
    <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate()}>
      Delete
    </Button>
  )
}
