import { Button } from '@mantine/core'
import blocks from '../../app/blocks.module.css'
import { saveFile } from '../../report/export/download'
import { useFormatMoment } from '../../sharing/useFormatMoment'
import classes from './import.module.css'
import { type ImportReport, type Rejection, summarize } from './importReport'
import type { ContractEntity } from './mapping'
import { PlainTable } from './PlainTable'
import { labelOf, ReportDetails } from './ReportDetails'
import { type RecordWords, recordTable } from './records'

const SHOWN_REJECTIONS = 50

const number = (value: number): string => value.toLocaleString('en-US')

interface Props {
  report: ImportReport
  rejections: readonly Rejection[]
  entities: readonly ContractEntity[]
  properties: RecordWords['properties']
}

/** The result of a dry run or an import. */
export function ImportResult({ report, rejections, entities, properties }: Props) {
  const { dry_run: isDryRun, first, rejected } = report
  const title = isDryRun ? 'What an import would do' : 'Import finished'
  return (
    <section className={classes.result} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.summary} role="status">
        {summarize(report)}
      </p>
      {isDryRun && <p className={blocks.about}>Nothing was stored: this was a dry run.</p>}
      <ReportDetails report={report} caption="What was read and what became of it" />
      {first.length > 0 && <FirstRecords first={first} entities={entities} properties={properties} />}
      {rejected > 0 && <Rejections rejections={rejections} rejected={rejected} />}
    </section>
  )
}

function FirstRecords({
  first,
  entities,
  properties,
}: Pick<Props, 'entities' | 'properties'> & Pick<ImportReport, 'first'>) {
  const formatInstant = useFormatMoment()
  return entities.map((contract) => {
    const found = first.filter(({ entity }) => entity === contract.entity)
    if (found.length === 0) return null
    const { head, rows } = recordTable(contract, found, { properties, formatInstant })
    return (
      <PlainTable
        key={contract.entity}
        caption={`The first ${contract.label.toLowerCase()}`}
        head={head}
        rows={rows}
        texts={head.map((_, index) => index).slice(1)}
      />
    )
  })
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function Rejections({ rejections, rejected }: { rejections: readonly Rejection[]; rejected: number }) {
  const file = () =>
    new Blob(
      rejections.map((rejection) => `${JSON.stringify(rejection)}\n`),
      { type: 'application/x-ndjson' },
    )
  return (
    <>
      <PlainTable
        caption="Rejected"
        head={['Line', 'What', 'Id', 'Reason']}
        rows={rejections
          .slice(0, SHOWN_REJECTIONS)
          .map(({ line, entity, id, reason }) => [number(line), labelOf(entity), shown(id), reason])}
        texts={[1, 2, 3]}
      />
      <div className={classes.line}>
        <Button variant="default" onClick={() => saveFile('rejections.ndjson', file())}>
          Download{' '}
          {rejections.length < rejected ? `the first ${number(rejections.length)} rejections` : 'all rejections'}
        </Button>
        {rejected > SHOWN_REJECTIONS && (
          <span className={blocks.about}>
            {number(Math.min(SHOWN_REJECTIONS, rejections.length))} of {number(rejected)} are shown.
          </span>
        )}
      </div>
    </>
  )
}
