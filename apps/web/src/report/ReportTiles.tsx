import {
  type Cell,
  displayColumn,
  isDrillable,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type SeriesPoint,
  tileJudgements,
  visibleTiles,
} from '@leaselight/model'
import { Tile, TileRow } from '@leaselight/ui'
import type { ReportGoals } from '../goals/useReportGoals'
import { PinNumber } from '../myPage/PinButton'

interface Props {
  goals?: ReportGoals | undefined
  report: ReportDefinition
  state: ReportState
  /** Undefined before the first result. */
  result: ReportResult | undefined
  stale: boolean
  /** A chart is drawn beside them. */
  beside?: boolean
  /** This number alone. */
  only?: string
  /** What the row is called for screen readers, where a page has several. */
  label?: string
  /** Each can be pinned. */
  pinnable?: boolean
  /** Opens the list behind a number; without it the numbers only show. */
  onDrillDown?: (row: null, column: string) => void
}

/** The numbers above a report, each with its change and its trend. */
export function ReportTiles({
  goals,
  report,
  state,
  result,
  stale,
  beside = false,
  only,
  label,
  pinnable = false,
  onDrillDown,
}: Props) {
  const keys = only === undefined ? visibleTiles(report, state) : [only]
  if (keys.length === 0) return null
  const judgementOf =
    only === undefined && result ? tileJudgements(report, state, result) : (key: string) => result?.judgement?.[key]
  return (
    <TileRow beside={beside} {...(label !== undefined && { label })}>
      {keys.map((key) => {
        const definition = report.columns[key]
        if (!definition) return null
        const { column, of, drawn, textOf } = displayColumn(report, key, definition, state)
        const trend = (points: readonly SeriesPoint[]) => points.map((point) => drawn(point))
        const current = result ? numberOf(of(result.total)) : null
        return (
          <Tile
            key={key}
            numberKey={key}
            label={column.label}
            definition={column.definition}
            value={result ? textOf(result.total, { total: result.total, short: true }) : ''}
            amount={current}
            format={column.format}
            compared={!report.asOf}
            judgement={judgementOf(key)}
            goal={goals?.[key]?.total}
            goalAt={goals?.[key]?.at}
            trend={result && trend(result.series)}
            loading={!result}
            stale={stale}
            action={pinnable && <PinNumber report={report} state={state} column={key} />}
            onOpen={onDrillDown && isDrillable(definition) && current ? () => onDrillDown(null, key) : undefined}
          />
        )
      })}
    </TileRow>
  )
}

const numberOf = (value: Cell): number | null => (typeof value === 'number' ? value : null)
