import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Session } from 'chdb'
import { EmbeddedEngine } from '../client/engines/embedded'
import type { Facts } from '../client/facts'
import { factsOver } from '../client/warehouse'
import { CLUSTER_SETTINGS } from './settings'

/** The cluster's name. */
const CLUSTER = 'local'

/**
 * A cluster of two shards within this process, for tests: the engine's own Distributed tables, planning of distributed
 * statements, sharding of inserts, and transfer of sets, with the tables, settings, and statements of a real cluster.
 * Two things are missing because they need servers: Keeper, so the shards' tables aren't replicated, and a disk per
 * shard. Both shards share their tables, and each only sees the rows that the sharding key assigns to it.
 */
export async function openLocalCluster(folder: string): Promise<{ facts: Facts; close: () => Promise<void> }> {
  const path = join(folder, 'facts')
  await mkdir(path, { recursive: true })
  const config = join(folder, 'cluster.xml')
  await writeFile(config, CONFIG)
  // The first session of a folder configures the engine.
  const first = new Session(path, { connectionArgs: [`--config-file=${config}`] })
  const engine = new LocalCluster(path)
  await engine.begin()
  const facts = factsOver(engine, { clickhouseCluster: CLUSTER })
  return {
    facts,
    close: async () => {
      first.close()
      await facts.close()
    },
  }
}

/** Addresses of this machine: the engine queries such a shard within the process. */
const CONFIG = `<clickhouse>
  <tcp_port>9000</tcp_port>
  <remote_servers><${CLUSTER}>
    <shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard>
    <shard><replica><host>localhost</host><port>9000</port></replica></shard>
  </${CLUSTER}></remote_servers>
</clickhouse>`

/** How many shards the configuration has. */
const SHARDS = 2

// Its shards are within the process and nowhere else.
const settings = Object.entries({ ...CLUSTER_SETTINGS, prefer_localhost_replica: 1 }).map(
  ([name, value]) => `${name} = ${typeof value === 'string' ? `'${value}'` : value}`,
)

class LocalCluster extends EmbeddedEngine {
  // On a cluster others may be writing too.
  override readonly embedded = false
  /** The rows that each shard sees, by its table. */
  readonly #sees = new Map<string, string>()

  /** One connection writes: what the pretended servers have set stays with it. */
  constructor(path: string) {
    super(path, undefined, 1)
  }

  /** For the connection that writes; the others get it with each statement. */
  async begin(): Promise<void> {
    await super.command(`SET ${settings.join(', ')}`)
  }

  override rows(sql: string, params: Record<string, unknown>): Promise<unknown[]> {
    return super.rows(this.#onShards(sql), params)
  }

  override stream(sql: string, params: Record<string, unknown>, signal: AbortSignal): AsyncIterable<unknown[]> {
    return super.stream(this.#onShards(sql), params, signal)
  }

  override native(sql: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return super.native(this.#onShards(sql), signal)
  }

  /** One connection alone has the settings of the pretended servers. */
  override tidy(sql: string): Promise<void> {
    return this.command(sql)
  }

  override async command(sql: string): Promise<void> {
    // A machine changes its own rows without other shards; here they are the rows of both.
    const filters = sql.startsWith('ALTER') ? '{}' : this.#filters()
    await super.command(`SET additional_table_filters = ${filters}`)
    await super.command(withoutServers(sql))
    const over = / AS (\w+)\s+ENGINE = Distributed\(.+, (\w+\(\w+\))\)$/.exec(sql)
    if (over) this.#sees.set(over[1] ?? '', over[2] ?? '')
  }

  #onShards(sql: string): string {
    // Most end with their own settings.
    const more = /\nSETTINGS [^\n]+$/.test(sql) ? ',' : '\nSETTINGS'
    return `${sql}${more} ${settings.join(', ')}, additional_table_filters = ${this.#filters()}`
  }

  #filters(): string {
    const each = [...this.#sees].map(([table, key]) => `'default.${table}': 'shardNum() = 1 + ${key} % ${SHARDS}'`)
    return `{${each.join(', ')}}`
  }
}

/** A cluster's statement without what needs servers: Keeper, and the queue of statements for all machines. */
function withoutServers(sql: string): string {
  return sql
    .replace(/ ON CLUSTER '\w+'/g, '')
    .replace(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/, '$1(')
    .replace(', replicated_deduplication_window = 0', '')
}
