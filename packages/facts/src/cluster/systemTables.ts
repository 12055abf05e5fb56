/** The store, as far as it says which cluster it is on. */
interface ClusterName {
  readonly cluster?: string | undefined
}

/** A list that the store keeps of its tables, each under the name that statements use; of a cluster from every machine. */
const systemTable = ({ cluster }: ClusterName, list: 'parts' | 'mutations'): string =>
  cluster
    ? `(SELECT * REPLACE (replaceRegexpOne(table, '_shard$', '') AS table) FROM clusterAllReplicas('${cluster}', system.${list}))`
    : `system.${list}`

/** Where the store tells of the pieces that tables lie in. */
export const systemParts = (facts: ClusterName): string => systemTable(facts, 'parts')

/** Where the store tells which tables are being rewritten. */
export const systemMutations = (facts: ClusterName): string => systemTable(facts, 'mutations')

/** Where the store tells which tables there are, each under the name that statements use, with the engine that keeps its rows. */
export function systemTables({ cluster }: ClusterName): string {
  if (!cluster) return 'system.tables'
  return `(SELECT * REPLACE (replaceRegexpOne(name, '_shard$', '') AS name) FROM system.tables WHERE engine != 'Distributed')`
}
