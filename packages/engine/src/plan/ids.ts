import type { QueryOptions } from '@leaselight/facts'
import type { ReportDefinition, Row } from '@leaselight/model'
import type { QueryRunner } from './cache'
import type { PlanContext } from './joinedRecords'
import type { Measure, MeasuresByColumn } from './measures'
import { queryRows } from './queryRows'
import { type KeyValue, rowKeySegment } from './rowKeys'
import type { Grouping } from './scanGroupings'
import { planScans } from './scanQuery'
import { scanSql } from './scans'

type IdsRow = Record<`c${number}`, (number | string)[]> & Record<`k${number}`, KeyValue>

/**
 * Adds the ids behind the counts where the report has columns for them. Only innermost rows carry them, because the
 * lists of all other rows follow from those, and a page that shows only outermost rows stays small.
 */
export async function withIds(
  rows: Row[],
  asked: { report: ReportDefinition; sets: MeasuresByColumn; plan: PlanContext; grouping: Grouping },
  facts: QueryRunner,
  options: QueryOptions,
): Promise<Row[]> {
  const { report, plan, grouping } = asked
  const sets = idSets(report, asked.sets)
  const depth = plan.dimensions.length
  if (Object.keys(sets).length === 0 || !grouping.depths.includes(depth)) return rows
  const found = new Map<string, Record<string, number[]>>()
  await Promise.all(
    planScans(sets, plan).map(async (scan) => {
      for (const line of await queryRows<IdsRow>(
        facts,
        scanSql(
          scan,
          { ...plan, only: 'current' },
          { depths: [depth], byDay: false, under: grouping.under, beside: [] },
        ),
        options,
      )) {
        const name = plan.dimensions.map((key, at) => rowKeySegment(key, line[`k${at}`] ?? '')).join('/')
        const lists = scan.measures.map(({ column }, at) => [column, (line[`c${at}`] ?? []).map(Number)] as const)
        found.set(name, { ...found.get(name), ...Object.fromEntries(lists) })
      }
    }),
  )
  const none = Object.fromEntries(Object.keys(sets).map((column) => [column, []]))
  return rows.map((row) => (row.depth === depth - 1 ? { ...row, ...none, ...found.get(row.key) } : row))
}

function idSets({ columns }: ReportDefinition, sets: MeasuresByColumn): MeasuresByColumn {
  const lists = Object.entries(columns).flatMap(([key, column]): [string, Measure][] => {
    const set = column.kind === 'fact' && column.idsOf ? sets[column.idsOf] : undefined
    return set ? [[key, set.ids()]] : []
  })
  return Object.fromEntries(lists)
}
