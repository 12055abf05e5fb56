import { prepareChart } from '@leaselight/charts'
import {
  type ChangeExplanation as Changes,
  type ColumnName,
  type FindingsAnswer,
  formatCell,
  formatDay,
  formatRange,
  numberText,
  type RowOf,
} from '@leaselight/model'
import { ChartCard } from '@leaselight/ui'
import {
  AnswerCard,
  ArrowLink,
  chartStateOf,
  FindingsList,
  MiniTable,
  SideBySide,
  WhatChanged,
} from '@leaselight/ui/views'
import { useMemo } from 'react'
import type { sessions } from '../sessions/report'
import type { QueryResult, ReportViewProps } from '../views'

const MOST_SOURCES = 8

/** The morning page: headline numbers, what changed and why, and web sessions by source. */
export default function InsightsView(props: ReportViewProps) {
  const { result, tiles, charts, table, shareFindings, onDrillDown, useReport, reportLink, hrefLink } = props
  const { useEndpoint, useResource } = props
  const findings = useResource<FindingsAnswer>('/api/insights/findings')
  const changes = useEndpoint<Changes>('/api/insights/what-changed', ['groupBy'])
  const sessions = useReport({ report: 'sessions' })
  return (
    <>
      <AnswerCard
        answer={findings.answer}
        title={{ subject: 'What needs you', of: findingsTitle }}
        description={({ end }) => end && `All your properties, to ${formatDay(end)}`}
        loading="Looking through every report"
      >
        {(found) => (
          <FindingsList
            found={found}
            busy={findings.busy}
            linkPropsFor={hrefLink}
            onState={(finding, state) => findings.change('/api/insights/finding-rules', { finding, state })}
          />
        )}
      </AnswerCard>
      {tiles}
      <AnswerCard
        answer={changes}
        title="What changed, and why"
        description={() => result.priorPeriod && `Compared with ${formatRange(result.priorPeriod)}`}
        loading="Working out what changed"
        actions={shareFindings}
      >
        {(found) => (
          <WhatChanged changes={found} linkPropsFor={hrefLink} onOpen={(column) => onDrillDown(null, column)} />
        )}
      </AnswerCard>
      {charts}
      <SideBySide>
        <SessionsChart sessions={sessions} />
        <AnswerCard answer={sessions} title="Website visitors and leads, by source" loading="Loading the web sessions">
          {(seen) => <Sources {...seen} way={reportLink({ report: 'sessions' })} />}
        </AnswerCard>
      </SideBySide>
      {table}
    </>
  )
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

function findingsTitle({ findings }: FindingsAnswer): string {
  const count = findings.length
  if (count === 0) return 'Nothing needs you'
  return `${NUMBERS[count] ?? count} ${count === 1 ? 'thing needs' : 'things need'} you`
}

function SessionsChart({ sessions }: { sessions: ReturnType<ReportViewProps['useReport']> }) {
  const seen = sessions.is === 'here' ? sessions.data : undefined
  const model = useMemo(() => seen && overTime(seen), [seen])
  return <ChartCard {...chartStateOf(sessions)} model={model ?? null} />
}

const overTime = ({ report, result, state }: QueryResult) => {
  const [spec] = report.charts
  return spec ? prepareChart(spec, report, result, state) : null
}

function Sources({ report, result, way }: QueryResult & { way: ReturnType<ReportViewProps['reportLink']> }) {
  const keys: readonly ColumnName<typeof sessions>[] = ['sessions', 'leads', 'leadRate']
  const columns = keys.flatMap((key) => (report.columns[key] ? [{ key, column: report.columns[key] }] : []))
  const rows: readonly RowOf<typeof sessions>[] = result.rows
  const largest = [...rows].sort((a, b) => Number(b.sessions ?? 0) - Number(a.sessions ?? 0)).slice(0, MOST_SOURCES)
  return (
    <>
      <MiniTable
        caption="Web sessions by source"
        columns={[
          { label: 'Source', align: 'left' },
          ...columns.map(({ column }) => ({ label: column.label, align: 'right' as const })),
        ]}
        rows={largest.map((row) => ({
          key: row.key,
          cells: [formatCell(row.source, 'text'), ...columns.map(({ key }) => numberText(report.columns, key, row))],
        }))}
      />
      {way && <ArrowLink {...way}>All sources</ArrowLink>}
    </>
  )
}
