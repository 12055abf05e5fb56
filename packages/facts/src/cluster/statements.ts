/**
 * A cluster's version of a statement that creates or changes a table. Every fact table exists twice there: on each
 * shard the table itself, replicated, under its own name (`messages_shard`), and over these, under the name that
 * statements use (`messages`), a Distributed table. Both derive from the single machine's statement, so migrations are
 * written once.
 */
export function statementsOnCluster(sql: string, cluster: string): string[] {
  for (const { form, write } of FORMS) {
    const found = form.exec(sql)
    if (found) return write((found.groups ?? {}) as Record<string, string>, cluster)
  }
  // Run unchanged, it would silently change one machine of many.
  throw new Error(`This statement has no form for a cluster yet: ${sql.trim().slice(0, 80)}`)
}

/** The name of a table's part on each shard. */
const shardTable = (table: string): string => `${table}_shard`

/**
 * The columns by which a table may be sharded, best first: a property's facts by property, transcripts by their thread,
 * company records by company.
 */
const SHARDED_BY = ['property_id', 'thread_id', 'company_id'] as const

/**
 * The sharding key of a table. It is always one of its sort columns, so that all versions of a row, and its tombstone,
 * are on one shard: only there can they replace each other.
 */
function shardingKey(sortedBy: readonly string[]): string {
  const column = SHARDED_BY.find((name) => sortedBy.includes(name)) ?? sortedBy[0]
  return `cityHash64(${column})`
}

type Parts = Record<string, string>

const FORMS: { form: RegExp; write: (parts: Parts, cluster: string) => string[] }[] = [
  {
    form: /^\s*CREATE DATABASE IF NOT EXISTS (?<name>\w+)\s*$/,
    write: ({ name }, cluster) => [`CREATE DATABASE IF NOT EXISTS ${name} ON CLUSTER '${cluster}'`],
  },
  {
    form: /^\s*CREATE TABLE IF NOT EXISTS (?<name>\w+) (?<columns>\([\s\S]+\))\s+ENGINE = (?<engine>\w*MergeTree)(?:\((?<versions>[^)]*)\))?(?<place>[\s\S]*? ORDER BY (?<key>\([^)]+\)|\w+)) SETTINGS (?<settings>.+)$/,
    write: makeTable,
  },
  {
    // Both tables get the columns, the shards' first, so that no query uses a column that doesn't exist yet.
    form: /^\s*ALTER TABLE (?<name>\w+) (?<change>(?:ADD|DROP|MODIFY|RENAME) COLUMN [\s\S]+)$/,
    write: ({ name = '', change }, cluster) =>
      [shardTable(name), name].map((table) => `ALTER TABLE ${table} ON CLUSTER '${cluster}' ${change}`),
  },
  {
    // Rows and their storage are only on the shards.
    form: /^\s*ALTER TABLE (?<name>\w+) (?<change>(?:DELETE|UPDATE|MODIFY SETTING|RESET SETTING) [\s\S]+)$/,
    write: ({ name = '', change }, cluster) => [`ALTER TABLE ${shardTable(name)} ON CLUSTER '${cluster}' ${change}`],
  },
  {
    form: /^\s*(?<verb>TRUNCATE TABLE|OPTIMIZE TABLE) (?<name>\w+)(?<rest>[\s\S]*)$/,
    write: ({ verb, name = '', rest }, cluster) => [`${verb} ${shardTable(name)} ON CLUSTER '${cluster}'${rest}`],
  },
  {
    form: /^\s*(?<verb>SYSTEM START CLEANUP) (?<name>\w+)\s*$/,
    write: ({ verb, name = '' }, cluster) => [`${verb} ON CLUSTER '${cluster}' ${shardTable(name)}`],
  },
  {
    form: /^\s*KILL MUTATION WHERE (?<where>[\s\S]+ table = ')(?<name>\w+)'\s*$/,
    write: ({ where, name = '' }, cluster) => [
      `KILL MUTATION ON CLUSTER '${cluster}' WHERE ${where}${shardTable(name)}'`,
    ],
  },
  // Inserts find their shards automatically.
  { form: /^\s*(?<whole>INSERT INTO [\s\S]+)$/, write: ({ whole = '' }) => [whole] },
]

/**
 * A table's path in Keeper consists of table and shard, without a random id, so that a replacement or additional
 * machine finds its data.
 */
const PATH = "'/leaselight/{database}/{table}/{shard}', '{replica}'"

/**
 * Identical blocks aren't deduplicated: deleted data that is inserted again must exist again, and a repeated batch
 * replaces itself by its keys.
 */
const NO_DEDUPLICATION = 'replicated_deduplication_window = 0'

function makeTable({ name = '', columns, engine, versions, place, key = '', settings }: Parts, cluster: string) {
  const shard = shardTable(name)
  const sortedBy = key.replace(/[()\s]/g, '').split(',')
  const parameters = versions ? `${PATH}, ${versions}` : PATH
  return [
    `CREATE TABLE IF NOT EXISTS ${shard} ON CLUSTER '${cluster}' ${columns}
ENGINE = Replicated${engine}(${parameters})${place} SETTINGS ${settings}, ${NO_DEDUPLICATION}`,
    `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER '${cluster}' AS ${shard}
ENGINE = Distributed('${cluster}', currentDatabase(), '${shard}', ${shardingKey(sortedBy)})`,
  ]
}
