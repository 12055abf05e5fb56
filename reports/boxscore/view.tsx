import { formatCell, isShown, listInWords, opensList, plural, type ReportDefinition } from '@leaselight/model'
import { Change, changeOf, EmptyState, ErrorState, LoadingInline } from '@leaselight/ui'
import { Card, MiniTable, Opens, Sheet, Way } from '@leaselight/ui/views'
import type { ReportViewProps, Seen } from '../views'

/** What leasing came to and how full the house is, side by side on one sheet; who brought it, below. */
export default function BoxscoreView(view: ReportViewProps) {
  const { report, state, result, stale, onOpen, tiles, charts, table, useAnswer, linkTo } = view
  const residents = useAnswer({ report: 'boxscore-resident' })
  const way = linkTo({ report: 'boxscore-resident' })
  return (
    <>
      {tiles}
      <Sheet
        left={
          <Card title="Leasing" about={leasingInWords(result.total)} stale={stale}>
            <Score seen={{ report, state, result }} onOpen={onOpen} />
          </Card>
        }
        right={
          <Card
            title="Residents"
            about={residents.data && residentsInWords(residents.data.result.total)}
            stale={residents.stale}
            actions={way && <Way {...way}>By floorplan</Way>}
          >
            {residents.error ? (
              <ErrorState message={residents.error.message} retry={residents.error.retry} />
            ) : residents.data ? (
              <Score seen={residents.data} onOpen={onOpen} />
            ) : (
              <LoadingInline label="Loading the residents" />
            )}
          </Card>
        }
        below={table}
      />
      <div data-no-print>{charts}</div>
    </>
  )
}

/** Every number of a report in a line of its own, with what it was; each opens its list. */
function Score({ seen, onOpen }: { seen: Seen; onOpen: ReportViewProps['onOpen'] }) {
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
        const text = formatCell(value, column.format)
        const compared = result.priorTotal ? changeOf(column, value, result.priorTotal[key]) : null
        return {
          key,
          cells: [
            <span key="label" title={column.definition}>
              {column.label}
            </span>,
            opensList(column) && value ? (
              <Opens
                key="value"
                label={`${column.label}: ${text}, open the list`}
                onOpen={() => onOpen(null, key, '', { report, state })}
              >
                {text}
              </Opens>
            ) : (
              text
            ),
            compared && <Change key="change" value={compared} />,
          ],
        }
      })}
    />
  )
}

const numbersOf = ({
  report,
  state,
}: Pick<Seen, 'report' | 'state'>): [string, ReportDefinition['columns'][string]][] =>
  Object.entries(report.columns).filter(
    ([, column]) => column.kind !== 'fact' && !column.optional && isShown(column, state.filters),
  )

function leasingInWords({ prospects, visits, netLeases }: Seen['result']['total']): string {
  return listInWords([
    plural(prospects ?? 0, 'prospect'),
    plural(visits ?? 0, 'visit'),
    plural(netLeases ?? 0, 'net lease'),
  ])
}

function residentsInWords({ occupiedRatio, moveIns, moveOuts }: Seen['result']['total']): string {
  return listInWords([
    `${formatCell(occupiedRatio ?? null, 'percent')} occupied`,
    plural(moveIns ?? 0, 'move-in'),
    plural(moveOuts ?? 0, 'move-out'),
  ])
}
