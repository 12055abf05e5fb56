import { EmptyState, ErrorState, LoadingInline } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../app/Services'
import { useFormatInstant } from '../../sharing/useFormatInstant'
import { PlainTable } from './ImportResult'
import classes from './import.module.css'

interface ImportRun {
  id: string
  entity: string
  source: string
  status: string
  account: unknown
  startedAt: string
}

export const importsKey = ['imports']

/** Running imports, here or on another instance, are refreshed every few seconds. */
const POLL_MS = 5_000

const STATUS_LABELS: Readonly<Record<string, string>> = {
  running: 'Under way',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  interrupted: 'Interrupted',
}

/** The latest imports, whichever endpoint or command they came through. */
export function ImportHistory() {
  const { client } = useServices()
  const moment = useFormatInstant()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => client.json<{ imports: ImportRun[] }>('/api/imports', { signal }),
    refetchInterval: ({ state }) => state.data?.imports.some(({ status }) => status === 'running') && POLL_MS,
  })
  return (
    <section className={classes.result} aria-label="Earlier imports">
      <h2 className={classes.heading}>Earlier imports</h2>
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading the imports" />}
      {data?.imports.length === 0 && <EmptyState title="No imports yet">What is brought in stands here.</EmptyState>}
      {data && data.imports.length > 0 && (
        <PlainTable
          caption="The latest fifty"
          head={['When', 'What', 'From', 'Outcome', 'Taken', 'Refused']}
          rows={data.imports.map((run) => {
            const { taken, refused } = countsOf(run.account)
            return [moment(run.startedAt), run.entity, run.source, outcomeOf(run), taken, refused]
          })}
          texts={[0, 1, 2, 3]}
        />
      )}
    </section>
  )
}

function outcomeOf({ status, account }: ImportRun): string {
  const label = STATUS_LABELS[status] ?? status
  const progress = isRecord(account) && isRecord(account.progress) ? account.progress.rows : undefined
  return status === 'running' && typeof progress === 'number'
    ? `${label}, ${progress.toLocaleString('en-US')} read`
    : label
}

/** The text of a report, for one entity, a folder or a source file. */
function countsOf(account: unknown): { taken: string; refused: string } {
  const parts: unknown[] = isRecord(account) && Array.isArray(account.records) ? account.records : [account].flat()
  const sum = (...fields: string[]): string => {
    const all = parts.flatMap((part) => (isRecord(part) ? fields.map((field) => part[field]) : []))
    const numbers = all.filter((value) => typeof value === 'number')
    return numbers.length === 0 ? '—' : numbers.reduce((a, b) => a + b, 0).toLocaleString('en-US')
  }
  const own = isRecord(account) && typeof account.refused === 'number' ? account.refused.toLocaleString('en-US') : null
  return { taken: sum('taken', 'replaced', 'deleted'), refused: own ?? sum('refused') }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
