import { type QueryContext, raw, type Sql, sql } from '@leaselight/engine'

type Sources = QueryContext['sources']
type Source = Sources[number]

/** The registered source of each name; of several with one name the oldest. */
function byName(sources: Sources): Map<string, Source> {
  const found = new Map<string, Source>()
  for (const source of [...sources].sort((a, b) => a.id - b.id))
    if (!found.has(source.name)) found.set(source.name, source)
  return found
}

function topmost(source: Source, byId: ReadonlyMap<number, Source>): Source {
  let top = source
  // The import refuses sources that are their own ancestors, one file at a time; what several files bring must still end.
  for (const seen = new Set<number>(); !seen.has(top.id); ) {
    seen.add(top.id)
    top = (top.parentId !== null && byId.get(top.parentId)) || top
  }
  return top
}

/** The name of the topmost ancestor of the source in a column; a source that is not registered stands for itself. */
export function topmostSource(column: string, sources: Sources): Sql {
  const name = raw(`trimBoth(${column})`)
  const byId = new Map(sources.map((source) => [source.id, source]))
  const families = [...byName(sources).values()].filter((source) => topmost(source, byId).name !== source.name)
  if (families.length === 0) return name
  return sql`transform(${name}, ${families.map((source) => source.name)}, ${families.map((source) => topmost(source, byId).name)}, ${name})`
}

/** Whether the source in a column is marked as paid itself, whatever its ancestors are. */
export function isPaid(column: string, sources: Sources): Sql {
  const paid = [...byName(sources).values()].filter((source) => source.isPaid).map((source) => source.name)
  return paid.length > 0 ? sql`(${raw(`trimBoth(${column})`)} IN ${paid})` : raw('0')
}
