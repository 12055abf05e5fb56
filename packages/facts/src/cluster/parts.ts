import type { Facts } from '../client/facts'

/**
 * Where the store tells of the pieces that tables lie in, each under the name that statements use for its table; of a
 * cluster the pieces on every machine.
 */
export function partsOf({ cluster }: Pick<Facts, 'cluster'>): string {
  if (!cluster) return 'system.parts'
  return `(SELECT * REPLACE (replaceRegexpOne(table, '_shard$', '') AS table) FROM clusterAllReplicas('${cluster}', system.parts))`
}

/** Where the store tells which tables there are, each under the name that statements use, with the engine that keeps its rows. */
export function tablesOf({ cluster }: Pick<Facts, 'cluster'>): string {
  if (!cluster) return 'system.tables'
  return `(SELECT * REPLACE (replaceRegexpOne(name, '_shard$', '') AS name) FROM system.tables WHERE engine != 'Distributed')`
}
