import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable } from '../client/errors'
import type { Facts } from '../client/facts'
import { forgetIfBehind } from '../derive/derive'
import { peopleAtHandOf } from '../derive/peopleAtHand'
import { ERASED, freshness } from '../freshness'
import { idConditions } from '../import/own/recordKeys'
import { importStateOf } from '../import/state'
import { logFinish, unfinishedBatches } from '../import/write/log'
import { planUnattributed } from './inactiveProspects'
import { mutate } from './mutate'
import { allPeopleSql, companyTargets, type ErasureTarget, personTargets, planErasure } from './plan'
import { withImmediatePurge } from './purge'
import { type StaffEntity, staffEntities, staffTargets } from './staff'
import { storedInstant } from './storedInstant'

/** Rows of one table with erased data, before and after: all versions count. */
export interface ErasedRows {
  table: string
  found: number
  /** Counted again at the end; if not 0, the erasure must run again. */
  left: number
  /** The rows stay, without the person. */
  kept?: boolean
}

/** Statements over all of a company's records may take long, and no user waits for them. */
const LONG_RUNNING = { timeoutSeconds: 3_600, priority: 'background' } as const

/**
 * Puts people on the erasure list; imports no longer accept them. Unknown ids are returned and not listed, so that a
 * typo doesn't block a person later.
 */
export async function listErased(
  facts: Facts,
  company: number,
  ids: readonly number[],
  now: number,
): Promise<{ listed: number[]; unknown: number[] }> {
  const known = await knownPeople(facts, company, ids)
  const listed = ids.filter((id) => known.has(id))
  await facts.insert(
    'erased',
    listed.map((id) => ({ company_id: company, prospect_id: id, erased_at: storedInstant(now) })),
  )
  importStateOf(facts).reset()
  return { listed, unknown: ids.filter((id) => !known.has(id)) }
}

/**
 * Removes every version of everything about the company's erased people, from disk too, and counts again. Data left by
 * a crash or by a concurrent import is removed by the next run. With `nobodysBefore`, a day, also removes calls and
 * similar records before it that name no person.
 */
export async function eraseListed(
  facts: Facts,
  company: number,
  { now, nobodysBefore }: { now: number; nobodysBefore?: string },
): Promise<ErasedRows[]> {
  return importStateOf(facts).runExclusive(async () => {
    await waitForOtherImports(facts)
    if (nobodysBefore) await planUnattributed(facts, company, nobodysBefore)
    await planErasure(facts, company)
    await forgetIfBehind(facts, company)
    const gone = await removeAndCount(facts, company, [...personTargets, ...staffTargets], [ERASURE_PLAN])
    await bumpVersion(facts, company, now)
    await peopleAtHandOf(facts).forget(company)
    importStateOf(facts).reset()
    return gone
  })
}

/** Removes every version of all of a company's data, from disk too, and counts again. Its id stays on the list. */
export async function eraseCompany(facts: Facts, company: number, now: number): Promise<ErasedRows[]> {
  await facts.insert('erased', [{ company_id: company, prospect_id: 0, erased_at: storedInstant(now) }])
  importStateOf(facts).reset()
  return importStateOf(facts).runExclusive(async () => {
    await waitForOtherImports(facts)
    const staff = { table: 'erased_staff', where: 'company_id = {company:UInt64}' }
    const people = { table: 'erased', where: 'company_id = {company:UInt64} AND prospect_id != 0' }
    const gone = await removeAndCount(facts, company, [...companyTargets, people, staff])
    await peopleAtHandOf(facts).forget(company)
    importStateOf(facts).reset()
    return gone
  })
}

/** Allows people, or without anybody named the company, to be imported again. */
export async function readmit(
  facts: Facts,
  company: number,
  people: { prospects: readonly number[] } & Record<StaffEntity, readonly number[]>,
): Promise<void> {
  const namesNobody = Object.values(people).every((ids) => ids.length === 0)
  await mutate(facts, company, [
    {
      table: 'erased',
      where: `company_id = {company:UInt64} AND ${isAny('prospect_id', namesNobody ? [0] : people.prospects)}`,
    },
    ...staffEntities.map((entity) => ({
      table: 'erased_staff',
      where: `company_id = {company:UInt64} AND entity = '${entity}' AND ${isAny('id', people[entity])}`,
    })),
  ])
  importStateOf(facts).reset()
}

const isAny = (column: string, ids: readonly number[]): string =>
  ids.length > 0 ? `${column} IN (${ids.map(Math.trunc).join(', ')})` : 'false'

/**
 * At least as many digits as a phone number; other text in a phone field, such as "evenings only", identifies no one.
 */
const NUMBER = '([0-9][^0-9]*){7}'

