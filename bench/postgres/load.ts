import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Facts } from '@leaselight/facts'
import { type TempPostgres, tempPostgres } from '@leaselight/state/testing'
import pg from 'pg'
import { print } from '../portfolio'
import { comparedTables } from './tables'

/** As for a machine of this size that does nothing else: memory for sorting and hashing, and cheap random reads. */
const FLAGS = [
  ...['shared_buffers=4GB', 'effective_cache_size=14GB', 'work_mem=512MB', 'maintenance_work_mem=1GB'],
  ...['random_page_cost=1.1', 'max_parallel_workers_per_gather=2', 'max_wal_size=8GB', 'synchronous_commit=off'],
]

/** A PostgreSQL server with a company's records, indexed and analyzed. */
export interface LoadedPostgres {
  client: pg.Client
  close: () => Promise<void>
}

/** Copies a company's records at some properties into PostgreSQL: the newest version of each, as the product counts them. */
export async function loadPostgres(
  facts: Facts,
  companyId: number,
  propertyIds: readonly number[],
): Promise<LoadedPostgres> {
  const server = await tempPostgres(FLAGS)
  const client = new pg.Client({ connectionString: await server.createDatabase() })
  await client.connect()
  // Instants are copied without their zone.
  await client.query(`SET timezone = 'UTC'`)
  const close = () => closeServer(client, server)
  const folder = await mkdtemp(join(tmpdir(), 'leaselight-bench-copy-'))
  // The server reads the files as a user of its own.
  await chmod(folder, 0o755)
  try {
    const started = performance.now()
    let rows = 0
    for (const [name, { columns, indexes }] of Object.entries(comparedTables)) {
      const file = join(folder, `${name}.tsv`)
      const names = Object.keys(columns).join(', ')
      // Written by the engine itself, in the format that PostgreSQL reads: many times faster than through this process.
      await facts.command(
        `INSERT INTO FUNCTION file('${file}', 'TSV') SELECT ${names} FROM ${name} FINAL
         WHERE company_id = ${companyId} AND property_id IN (${propertyIds.join(', ')})`,
      )
      const declared = Object.entries(columns).map((column) => column.join(' '))
      await client.query(`CREATE UNLOGGED TABLE ${name} (${declared.join(', ')})`)
      rows += (await client.query(`COPY ${name} (${names}) FROM '${file}'`)).rowCount ?? 0
      await rm(file)
      for (const index of indexes) {
        const unique = index.startsWith('UNIQUE ')
        await client.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX ON ${name} ${index.replace('UNIQUE ', '')}`)
      }
      await client.query(`VACUUM (ANALYZE, FREEZE) ${name}`)
    }
    const [{ size } = { size: '' }] = (
      await client.query<{ size: string }>('SELECT pg_size_pretty(pg_database_size(current_database())) AS size')
    ).rows
    print(
      `${rows.toLocaleString('en-US')} rows copied into PostgreSQL, indexed and analyzed in ${((performance.now() - started) / 1000).toFixed(0)} s: ${size}.\n`,
    )
  } catch (error) {
    await close()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { client, close }
}

async function closeServer(client: pg.Client, server: TempPostgres): Promise<void> {
  await client.end()
  await server.remove()
}
