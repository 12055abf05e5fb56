import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import * as schema from '../schema'
import type { StateEngine } from './engine'
import { StoreUnavailable } from './errors'
import { migrationsFolder } from './migrations'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
// Longer than the statement's own limit: it only fires when the server or the network is dead.
const ANSWER_TIMEOUT_MS = 20_000
// A hanging instance must not block the others forever.
const MIGRATION_WAIT_MS = 60_000
// A number that no other program on the database uses.
const MIGRATION_LOCK = 7_263_554_101

// A copy of an installation reads and writes whole tables, and no request waits for it.
const COPY_TIMEOUT_MS = 6 * 3_600_000

/** The application name under which the server lists instances. */
export const INSTANCE = 'leaselight'

/** Connects to a PostgreSQL server and migrates its tables. `patient`: for statements over whole tables. */
export async function openServer(databaseUrl: string, isCopy = false): Promise<StateEngine> {
  const place = addressOf(databaseUrl)
  try {
    await migrateServer(databaseUrl)
  } catch (error) {
    throw new StoreUnavailable(`The database at ${place} could not be opened: ${reasonOf(error)}`, { cause: error })
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: isCopy ? COPY_TIMEOUT_MS : STATEMENT_TIMEOUT_MS,
    query_timeout: isCopy ? COPY_TIMEOUT_MS : ANSWER_TIMEOUT_MS,
    keepAlive: true,
    application_name: isCopy ? `${INSTANCE} copy` : INSTANCE,
  })
  // The pool drops and replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The pool doesn't listen to a connection in use, such as in a transaction. Its current statement rejects.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = drizzle(pool, { schema })
  // Drizzle's own transaction doesn't return a connection that breaks at BEGIN to the pool, which would run out after
  // ten.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client, { schema }).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return { db, embedded: false, close: () => pool.end() }
}

/** Instances that start together wait for each other here; the second finds nothing left to migrate. */
async function migrateServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: MIGRATION_WAIT_MS,
  })
  // A broken connection rejects the current statement; its error event must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query("set client_min_messages = 'warning'")
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    // Ending the session releases its lock, also when the migration failed.
    await client.end()
  }
}

/** Host and database without the password, for messages. */
function addressOf(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl)
    return `${url.host}${url.pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

/** The innermost message: Drizzle's only repeats the statement, and a refused connection has a code and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
