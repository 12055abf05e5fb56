import { Session } from 'chdb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Facts, importRecords, migrate, recover } from '..'
import { factsLevel } from '../tables/migrate'
import { factsWith, type TempFacts, tempCluster } from '../testing'
import { statementsOnCluster } from '.'

/** The statements that create a cluster's tables. */
async function migrationStatements(): Promise<string[]> {
  const told: string[] = []
  const listening: Pick<Facts, 'command' | 'query' | 'insert'> = {
    command: async (sql) => void told.push(...statementsOnCluster(sql, 'leaselight')),
    query: async () => [],
    insert: async () => undefined,
  }
  await migrate(listening as Facts)
  // An empty store creates its tables twice.
  return [...new Set(told)]
}

let store: TempFacts
beforeAll(async () => {
  store = await tempCluster()
})
afterAll(() => store.close())

it('creates tables on every machine with valid statements', async () => {
  const told = [
    ...(await migrationStatements()),
    ...[
      'CREATE DATABASE IF NOT EXISTS facts',
      'ALTER TABLE calls DELETE WHERE id IN (SELECT id FROM erasing) SETTINGS mutations_sync = 2',
      'ALTER TABLE calls MODIFY SETTING old_parts_lifetime = 1',
      'ALTER TABLE calls RESET SETTING old_parts_lifetime',
      'TRUNCATE TABLE calls',
      "OPTIMIZE TABLE record_keys PARTITION 'calls' FINAL SETTINGS optimize_skip_merged_partitions = 1",
      'SYSTEM START CLEANUP calls',
      "KILL MUTATION WHERE database = currentDatabase() AND table = 'calls'",
    ].flatMap((sql) => statementsOnCluster(sql, 'leaselight')),
  ]
  const engine = new Session(`${store.dataDir}/facts`)
  // Parsed only: running them on a cluster needs Keeper.
  for (const statement of told) {
    expect(statement).toContain("ON CLUSTER 'leaselight'")
    expect(() => engine.query(`EXPLAIN AST ${statement}`), statement).not.toThrow()
  }
  engine.close()
})

it('replicates each table on its shard and lays one of the same name over all', async () => {
  const told = await migrationStatements()
  const ofVisits = told.filter((one) => /TABLE (IF NOT EXISTS )?visits(_shard)? /.test(one))
  expect(ofVisits.map((one) => one.replace(/\([\s\S]+?\n\)/, '(…)'))).toEqual([
    `CREATE TABLE IF NOT EXISTS visits_shard ON CLUSTER 'leaselight' (…)
ENGINE = ReplicatedReplacingMergeTree('/leaselight/{database}/{table}/{shard}', '{replica}', version, is_deleted) PARTITION BY toYear(visited_day) ORDER BY (company_id, visited_day, property_id, id) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, replicated_deduplication_window = 0`,
    `CREATE TABLE IF NOT EXISTS visits ON CLUSTER 'leaselight' AS visits_shard
ENGINE = Distributed('leaselight', currentDatabase(), 'visits_shard', cityHash64(property_id))`,
  ])
})

it('shards every table by what it is sorted by, so that all versions of a row meet; facts by their property', async () => {
  const tables = await store.facts.query<{ table: string; sharded: string; sorted: string; dated: number }>(
    `SELECT over.name AS table, extract(over.engine_full, 'cityHash64\\\\((\\\\w+)\\\\)') AS sharded, shard.sorting_key AS sorted,
       position(shard.sorting_key, '_day') > 0 OR position(shard.sorting_key, '_on') > 0 AS dated
     FROM system.tables AS over INNER JOIN system.tables AS shard ON shard.name = concat(over.name, '_shard')
     WHERE over.database = currentDatabase() AND shard.database = currentDatabase() AND over.engine = 'Distributed'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { table, sharded, sorted, dated } of tables) {
    expect(sorted.split(', '), table).toContain(sharded)
    // What is worked out about a person anywhere in the company has no property.
    if (dated && sorted.includes('property_id')) expect([table, sharded]).toEqual([table, 'property_id'])
  }
})

it('refuses a statement that would change one machine of many', () => {
  expect(() => statementsOnCluster('DROP TABLE calls', 'leaselight')).toThrow('no form for a cluster')
})

it('is made once, however many start together', async () => {
  await Promise.all([migrate(store.facts), migrate(store.facts)])
  // As for a replacement machine: all statements run again.
  await store.facts.command('TRUNCATE TABLE migrations')
  await migrate(store.facts)
  expect(await store.facts.query('SELECT max(number) AS level FROM migrations')).toEqual([{ level: factsLevel }])
})

const property = (id: number) => ({ id, company_id: 1, name: `House ${id}`, time_zone: 'America/New_York' })
const visit = { id: 7, prospect_id: 5, visited_at: '2026-03-02T15:00:00Z', visit_type: 'in-person' }
const HOUSES = [1, 2, 3, 4, 5, 6]

/** The property and the shard of the visit. */
const places = () =>
  store.facts.query<{ property: number; shard: number }>(
    'SELECT property_id AS property, _shard_num AS shard FROM visits FINAL WHERE company_id = 1 ORDER BY property_id',
  )

it('leaves nothing behind where a record moves to another shard', async () => {
  await store.load({ companies: [{ id: 1, name: 'Co', time_zone: 'America/New_York' }] })
  await store.load({ properties: HOUSES.map(property) })
  const shards = new Set<number>()
  for (const house of HOUSES) {
    await store.load({ visits: [{ ...visit, property_id: house }] })
    const found = await places()
    expect(found.map((place) => place.property)).toEqual([house])
    shards.add(found[0]?.shard ?? 0)
  }
  expect(shards).toEqual(new Set([1, 2]))
})

it('removes a record from its old shard only after it is on the new one', async () => {
  const { facts } = store
  let writes = 0
  const dying = factsWith(facts, {
    async insert(table, ...args) {
      // A crashed import doesn't clean up after itself.
      if (table === 'visits') writes++
      if (writes > 1) throw new Error('dead')
      await facts.insert(table, ...args)
    },
  })
  const line = Buffer.from(JSON.stringify({ ...visit, property_id: 1 }))
  const moving = async function* () {
    yield line
  }
  await expect(importRecords(dying, moving(), { entity: 'visits' })).rejects.toThrow('dead')
  expect((await places()).map((place) => place.property)).toEqual([1, 6])
  await recover(facts)
  expect((await places()).map((place) => place.property)).toEqual([1])
})
