import {
  isColumnVisible,
  isDrillable,
  joinWithAnd,
  numberText,
  pluralize,
  type ReportDefinition,
  type TotalOf,
} from '@leaselight/model'
import { Change, EmptyState } from '@leaselight/ui'
import { AnswerCard, ArrowLink, Card, DrillDownButton, MiniTable, TwoColumnSheet } from '@leaselight/ui/views'
import type { boxscoreResident } from '../boxscore-resident/report'
import type { QueryResult, ReportViewProps } from '../views'
import type { boxscore } from './report'

/** Leasing results and occupancy side by side on one sheet; agents below. */
export default function BoxscoreView(view: ReportViewProps) {
  const { report, state, result, stale, onDrillDown, tiles, charts, table, useReport, reportLink } = view
  const residents = useReport({ report: 'boxscore-resident' })
  const way = reportLink({ report: 'boxscore-resident' })
  return (
    <>
      {tiles}
      <TwoColumnSheet
        left={
          <Card title="Leasing" description={leasingSummary(result.total)} stale={stale}>
            <Score seen={{ report, state, result }} onOpen={onDrillDown} />
          </Card>
        }
        right={
          <AnswerCard
            answer={residents}
            title="Residents"
            description={(seen) => residentsSummary(seen)}
            loading="Loading the residents"
            actions={way && <ArrowLink {...way}>By floorplan</ArrowLink>}
          >
            {(seen) => <Score seen={seen} onOpen={onDrillDown} />}
          </AnswerCard>
        }
        below={table}
      />
      <div data-no-print>{charts}</div>
    </>
  )
}

/** Each number of a report on its own line, with its prior value; each opens its list. */
function Score({ seen, onOpen }: { seen: QueryResult; onOpen: ReportViewProps['onDrillDown'] }) {
  const { report, state, result } = seen
  const columns = numbersOf(seen)
  if (columns.length === 0) return <EmptyState>There is nothing to count here.</EmptyState>
  return (
    <MiniTable
      caption={report.title}
      columns={[
        { label: 'Number', align: 'left' },
        { label: 'This period', align: 'right' },
        { label: 'Change', align: 'left' },
      ]}
      rows={columns.map(([key, column]) => {
        const value = result.total[key] ?? null
        const text = numberText(report.columns, key, result.total)
        const judged = result.judgement?.[key]
        return {
          key,
          cells: [
            <span key="label" title={column.definition}>
              {column.label}
            </span>,
            isDrillable(column) && value ? (
              <DrillDownButton
                key="value"
                label={`${column.label}: ${text}, open the list`}
                onOpen={() => onOpen(null, key, '', { report, state })}
              >
                {text}
              </DrillDownButton>
            ) : (
              text
            ),
            judged && <Change key="change" judgement={judged} format={column.format} />,
          ],
        }
      })}
    />
  )
}

const numbersOf = ({
  report,
  state,
}: Pick<QueryResult, 'report' | 'state'>): [string, ReportDefinition['columns'][string]][] =>
  Object.entries(report.columns).filter(
    ([, column]) => column.kind !== 'fact' && !column.optional && isColumnVisible(column, state.filters),
  )

function leasingSummary({ prospects, visits, netLeases }: TotalOf<typeof boxscore>): string {
  return joinWithAnd([
    pluralize(prospects ?? 0, 'prospect'),
    pluralize(visits ?? 0, 'visit'),
    pluralize(netLeases ?? 0, 'net lease'),
  ])
}

function residentsSummary({ report, result }: QueryResult): string {
  const { moveIns, moveOuts }: TotalOf<typeof boxscoreResident> = result.total
  const occupied = numberText(report.columns, 'occupiedRatio', result.total)
  return joinWithAnd([`${occupied} occupied`, pluralize(moveIns ?? 0, 'move-in'), pluralize(moveOuts ?? 0, 'move-out')])
}
