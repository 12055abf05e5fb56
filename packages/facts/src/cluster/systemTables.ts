/** The store's cluster name, if any. */
interface ClusterName {
  readonly cluster?: string | undefined
}

/**
 * A system table about the store's tables, each under the name that statements use; on a cluster, from every machine.
 */
const systemTable = ({ cluster }: ClusterName, list: 'parts' | 'mutations'): string =>
  cluster
    ? `(SELECT * REPLACE (replaceRegexpOne(table, '_shard$', '') AS table) FROM clusterAllReplicas('${cluster}', system.${list}))`
    : `system.${list}`

/** The system table of table parts. */
export const systemParts = (facts: ClusterName): string => systemTable(facts, 'parts')

/** The system table of running mutations. */
export const systemMutations = (facts: ClusterName): string => systemTable(facts, 'mutations')

/** The system table of tables, each under the name that statements use, with its storage engine. */
export function systemTables({ cluster }: ClusterName): string {
  if (!cluster) return 'system.tables'
  return `(SELECT * REPLACE (replaceRegexpOne(name, '_shard$', '') AS name) FROM system.tables WHERE engine != 'Distributed')`
}
