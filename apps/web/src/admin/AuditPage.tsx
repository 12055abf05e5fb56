import { pluralize } from '@leaselight/model'
import { EmptyState, ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import blocks from '../app/blocks.module.css'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { fileNameFrom, saveFile } from '../report/export/download'
import { useFormatMoment } from '../sharing/useFormatMoment'
import { useAlerts } from '../state/AlertsProvider'
import type { Search } from '../state/address'
import classes from './admin.module.css'

interface AuditEvent {
  id: string
  at: string
  person: string
  actionInWords: string
  what: string
  report: string | null
  meansInWords: string
}

interface AuditLog {
  events: AuditEvent[]
  people: { id: number; name: string }[]
  total: number
  page: number
  pageSize: number
}

const PATH = '/admin/audit'

const kinds = [
  { value: '', label: 'Everything' },
  { value: 'seen', label: 'Viewed' },
  { value: 'exported', label: 'Exported' },
  { value: 'sent', label: 'Sent' },
  { value: 'changed', label: 'Changed' },
  { value: 'imported', label: 'Imported' },
  { value: 'erased', label: 'Erased' },
  { value: 'access', label: 'Keys and links' },
]

/** Who did what in the company, by person, kind and day. The filter is part of the address. */
export default function AuditPage() {
  const { client } = useServices()
  const { add } = useAlerts()
  const { search, push } = useAddress()
  const { user_ids: person, action, from, to, page } = search
  const query = { userIds: person, action, from, to }
  const log = useQuery({
    queryKey: ['audit', query, page],
    queryFn: ({ signal }) => client.json<AuditLog>('/api/audit', { query: { ...query, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const download = useMutation({
    mutationFn: async () => {
      const response = await client.raw('/api/audit/export', { query })
      saveFile(fileNameFrom(response.headers.get('content-disposition')) ?? 'activity-log.csv', await response.blob())
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  const choose = (change: Search) => {
    const chosen = { ...search, page: '', ...change }
    push(PATH, Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')))
  }
  const { data } = log
  const last = data ? Math.max(1, Math.ceil(data.total / data.pageSize)) : 1
  const isFiltered = [person, action, from, to].some(Boolean)
  return (
    <>
      <PageHeader
        title="Activity log"
        question="Who viewed, changed, sent, imported and erased?"
        actions={
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            Export CSV
          </Button>
        }
      />
      <p className={blocks.about}>
        Entries are kept for a year. Opening the same report again within ten minutes adds none.
      </p>
      <section className={classes.auditFilter} aria-label="Filter">
        <NativeSelect
          label="Person"
          value={person ?? ''}
          onChange={({ currentTarget }) => choose({ user_ids: currentTarget.value })}
          data={[
            { value: '', label: log.isPending ? 'Loading…' : 'Everyone' },
            ...(data ? data.people.map(({ id, name }) => ({ value: String(id), label: name })) : []),
          ]}
        />
        <NativeSelect
          label="Kind"
          value={action ?? ''}
          onChange={({ currentTarget }) => choose({ action: currentTarget.value })}
          data={kinds}
        />
        <TextInput
          label="From"
          type="date"
          value={from ?? ''}
          onChange={({ currentTarget }) => choose({ from: currentTarget.value })}
        />
        <TextInput
          label="To"
          type="date"
          value={to ?? ''}
          onChange={({ currentTarget }) => choose({ to: currentTarget.value })}
        />
      </section>
      {log.error && <ErrorState message={log.error.message} retry={() => void log.refetch()} />}
      {log.isPending && <LoadingInline label="Loading the activity log" />}
      {data?.events.length === 0 && (
        <EmptyState
          title="No entries"
          action={
            isFiltered && (
              <Button variant="default" onClick={() => push(PATH, {})}>
                Clear the filter
              </Button>
            )
          }
        >
          {isFiltered ? 'Nothing matches this filter.' : 'What people do appears here.'}
        </EmptyState>
      )}
      {data && data.events.length > 0 && (
        <>
          <ul className={classes.audit} aria-label="Activity log">
            {data.events.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ul>
          <div className={blocks.buttons}>
            <span className={blocks.quiet}>{pluralize(data.total, 'entry')}</span>
            {last > 1 && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  disabled={data.page === 1}
                  onClick={() => choose({ page: String(data.page - 1) })}
                >
                  Newer
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={data.page >= last}
                  onClick={() => choose({ page: String(data.page + 1) })}
                >
                  Older
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </>
  )
}

function Entry({ event }: { event: AuditEvent }) {
  const moment = useFormatMoment()
  const { at, person, actionInWords, what, report, meansInWords } = event
  return (
    <li className={classes.auditEntry}>
      <span className={blocks.quiet}>{moment(at)}</span>
      <strong>{person || meansInWords}</strong>
      <span>{[report ? `${what}: ${report}` : what, person !== '' && meansInWords].filter(Boolean).join(' · ')}</span>
      <span className={blocks.quiet}>{actionInWords}</span>
    </li>
  )
}
