import { EmptyState, ErrorState, LoadingInline } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { useFormatMoment } from '../../sharing/useFormatMoment'
import classes from './import.module.css'
import { type ImportReport, totalOf } from './importReport'
import { PlainTable } from './PlainTable'
import { labelOf, ReportDetails } from './ReportDetails'

interface ImportRun {
  id: string
  entity: string
  source: string
  status: string
  report: ImportReport | null
  progress: { rows: number } | null
  error: string | null
  started_at: string
}

export const importsKey = ['imports']

/** Running imports, here or on another instance, are refreshed every few seconds. */
const POLL_MS = 5_000

const STATUS_LABELS: Readonly<Record<string, string>> = {
  running: 'Under way',
  done: 'Done',
  refused: 'Not imported',
  failed: 'Failed',
  interrupted: 'Interrupted',
}

/** The latest imports of the company, whichever way they came. */
export function ImportHistory() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => client.json<{ imports: ImportRun[] }>('/api/imports', { signal, keepCase: true }),
    refetchInterval: ({ state }) => state.data?.imports.some(({ status }) => status === 'running') && POLL_MS,
  })
  return (
    <section className={classes.result} aria-label="Earlier imports">
      <h2 className={classes.heading}>Earlier imports</h2>
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading imports" />}
      {data && data.imports.length === 0 && <EmptyState title="No imports yet">Imports appear here.</EmptyState>}
      {data && data.imports.length > 0 && <ImportRuns runs={data.imports} />}
    </section>
  )
}

const COUNTS = ['new', 'changed', 'unchanged', 'removed', 'rejected'] as const

function ImportRuns({ runs }: { runs: readonly ImportRun[] }) {
  const moment = useFormatMoment()
  const detailed = runs.filter(({ report, error }) => error !== null || (report !== null && hasRemarks(report)))
  return (
    <>
      <PlainTable
        caption="The latest 50"
        head={['When', 'What', 'From', 'Result', ...COUNTS.map(labelOf)]}
        rows={runs.map((run) => [
          moment(run.started_at),
          labelOf(run.entity),
          run.source === 'api' ? 'This page or the API' : run.source,
          resultOf(run),
          ...COUNTS.map((field) => countOf(run, field)),
        ])}
        texts={[0, 1, 2, 3]}
      />
      {detailed.map(({ id, entity, started_at, report, error }) => (
        <details key={id} className={classes.details}>
          <summary>
            {labelOf(entity)}, {moment(started_at)}
          </summary>
          <div className={classes.result}>
            {error && <p className={blocks.about}>{error}</p>}
            {report && <ReportDetails report={report} caption="What was read and what became of it" />}
          </div>
        </details>
      ))}
    </>
  )
}

/** Whether a report says more than its line in the list. */
const hasRemarks = ({ source, records, notes, unused, stopped }: ImportReport): boolean =>
  source.length + notes.length + unused.length > 0 || records.length > 1 || stopped !== null

function resultOf({ status, progress }: ImportRun): string {
  const label = STATUS_LABELS[status] ?? status
  return status === 'running' && progress ? `${label}, ${progress.rows.toLocaleString('en-US')} read` : label
}

function countOf({ report }: ImportRun, field: (typeof COUNTS)[number]): string {
  if (!report) return '—'
  return (field === 'rejected' ? report.rejected : totalOf(report, field)).toLocaleString('en-US')
}
