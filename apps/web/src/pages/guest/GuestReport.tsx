import {
  buildTable,
  cardLayout,
  defaultOrder,
  formatMoment,
  judgeTable,
  mainColumn,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  reportAnswer,
  rowDimensions,
} from '@leaselight/model'
import { DataTable, EmptyState, MutedLine, optionalColumns, PageAnswer, PageHeader, useIsPhone } from '@leaselight/ui'
import RowCards from '@leaselight/ui/cards'
import FullScreen from '@leaselight/ui/fullScreen'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useServices } from '../../app/Services'
import { ReportCharts } from '../../report/charts/ReportCharts'
import { fileNameFrom, saveFile } from '../../report/export/download'
import { footerNotes, provenance } from '../../report/footer'
import { ReportTiles } from '../../report/ReportTiles'
import { captionOf } from '../../report/table/caption'
import { Brand } from '../../shell/Brand'
import { useAlerts } from '../../state/AlertsProvider'
import classes from './guest.module.css'

/** A report as a guest's link answers. */
export interface GuestAnswer<Result> {
  name: string
  company: string
  report: string
  params: Record<string, string>
  inWords: string[]
  notes: string[]
  expiresAt: string
  result: Result
}

interface Props {
  guest: GuestAnswer<unknown>
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  secret: string
}

/** A report to read: its answer, numbers, charts and table. Nothing on it opens a list of people. */
export function GuestReport({ guest, report, state, result, secret }: Props) {
  const { name, company, inWords, notes, expiresAt } = guest
  const shown = { report, state, result, stale: false }
  const answer = useMemo(() => reportAnswer(report, state, result), [report, state, result])
  // A chart of a variant needs a result of its own, which the link doesn't open.
  const charts = report.charts.filter(({ variant }) => !variant)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Brand />
        <span className={classes.company}>{company}</span>
      </header>
      <main className={classes.main}>
        <PageHeader
          title={name}
          question={name === report.title ? report.question : `${report.title}: ${report.question}`}
          // What it is filtered by belongs to its days: a guest has no filters to read it from.
          provenance={[...provenance(report, result), ...inWords]}
          actions={<PdfButton secret={secret} />}
        />
        {report.answer && <PageAnswer answer={answer} compared={!report.asOf} />}
        <ReportTiles {...shown} />
        {result.rows.length === 0 ? (
          <EmptyState title="Nothing to show">There is nothing in this period.</EmptyState>
        ) : (
          <GuestTable {...shown} />
        )}
        {charts.length > 0 && (
          <div className={classes.charts}>
            <ReportCharts {...shown} charts={charts} />
          </div>
        )}
        <MutedLine
          items={[
            ...notes,
            ...footerNotes(report, result),
            `This link works until ${formatMoment(expiresAt, result.timeZone, result.today)}`,
          ]}
        />
      </main>
    </div>
  )
}

function PdfButton({ secret }: { secret: string }) {
  const { client } = useServices()
  const { add } = useAlerts()
  const download = useMutation({
    mutationFn: async () => {
      const response = await client.raw('/api/guest/report.pdf', { secret })
      const file = fileNameFrom(response.headers.get('content-disposition')) ?? 'report.pdf'
      saveFile(file, await response.blob())
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.mutate()} data-no-print>
      Download PDF
    </Button>
  )
}

interface TableProps {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
}

/** The report's table; on a phone its rows as cards, with all columns on request. */
function GuestTable({ report, state, result }: TableProps) {
  const phone = useIsPhone()
  const [whole, setWhole] = useState(false)
  const table = useMemo(() => buildTable(report, result, state), [report, result, state])
  const judgements = useMemo(
    () => judgeTable(report, result, state, table.columns),
    [report, result, state, table.columns],
  )
  const [hidden, setHidden] = useState(() => optionalColumns(table))
  const names = rowDimensions(report, state).length
  const order = defaultOrder(report, state)
  const caption = captionOf(report, table, names)
  const full = (inBox: boolean) => (
    <DataTable
      table={table}
      judgements={judgements}
      caption={caption}
      nameColumns={names}
      hiddenColumns={hidden}
      onHiddenColumnsChange={setHidden}
      initialSort={order}
      mainColumn={mainColumn(report, state) ?? undefined}
      inBox={inBox}
    />
  )
  if (!phone) return full(false)
  return (
    <>
      <RowCards
        table={table}
        judgements={judgements}
        layout={cardLayout(report, state, table)}
        caption={`${caption}, as cards`}
        nameColumns={names}
        order={order}
        stale={false}
      >
        <Button variant="default" aria-haspopup="dialog" onClick={() => setWhole(true)}>
          All columns
        </Button>
      </RowCards>
      {whole && (
        <FullScreen title={report.title} onClose={() => setWhole(false)}>
          {full(true)}
        </FullScreen>
      )}
    </>
  )
}
