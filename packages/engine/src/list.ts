import type { Facts, QueryOptions } from '@leaselight/facts'
import type { Cell, Row } from '@leaselight/model'
import type { Directory } from './directory'
import { LIST_LIMIT, recordsSql } from './plan'
import type { Scope } from './scope'
import type { ListSpec } from './sets'
import { render } from './sql'

interface ListRow {
  record_id: number | string
  record_property: number
  record_agent: number
  of_all: number
  [field: `f_${string}`]: Cell
}

/** The rows of a report that lists records, and a sentence when there are more than it shows. */
export async function readList(
  facts: Facts,
  list: ListSpec,
  scope: Scope,
  who: Directory,
  options: QueryOptions,
): Promise<{ rows: Row[]; notes: string[] }> {
  const { text, params } = render(recordsSql(list, scope.plan))
  const found = await facts.query<ListRow>(text, params, options)
  const properties = new Map(who.properties.map((property) => [property.id, property]))
  const agents = new Map(who.agents.map((agent) => [agent.id, agent.name]))
  const rows = found.map((line): Row => {
    const property = properties.get(line.record_property)
    const fields = Object.keys(list.fields).map((name) => [name, line[`f_${name}`] ?? null] as const)
    return {
      ...Object.fromEntries(fields),
      propertyId: line.record_property,
      property: property?.name ?? 'N/A',
      agentId: line.record_agent || null,
      agent: agents.get(line.record_agent) ?? 'Unassigned',
      timeZone: property?.timeZone ?? who.company.timeZone,
      key: `record:${encodeURIComponent(line.record_id)}`,
      depth: 0,
      parent: null,
    }
  })
  const all = Number(found[0]?.of_all ?? 0)
  const notes =
    all > LIST_LIMIT
      ? [`The newest ${LIST_LIMIT.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} are listed.`]
      : []
  return { rows, notes }
}