/** Names, numbers, and addresses of the company's people, to search notes and report names for. */
export async function personalTextsOf(facts: Facts, company: number, ids: readonly number[]): Promise<string[]> {
  const words = new Set<string>()
  for (const { condition, params } of idConditions(facts, 'prospect_id', ids)) {
    const found = await facts.query<{ word: string }>(
      `SELECT DISTINCT trim(word) AS word FROM (
         SELECT arrayJoin([caller_name, caller_phone]) AS word FROM calls
         WHERE company_id = {company:UInt64} AND ${condition}
         UNION ALL
         SELECT arrayJoin([concat(first_name, ' ', last_name), if(match(phone, '${NUMBER}'), phone, ''), email]) AS word
         FROM prospects
         WHERE company_id = {company:UInt64} AND ${condition.replaceAll('prospect_id', 'id')})`,
      { ...params, company },
      LONG_RUNNING,
    )
    for (const { word } of found) words.add(word)
  }
  words.delete('')
  return [...words]
}

/** The companies whose prospects they are or were. */
export async function companiesOfProspects(facts: Facts, ids: readonly number[]): Promise<number[]> {
  const companies = new Set<number>()
  for (const { condition, params } of idConditions(facts, 'id', ids)) {
    const found = await facts.query<{ company: number }>(
      `SELECT DISTINCT company FROM (
         SELECT company_id AS company, id FROM record_keys WHERE entity = 'prospects' AND scope = 0
         UNION ALL SELECT company_id AS company, prospect_id AS id FROM erased)
       WHERE ${condition}`,
      params,
    )
    for (const { company } of found) companies.add(company)
  }
  return [...companies]
}

/** The erasure plan itself. */
const ERASURE_PLAN: ErasureTarget = { table: 'erasing', where: 'company_id = {company:UInt64}' }

/** Removes and counts again; `after` is removed last, because the rest depends on it. */
async function removeAndCount(
  facts: Facts,
  company: number,
  losses: readonly ErasureTarget[],
  after: readonly ErasureTarget[] = [],
): Promise<ErasedRows[]> {
  const rows: (ErasedRows & { loss: ErasureTarget })[] = []
  for (const loss of losses) {
    const found = await count(facts, company, loss)
    rows.push({ loss, table: loss.table, found, left: 0, ...(loss.emptied && { kept: true }) })
  }
  const touched = rows.filter(({ found }) => found > 0)
  const tables = new Set([...touched.map(({ table }) => table), ...after.map(({ table }) => table)])
  await withImmediatePurge(facts, [...tables], async () => {
    await mutate(
      facts,
      company,
      touched.map(({ loss }) => loss),
    )
    for (const row of touched) row.left = await count(facts, company, row.loss)
    await mutate(facts, company, after)
  })
  return rows.map(({ loss: _, ...row }) => row)
}

async function count(facts: Facts, company: number, { table, where }: ErasureTarget): Promise<number> {
  const [found] = await facts.query<{ rows: number }>(
    `SELECT count() AS rows FROM ${table} WHERE ${where}`,
    { company },
    LONG_RUNNING,
  )
  return found?.rows ?? 0
}

async function knownPeople(facts: Facts, company: number, ids: readonly number[]): Promise<Set<number>> {
  const known = new Set<number>()
  for (const { condition, params } of idConditions(facts, 'person', ids)) {
    const found = await facts.query<{ person: number }>(
      `SELECT DISTINCT person FROM (${allPeopleSql}) WHERE ${condition}`,
      { ...params, company },
      LONG_RUNNING,
    )
    for (const { person } of found) known.add(person)
  }
  return known
}

/** Cached results depend on the version of the facts; the freshness of the data stays the same. */
async function bumpVersion(facts: Facts, company: number, now: number): Promise<void> {
  const { importedAt } = await freshness(facts, company)
  const version = await importStateOf(facts).nextVersion()
  const at = importedAt === null ? now : Date.parse(importedAt)
  await logFinish(facts, version, 'prospects', at, new Map([[company, { rows: 0, newest: Number.NaN }]]), ERASED)
}

const BATCH_WAIT_MS = 120_000
const POLL_MS = 500

/**
 * On a server, another instance may be importing a batch that it checked before the list was written. This waits for
 * its rows, so that they are removed too.
 */
async function waitForOtherImports(facts: Facts): Promise<void> {
  if (facts.embedded) return
  const under = new Set((await unfinishedBatches(facts)).map(({ version }) => version))
  const end = Date.now() + BATCH_WAIT_MS
  while (under.size > 0) {
    if (Date.now() > end)
      throw new EngineUnavailable('Another import is under way. Please run the same again when it has ended.')
    await sleep(POLL_MS)
    const still = new Set((await unfinishedBatches(facts)).map(({ version }) => version))
    for (const version of under) if (!still.has(version)) under.delete(version)
  }
}
