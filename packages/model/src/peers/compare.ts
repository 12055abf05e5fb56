import { type Cell, durationUnit } from '../format/values'
import type { Evidence } from '../judgement/evidence'
import type { ReportDefinition } from '../report/definition'
import type { PeerComparison, PeerStanding, Row } from '../report/result'
import type { ReportState } from '../report/state'
import { displayColumn, shareWhole } from '../report/table'
import { isColumnVisible, rowDimensions } from '../report/visible'
import { columnsRanked, isRankable, PORTFOLIO } from './columns'
import { MIN_PEERS, rankPeers } from './rank'
import { type PeerGroup, standingWords } from './words'

/** The columns that a state can rank among peers; none where its rows aren’t properties. */
export function rankedColumns(report: ReportDefinition, state: ReportState): string[] {
  if (rowDimensions(report, state)[0] !== 'property') return []
  return Object.entries(report.columns).flatMap(([key, column]) => {
    const ranks = isRankable(column) || (column.better !== undefined && shareWhole(report, key, state) !== null)
    return ranks && isColumnVisible(column, state.filters) ? key : []
  })
}

/** Whether a state asks for a comparison with peers that it can have. */
export const comparesPeers = (report: ReportDefinition, state: ReportState): boolean =>
  state.filters.peers !== '' && rankedColumns(report, state).length > 0

/** A property with its attributes. */
export interface AttributedProperty {
  id: number
  attributes: Readonly<Record<string, string>>
}

/** The group of each property, by the portfolio or an attribute; its key may be written in other case. */
export function peerGroups(
  requested: string,
  properties: readonly AttributedProperty[],
): { by: string; groupOf: (propertyId: number) => string | null } {
  if (requested === PORTFOLIO) return { by: PORTFOLIO, groupOf: () => PORTFOLIO }
  const keys = new Set(properties.flatMap(({ attributes }) => Object.keys(attributes)))
  const folded = requested.toLowerCase()
  const by = keys.has(requested) ? requested : ([...keys].find((key) => key.toLowerCase() === folded) ?? requested)
  const groups = new Map(
    properties.map(({ id, attributes }) => [id, Object.hasOwn(attributes, by) ? (attributes[by] ?? '') : '']),
  )
  return { by, groupOf: (propertyId) => groups.get(propertyId) || null }
}

/** What comparing with peers needs besides the report and its state. */
export interface PeerInput {
  /** The rows of all properties that are peers of any other. */
  rows: readonly Row[]
  /** The total of the table that the ranks are shown in. */
  total: Readonly<Record<string, Cell>>
  properties: readonly AttributedProperty[]
  evidenceOf: (row: Row, column: string) => Evidence | null
}

/** Ranks each property’s numbers among its peers. A number is left out where it isn’t known on what any of them rests. */
export function comparePeers(
  report: ReportDefinition,
  state: ReportState,
  { rows, total, properties, evidenceOf }: PeerInput,
): PeerComparison {
  const { by, groupOf } = peerGroups(state.filters.peers, properties)
  const own = rows.flatMap((row) =>
    row.depth === 0 && typeof row.propertyId === 'number' ? { row, group: groupOf(row.propertyId) } : [],
  )
  const standings = own.map((): Record<string, PeerStanding> => ({}))
  for (const key of rankedColumns(report, state)) {
    const column = report.columns[key]
    if (!column?.better) continue
    const numbers = own.map(({ row, group }) => ({ group, evidence: evidenceOf(row, key) }))
    if (numbers.every(({ evidence }) => !evidence || evidence.kind === 'unknown')) continue
    const { format } = displayColumn(report, key, column, state).column
    const all = total[key]
    const shown = { format, ...(format === 'duration' && typeof all === 'number' && { unit: durationUnit(all) }) }
    rankPeers(numbers, column.better).forEach((standing, index) => {
      const found = standings[index]
      const group: PeerGroup = { by, group: own[index]?.group ?? null }
      if (found) found[key] = { ...standing, words: standingWords(standing, group, shown) }
    })
  }
  return {
    by,
    rows: own.map(({ row, group }, index) => ({ key: row.key, group, standings: standings[index] ?? {} })),
  }
}

/** What readers of a comparison must know, or why there is none. */
export function peerNote(report: ReportDefinition, state: ReportState, comparison: PeerComparison | undefined): string {
  if (rowDimensions(report, state)[0] !== 'property')
    return 'Only properties have peers. Group by property to compare them.'
  if (!comparison || columnsRanked(comparison).length === 0)
    return 'None of these numbers can be ranked: a rank is of a rate, a time, or a ratio.'
  const { by } = comparison
  const peers = by === PORTFOLIO ? 'all properties of the portfolio' : `properties with the same ${by}`
  return `Ranks are among ${peers}, also those that are not listed here. A rank needs 20 cases of a percentage, 10 of another number, and ${MIN_PEERS} properties that have them. Medians are of properties’ own numbers, while totals pool all their cases.`
}
