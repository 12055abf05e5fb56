/**
 * What a statement that makes or changes a table says to a cluster. Every table of facts stands there twice: on each shard
 * the table itself, replicated, under a name of its own (`messages_shard`), and over these, under the name that every
 * statement uses (`messages`), a Distributed table. Both follow from the one statement that makes the table on a single
 * machine, so migrations are written once.
 */
export function statementsOnCluster(sql: string, cluster: string): string[] {
  for (const { form, write } of FORMS) {
    const found = form.exec(sql)
    if (found) return write((found.groups ?? {}) as Record<string, string>, cluster)
  }
  // Run as it stands it would change one machine of many, in silence.
  throw new Error(`This statement has no form for a cluster yet: ${sql.trim().slice(0, 80)}`)
}

/** What a table's own pieces on each shard are called. */
const shardTable = (table: string): string => `${table}_shard`

/**
 * The columns by which a table may be sharded, best first: what belongs to a property lies with it, what was said in a call
 * by its thread, what is a company's with the company.
 */
const SHARDED_BY = ['property_id', 'thread_id', 'company_id'] as const

/**
 * What decides on which shard a row lies. It is always one of the columns that the table is sorted by, so that every version
 * of a row, and the tombstone that ends it, meet on one shard: only there can they replace each other.
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
    // Columns are known to both tables, those of the shards first: nothing is asked for that is not there yet.
    form: /^\s*ALTER TABLE (?<name>\w+) (?<change>(?:ADD|DROP|MODIFY|RENAME) COLUMN [\s\S]+)$/,
    write: ({ name = '', change }, cluster) =>
      [shardTable(name), name].map((table) => `ALTER TABLE ${table} ON CLUSTER '${cluster}' ${change}`),
  },
  {
    // Rows and their keeping are the shards' alone.
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
  // Inserts find their shards by themselves.
  { form: /^\s*(?<whole>INSERT INTO [\s\S]+)$/, write: ({ whole = '' }) => [whole] },
]

/**
 * A table's path in Keeper names the table and the shard, and no chance number: a machine that takes the place of another,
 * or joins it, finds what belongs there.
 */
const PATH = "'/leaselight/{database}/{table}/{shard}', '{replica}'"

/**
 * Equal blocks are two blocks: what was deleted and is written again must be there again, and a batch that is repeated
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
