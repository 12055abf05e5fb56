import type { QueryOptions } from '@leaselight/facts'
import { addTo, type Cell, type Columns, dayCount, type Row } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Scope } from '../access/scope'
import { anonymizeList } from '../demo/results'
import type { QueryRunner } from '../plan/cache'
import type { ListSpec } from '../plan/measures'
import type { PlanContext } from '../plan/scans'
import { render, type Sql } from '../plan/sql'
import { LIST_LIMIT, recordsByDay, recordsSql } from './recordSql'

/** A record as `recordsSql` selects it. */
export interface ListRow {
  record_id: number | string
  record_property: number
  record_agent: number
  record_prospect: number
  /** Milliseconds since 1970. Only present when a time slice is read. */
  record_at?: number
  [field: `f_${string}`]: Cell
}

/** The rows of a list report, and a note when there are more than it shows. */
export async function readNewest(
  facts: QueryRunner,
  listOver: (days: PeriodDays) => ListSpec,
  columns: Columns,
  scope: Scope,
  companyContext: CompanyContext,
  options: QueryOptions,
): Promise<{ rows: Row[]; notes: string[] }> {
  const { total, days } = await newestDays(facts, listOver(scope.plan), scope.plan, options)
  const list = listOver(days)
  const { page, count } = recordsSql(list, { ...scope.plan, ...days })
  const found = await queryRows<ListRow>(facts, page, options)
  const notes: string[] = []
  if (found.length >= LIST_LIMIT) {
    const all = total ?? (await queryRows<{ total: number }>(facts, count, options))[0]?.total ?? 0
    if (all > LIST_LIMIT)
      notes.push(
        `The ${list.order ? 'first' : 'newest'} ${LIST_LIMIT.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} are listed. The CSV file has all of them.`,
      )
  }
  return { rows: await toListRows(found, list, { facts, columns, who: companyContext, options }), notes }
}

type PeriodDays = Pick<PlanContext, 'current' | 'prior'>

/**
 * Zones differ by more than a day: a record of one local day may be newer than one of the next day elsewhere, but never
 * newer than one three days later.
 */
const MAX_ZONE_DAYS = 2

/** For a few days, reading is faster than counting first. */
const MAX_UNCOUNTED_DAYS = 14

/**
 * Narrows a list to the days that contain its newest records, using the count per day. For a large company's year,
 * names, recordings, and transcripts are then joined for one week only.
 */
async function newestDays(
  facts: QueryRunner,
  list: ListSpec,
  plan: PlanContext,
  options: QueryOptions,
): Promise<{ total: number | null; days: PeriodDays }> {
  const { current } = plan
  const byDay = current && dayCount(current) > MAX_UNCOUNTED_DAYS ? recordsByDay(list, plan) : null
  if (!current || !byDay) return { total: null, days: { current, prior: null } }
  const found = await queryRows<{ day: string; records: number }>(facts, byDay, options)
  let total = 0
  let start = current.start
  for (const { day, records } of found.sort((a, b) => (a.day < b.day ? 1 : -1))) {
    if (total < LIST_LIMIT) start = addTo(day, -MAX_ZONE_DAYS)
    total += records
  }
  const first = total > LIST_LIMIT && start > current.start ? start : current.start
  return { total, days: { current: { start: first, end: current.end }, prior: null } }
}

/** Runs a statement and returns its rows. */
export function queryRows<T>(facts: QueryRunner, statement: Sql, options: QueryOptions): Promise<T[]> {
  const { text, params } = render(statement)
  return facts.query<T>(text, params, options)
}

interface RowContext {
  facts: QueryRunner
  columns: Columns
  who: CompanyContext
  options: QueryOptions
}

/** Converts records to rows of the report, anonymized when the viewer gives a sales demo. */
export async function toListRows(
  found: readonly ListRow[],
  list: ListSpec,
  { facts, columns, who, options }: RowContext,
): Promise<Row[]> {
  const properties = new Map(who.properties.map((property) => [property.id, property]))
  const agents = new Map(who.agents.map((agent) => [agent.id, agent.name]))
  const names = Object.keys(list.fields)
  const rows = found.map((line): Row => {
    const property = properties.get(line.record_property)
    // Filled field by field: a list may hold ten thousand records, and copying objects costs more than the query.
    const row: Row = { key: `record:${encodeURIComponent(line.record_id)}`, depth: 0, parent: null }
    for (const name of names) row[name] = line[`f_${name}`] ?? null
    row.propertyId = line.record_property
    row.property = property?.name ?? 'N/A'
    row.agentId = line.record_agent || null
    row.agent = agents.get(line.record_agent) ?? 'Unassigned'
    row.timeZone = property?.timeZone ?? who.company.timeZone
    return row
  })
  if (!who.anonymizer) return rows
  const prospects = found.map((line) => Number(line.record_prospect))
  return anonymizeList(
    { rows, prospects, columns, anonymizer: who.anonymizer, companyId: who.company.id },
    facts,
    options,
  )
}
