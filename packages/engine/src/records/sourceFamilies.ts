import type { Source } from '../access/companyRecords'
import { raw, type Sql, sql } from '../plan/sql'

/** The registered source of each name; of several with one name, the oldest. */
function byName(sources: readonly Source[]): Map<string, Source> {
  const found = new Map<string, Source>()
  for (const source of [...sources].sort((a, b) => a.id - b.id))
    if (!found.has(source.name)) found.set(source.name, source)
  return found
}

function topmost(source: Source, byId: ReadonlyMap<number, Source>): Source {
  let top = source
  // The import rejects a cycle within one file; a cycle across several files must still end.
  for (const seen = new Set<number>(); !seen.has(top.id); ) {
    seen.add(top.id)
    top = (top.parentId !== null && byId.get(top.parentId)) || top
  }
  return top
}

/** The name of a source's topmost ancestor; an unregistered source is its own. */
export function topmostSource(name: Sql, sources: readonly Source[]): Sql {
  const byId = new Map(sources.map((source) => [source.id, source]))
  const families = [...byName(sources).values()].filter((source) => topmost(source, byId).name !== source.name)
  if (families.length === 0) return name
  // The name itself as the default, written out, would be looked up for each record instead of once for each name.
  return sql`transform(${name}, ${families.map((source) => source.name)}, ${families.map((source) => topmost(source, byId).name)})`
}

/** Whether a source is itself marked as paid, whatever its ancestors are. */
export function isPaid(name: Sql, sources: readonly Source[]): Sql {
  const paid = [...byName(sources).values()].filter((source) => source.isPaid).map((source) => source.name)
  return paid.length > 0 ? sql`(${name} IN ${paid})` : raw('0')
}
