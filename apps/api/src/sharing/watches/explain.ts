import {
  type Dimension,
  dimension,
  explainingRow,
  type InnerRow,
  isTelling,
  type ReportResult,
  type ReportState,
  rowDimensions,
  stateForRow,
  type Viewer,
} from '@leaselight/model'
import type { Api } from '../../http/context'
import { dimensionsOf, type FullReading, numbersIn, type OpenNumber } from './number'

/** A sentence about the one row inside a number that explains its change; null when none stands out. */
export async function explainReading(
  api: Api,
  viewer: Viewer,
  open: OpenNumber,
  reading: FullReading,
  at: Date,
): Promise<string | null> {
  const { report, key } = open
  if (!reading.prior) return null
  const found = await innerRows(api, viewer, open, reading, at)
  return (
    found &&
    explainingRow(
      report.columns,
      key,
      {
        current: reading.current,
        prior: reading.prior,
        isTelling: reading.state !== null && isTelling({ state: reading.state }),
      },
      toInnerRows(key, found.by, found.result, found.depth),
    )
  )
}

/** The rows inside a number: those of the next level, or those of its row alone by another grouping. */
async function innerRows(
  api: Api,
  viewer: Viewer,
  { report, state, key, rowKey }: OpenNumber,
  { result }: FullReading,
  at: Date,
): Promise<{ by: Dimension; result: ReportResult; depth: number } | null> {
  const dimensions = rowDimensions(report, state)
  const depth = dimensionsOf(rowKey).length
  const options = { at, only: key, withoutRecords: true }
  const next = dimensions[depth]
  if (next) {
    if (rowKey === null) return { by: next, result, depth }
    return {
      by: next,
      result: await api.engine.runReport(report, state, viewer, { ...options, parent: rowKey }),
      depth,
    }
  }
  const [outer, ...inner] = dimensions
  const row = result.rows.find((one) => one.key === rowKey)
  const other = [...(report.explains?.by ?? []), ...(report.groupByOptions ?? [])].find((by) => by !== outer)
  if (!outer || inner.length > 0 || !row || !other || !['property', 'agent', 'source'].includes(outer)) return null
  const selected = stateForRow(report, state, outer, row)
  const narrowed: ReportState = { ...selected, filters: { ...selected.filters, groupBy: other } }
  if (rowDimensions(report, narrowed)[0] !== other) return null
  return { by: other, result: await api.engine.runReport(report, narrowed, viewer, options), depth: 0 }
}

function toInnerRows(key: string, by: Dimension, result: ReportResult, depth: number): InnerRow[] {
  const { field, nameField, missingLabel } = dimension(by)
  const states = new Map(result.rowJudgements.map((one) => [one.key, one.states[key]]))
  const before = new Map(result.priorRows.map((row) => [row.key, row]))
  return result.rows
    .filter((row) => row.depth === depth)
    .map((row) => {
      const prior = before.get(row.key)
      const name = String(row[nameField] ?? missingLabel)
      const state = states.get(row.key)
      return {
        name,
        isMissing: row[field] === null || row[field] === undefined || name === missingLabel,
        hasChanged: state !== undefined && isTelling({ state }),
        current: numbersIn(row),
        prior: prior ? numbersIn(prior) : {},
      }
    })
}
