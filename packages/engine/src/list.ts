import type { QueryOptions } from '@leaselight/facts'
import type { Cell, Columns, Row } from '@leaselight/model'
import { disguisedList } from './demoAnswers'
import type { Directory } from './directory'
import type { Answering } from './memory'
import { LIST_LIMIT, recordsSql } from './plan'
import type { Scope } from './scope'
import type { ListSpec } from './sets'
import { render, type Sql } from './sql'

interface ListRow {
  record_id: number | string
  record_property: number
  record_agent: number
  record_prospect: number
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
  const ask = <T>(statement: Sql): Promise<T[]> => {
    const { text, params } = render(statement)
    return facts.query<T>(text, params, options)
  }
  const { page, count } = recordsSql(list, scope.plan)
  const found = await ask<ListRow>(page)
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
  const notes: string[] = []
  if (found.length >= LIST_LIMIT) {
    const [all] = await ask<{ total: number }>(count)
    if (all && all.total > LIST_LIMIT)
      notes.push(`The newest ${LIST_LIMIT.toLocaleString('en-US')} of ${all.total.toLocaleString('en-US')} are listed.`)
  }
  if (!who.disguise) return { rows, notes }
  const prospects = found.map((line) => Number(line.record_prospect))
  const listed = { rows, prospects, columns, disguise: who.disguise, companyId: who.company.id }
  return { rows: await disguisedList(listed, facts, options), notes }
}
