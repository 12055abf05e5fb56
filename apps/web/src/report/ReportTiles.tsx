import {
  type Cell,
  formatCell,
  opensList,
  type Point,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  shownColumn,
} from '@leaselight/model'
import { changeOf, Tile, TileRow } from '@leaselight/ui'

interface Props {
  report: ReportDefinition
  state: ReportState
  /** Undefined until the first answer. */
  result: ReportResult | undefined
  stale: boolean
  onOpen: (row: null, column: string) => void
}

/** The numbers above a report, each with its change and its trend. */
export function ReportTiles({ report, state, result, stale, onOpen }: Props) {
  if (report.tiles.length === 0) return null
  return (
    <TileRow>
      {report.tiles.map((key) => {
        const definition = report.columns[key]
        if (!definition) return null
        const { column, of } = shownColumn(report, key, definition, state)
        const trend = (points: readonly Point[]) => points.map((point) => numberOf(of(point)))
        const current = result ? numberOf(of(result.total)) : null
        return (
          <Tile
            key={key}
            label={column.label}
            definition={column.definition}
            value={formatCell(current, column.format, result?.timeZone)}
            change={result?.priorTotal ? changeOf(column, current, numberOf(of(result.priorTotal))) : null}
            trend={result && trend(result.series)}
            loading={!result}
            stale={stale}
            onOpen={result && opensList(definition) && current ? () => onOpen(null, key) : undefined}
          />
        )
      })}
    </TileRow>
  )
}

const numberOf = (value: Cell): number | null => (typeof value === 'number' ? value : null)
