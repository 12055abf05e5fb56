import type { Column } from '../report/columns'
import type { ReportDefinition } from '../report/definition'
import type { PeerComparison } from '../report/result'

/** The choice that makes all properties peers; any other is the key of an attribute that peers share. */
export const PORTFOLIO = 'portfolio'

/** Whether a number says how well a property does, whatever its size: a rate, a time, or a ratio, not a count. */
export const isRankable = ({ kind, better, ...column }: Column): boolean =>
  better !== undefined && (kind === 'ratio' || (kind === 'measure' && 'additive' in column && !column.additive))

/** Whether a report can rank a column in any of its states: also counts that can be shown as shares of their row. */
export function canRank(report: ReportDefinition, key: string): boolean {
  const column = report.columns[key]
  if (!column || !hasPropertyRows(report)) return false
  return isRankable(column) || (column.better !== undefined && (report.shareOf?.columns.includes(key) ?? false))
}

/** Whether a report can compare properties with their peers in any of its states. */
export const canComparePeers = (report: ReportDefinition): boolean =>
  Object.keys(report.columns).some((key) => canRank(report, key))

function hasPropertyRows({ rows, rowsBySwitch, groupByOptions }: ReportDefinition): boolean {
  const outermost = [rows[0], ...Object.values(rowsBySwitch?.rows ?? {}).map(([first]) => first)]
  return outermost.some((row) => row === 'property' || (row === 'groupBy' && groupByOptions?.includes('property')))
}

/** The columns that a comparison ranks. */
export const columnsRanked = ({ rows }: PeerComparison): string[] => Object.keys(rows[0]?.standings ?? {})

/** The median of all properties in a column; null where peers share an attribute, so that there are several. */
export const portfolioMedian = ({ by, rows }: PeerComparison, column: string): number | null =>
  by === PORTFOLIO ? (rows[0]?.standings[column]?.median ?? null) : null
