import type { QueryOptions } from '@leaselight/facts'
import type { Cell, Columns, Row } from '@leaselight/model'
import { disguisedList } from './demoAnswers'
import type { Directory } from './directory'
import { LIST_LIMIT, recordsSql } from './listSql'
import type { Answering } from './memory'
import type { Scope } from './scope'
import type { ListSpec } from './sets'
import { render, type Sql } from './sql'

/** A record as `recordsSql` selects it. */
export interface ListRow {
  record_id: number | string
  record_property: number
  record_agent: number
  record_prospect: number
  /** When it was, in milliseconds since 1970; of a slice of time alone. */
  record_at?: number
  [field: `f_${string}`]: Cell
}

/** The rows of a report that lists records, and a sentence when there are more than it shows. */
export async function readList(
  facts: Answering,
  list: ListSpec,
  columns: Columns,
  scope: Scope,
  who: Directory,
  options: QueryOptions,
): Promise<{ rows: Row[]; notes: string[] }> {
  const { page, count } = recordsSql(list, scope.plan)
  const found = await answerTo<ListRow>(facts, page, options)
  const notes: string[] = []
  if (found.length >= LIST_LIMIT) {
    const [all] = await answerTo<{ total: number }>(facts, count, options)
    if (all && all.total > LIST_LIMIT)
      notes.push(
        `The newest ${LIST_LIMIT.toLocaleString('en-US')} of ${all.total.toLocaleString('en-US')} are listed; the CSV file holds them all.`,
      )
  }
  return { rows: await listed(found, list, { facts, columns, who, options }), notes }
}

/** A statement's rows. */
export function answerTo<T>(facts: Answering, statement: Sql, options: QueryOptions): Promise<T[]> {
  const { text, params } = render(statement)
  return facts.query<T>(text, params, options)
}

interface Reading {
  facts: Answering
  columns: Columns
  who: Directory
  options: QueryOptions
}

/** Records as rows of the report, in disguise where the viewer gives a sales demo. */
export async function listed(
  found: readonly ListRow[],
  list: ListSpec,
  { facts, columns, who, options }: Reading,
): Promise<Row[]> {
  const properties = new Map(who.properties.map((property) => [property.id, property]))
  const agents = new Map(who.agents.map((agent) => [agent.id, agent.name]))
  const names = Object.keys(list.fields)
  const rows = found.map((line): Row => {
    const property = properties.get(line.record_property)
    // Filled field by field: a list may hold ten thousand records, and copies of copies cost more than the query.
    const row: Row = { key: `record:${encodeURIComponent(line.record_id)}`, depth: 0, parent: null }
    for (const name of names) row[name] = line[`f_${name}`] ?? null
    row.propertyId = line.record_property
    row.property = property?.name ?? 'N/A'
    row.agentId = line.record_agent || null
    row.agent = agents.get(line.record_agent) ?? 'Unassigned'
    row.timeZone = property?.timeZone ?? who.company.timeZone
    return row
  })
  if (!who.disguise) return rows
  const prospects = found.map((line) => Number(line.record_prospect))
  return disguisedList({ rows, prospects, columns, disguise: who.disguise, companyId: who.company.id }, facts, options)
}
