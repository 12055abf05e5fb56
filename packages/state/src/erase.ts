import { randomUUID } from 'node:crypto'
import { and, type Column, eq, getTableColumns, inArray, is, or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema'
import type { Database, State } from './state'

/** How many rows of one table had to be erased, and how many are left. */
export interface ErasedState {
  table: string
  found: number
  left: number
  /** The rows stay, with the names and numbers redacted. */
  kept?: boolean
}

// A hold protects the erasure and tells nothing about anybody.
const tables: readonly PgTable[] = Object.values<unknown>(schema).filter(
  (one): one is PgTable => is(one, PgTable) && one !== schema.companyHolds,
)

const nameOf = (table: PgTable): string => getTableConfig(table).name
const columnOf = (table: PgTable, name: string): Column | undefined =>
  Object.values(getTableColumns(table)).find((column) => column.name === name)

/**
 * Copies of report contents: mails, tickets with their request, and answers of requests with a key. They can't be searched for a person (a PDF hides its
 * text) and are short-lived, so erasing a person deletes all of the company's.
 */
const reportCopies: readonly PgTable[] = [schema.outboxMails, schema.tickets, schema.keyedRequests]

/** The condition for a company's rows, by the table's own column or its parent's; undefined for tables without a company. */
function companyCondition(table: PgTable, company: number): SQL | undefined {
  const own = columnOf(table, 'company_id')
  if (own) return eq(own, company)
  for (const key of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = key.reference()
    const [column] = columns
    const [foreign] = foreignColumns
    const above = columnOf(foreignTable, 'company_id')
    if (column && foreign && above)
      return sql`${column} in (select ${foreign} from ${foreignTable} where ${above} = ${company})`
  }
  return undefined
}

/** Deletes everything a company's users made, and counts again. */
export async function eraseCompanyState(state: State, company: number): Promise<ErasedState[]> {
  const mine = tables.flatMap((table) => {
    const where = companyCondition(table, company)
    return where ? [{ table, where }] : []
  })
  return removeAndCount(state, mine, async (db) => {
    // Child rows are deleted with their parents.
    for (const { table, where } of mine) if (columnOf(table, 'company_id')) await db.delete(table).where(where)
  })
}

/**
 * Removes people from what a company's users made: prospects from batches, everything that erased users made for
 * themselves, and all their names and numbers from notes, names, and searches. Copies of what was sent are deleted entirely.
 * @param redact returns a text without the people's names and numbers; the same text when it has none
 */
export async function erasePeopleState(
  state: State,
  company: number,
  people: { prospects: readonly number[]; users: readonly number[] },
  redact: (text: string) => string,
): Promise<ErasedState[]> {
  const rows = tables.flatMap((table) => {
    const mine = companyCondition(table, company)
    const theirs = [
      ...idsIn(columnOf(table, 'prospect_id'), people.prospects),
      ...idsIn(columnOf(table, 'user_id'), people.users),
    ]
    const where = reportCopies.includes(table) ? mine : mine && theirs.length > 0 ? and(mine, or(...theirs)) : undefined
    return where ? [{ table, where }] : []
  })
  const removed = await removeAndCount(state, rows, async (db) => {
    for (const { table, where } of rows) await db.delete(table).where(where)
  })
  const written = tables.filter((table) => !reportCopies.includes(table))
  const redacted: ErasedState[] = []
  for (const table of written) {
    const where = companyCondition(table, company)
    if (!where) continue
    const found = await state.run((db) => redactRows(db, table, where, redact))
    if (found === 0) continue
    await state.run((db) => purgeFromDisk(db, state.embedded, [table]))
    const left = await state.run((db) => redactRows(db, table, where, redact, false))
    redacted.push({ table: nameOf(table), found, left, kept: true })
  }
  return [...removed, ...redacted]
}

// The most values in one statement.
const CHUNK = 5_000

function idsIn(column: Column | undefined, ids: readonly number[]): SQL[] {
  const parts: SQL[] = []
  for (let at = 0; column && at < ids.length; at += CHUNK) parts.push(inArray(column, ids.slice(at, at + CHUNK)))
  return parts
}

async function removeAndCount(
  state: State,
  targets: readonly { table: PgTable; where: SQL }[],
  work: (db: Database) => Promise<void>,
): Promise<ErasedState[]> {
  return state.run(async (db) => {
    const found = new Map<PgTable, number>()
    for (const { table, where } of targets) found.set(table, await db.$count(table, where))
    await work(db)
    const touched = targets.filter(({ table }) => found.get(table)).map(({ table }) => table)
    if (touched.length > 0) await purgeFromDisk(db, state.embedded, touched)
    const rows: ErasedState[] = []
    for (const { table, where } of targets)
      rows.push({ table: nameOf(table), found: found.get(table) ?? 0, left: await db.$count(table, where) })
    return rows
  })
}

const PAGE = 1_000

/**
 * Redacts every text of the rows and returns how many rows had something to redact. A row that a person's text identifies,
 * such as a place on a list, is deleted; where a text must be unique, an ending keeps it so.
 */
async function redactRows(
  db: Database,
  table: PgTable,
  where: SQL,
  redact: (text: string) => string,
  write = true,
): Promise<number> {
  const columns = getTableColumns(table)
  const { primaryKeys, uniqueConstraints } = getTableConfig(table)
  const isUnique = (column: Column) =>
    uniqueConstraints.some((one) => one.columns.some(({ name }) => name === column.name))
  const keys = Object.entries(columns).filter(
    ([, column]) => column.primary || primaryKeys.some((key) => key.columns.some(({ name }) => name === column.name)),
  )
  const texts = Object.entries(columns).filter(([, column]) => ['text', 'jsonb'].includes(column.getSQLType()))
  const order = keys.map(([, column]) => column)
  let changed = 0
  let offset = 0
  for (;;) {
    const rows: Record<string, unknown>[] = await db
      .select()
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(PAGE)
      .offset(offset)
    for (const row of rows) {
      const better: Record<string, unknown> = {}
      for (const [name, column] of texts) {
        const value = redactDeep(row[name], redact)
        if (value !== row[name]) better[name] = isUnique(column) ? `${value} ${randomUUID().slice(0, 8)}` : value
      }
      if (Object.keys(better).length === 0) continue
      changed++
      if (!write) continue
      const isRow = and(...keys.map(([name, column]) => eq(column, row[name])))
      if (keys.some(([name]) => name in better)) {
        await db.delete(table).where(isRow)
        offset--
      } else await db.update(table).set(better).where(isRow)
    }
    if (rows.length < PAGE) return changed
    offset += PAGE
  }
}

/** A value with all its texts redacted; the identical value when there is nothing to redact. */
function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => redactDeep(item, redact))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).map(([key, item]) => [key, item, redactDeep(item, redact)] as const)
  return entries.some(([, before, after]) => before !== after)
    ? Object.fromEntries(entries.map(([key, , after]) => [key, after]))
    : value
}

/**
 * Deleting only marks rows as free: rewriting the tables removes them from the disk. The embedded store's write-ahead log is
 * recycled too; a server's log and backups are its operator's responsibility.
 */
async function purgeFromDisk(db: Database, embedded: boolean, touched: readonly PgTable[]): Promise<void> {
  for (const table of touched) await db.execute(sql`vacuum full ${table}`)
  if (!embedded) return
  await db.execute(sql`set wal_recycle = off`)
  for (const step of [sql`checkpoint`, sql`select pg_switch_wal()`, sql`checkpoint`]) await db.execute(step)
}
