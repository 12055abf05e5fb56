import type { QueryOptions } from '@leaselight/facts'
import {
  addTo,
  type DayRange,
  IdentityIndex,
  type OurRecord,
  type ReconcileLine,
  type ReportDefinition,
  type TheirRecord,
} from '@leaselight/model'
import { queryRows } from '../plan/queryRows'
import { idList, raw, sql } from '../plan/sql'
import { type FoundFact, readFacts, readUnits } from './facts'
import { findPeople, type PeopleScope, type Person, readPeopleCreated, readPeopleOf } from './people'

/** The lines to read, and the rows of another system's file that are looked for. */
export interface OurRecordsRequest {
  lines: readonly { line: ReconcileLine; report: ReportDefinition }[]
  period: DayRange
  rows: readonly TheirRecord[]
  /** The ids here that a row's id may stand for. */
  idsOf: (row: TheirRecord) => readonly number[]
  signal?: AbortSignal
}

/** What our side has. */
export interface OurRecords {
  /** By line: what it counts, and what a row may mean, or what another definition would count. */
  byLine: ReadonlyMap<string, readonly OurRecord[]>
  /** The people here whom the rows may mean. */
  people: readonly OurRecord[]
  /** Whether a record with one of these ids was here and is deleted. */
  isDeleted: (line: ReconcileLine, ids: readonly number[]) => boolean
  /** The ids of people who were erased on request. */
  erased: ReadonlySet<number>
}

/** The ids that a line's counts have, by their property. */
export type CountedIds = (
  line: ReconcileLine,
  report: ReportDefinition,
) => Promise<{ id: number; propertyId: number }[]>

/** How many days around the period records are looked for, to find them under another day. */
const AROUND = 31

/** Reads what each line counts, and the records around it that explain another system's number. */
export async function readOurRecords(
  scope: PeopleScope,
  counted: CountedIds,
  { lines, period, rows, idsOf, signal }: OurRecordsRequest,
): Promise<OurRecords> {
  const options: QueryOptions = signal ? { signal } : {}
  const days = { start: addTo(period.start, -AROUND), end: addTo(period.end, AROUND) }
  const near = lines.some(({ line }) => line.record !== 'units') ? await readPeopleCreated(scope, days, options) : []
  const index = new IdentityIndex(near.map(asRecord), idsOf)
  const unknown = rows.filter((row) => index.of(row).size === 0)
  const farther = await findPeople(scope, unknown, idsOf, options)
  const people = [...near, ...farther]
  const ids = people.map(({ id }) => id)
  const meant = rows.length > 0 ? ids : []
  const found = new Map<string, FoundFact[]>()
  const numbers = new Map<string, Set<number>>()
  for (const { line, report } of lines) {
    numbers.set(line.key, new Set((await counted(line, report)).map(({ id }) => id)))
    if (line.record === 'units') found.set(line.key, await readUnits(scope, line, period.end, options))
    else if (line.record !== 'prospects')
      found.set(line.key, await readFacts(scope, line, { days, people: meant }, options))
  }
  const known = new Map(people.map((person) => [person.id, person]))
  const others = [...found.values()].flat().flatMap(({ prospectId }) => (known.has(prospectId) ? [] : [prospectId]))
  for (const [id, person] of await readPeopleOf(scope, others, options)) known.set(id, person)
  const marks = await readMarks(scope, [...found.values()].flat(), ids, options)
  const byLine = new Map<string, OurRecord[]>()
  for (const { line } of lines) {
    const isCounted = numbers.get(line.key) ?? new Set()
    const records =
      line.record === 'prospects'
        ? people.map(asRecord)
        : (found.get(line.key) ?? []).map((fact) => factRecord(fact, known.get(fact.prospectId)))
    byLine.set(
      line.key,
      records.map((record) => ({
        ...record,
        counted: isCounted.has(record.id),
        // Units and moves count whatever became of the person.
        notProspect: line.report === 'boxscore' && marks.notProspects.has(record.prospectId),
        deleted: line.report === 'boxscore' && marks.deleted.has(record.prospectId),
        leftOut: isCounted.has(record.id) ? null : record.leftOut,
        remark: isCounted.has(record.id) ? record.remark : null,
      })),
    )
  }
  const gone = await readDeleted(
    scope,
    lines,
    rows.flatMap((row) => [...idsOf(row)]),
    options,
  )
  return {
    byLine,
    people: people.map(asRecord),
    isDeleted: ({ record }, some) => some.some((id) => gone.of(record).has(id) || gone.of('prospects').has(id)),
    erased: gone.erased,
  }
}

const asRecord = ({ id, property_id, name, email, phone, source, at, day }: Person): OurRecord => ({
  ...{ id, propertyId: property_id, prospectId: id, name, email, phone, unit: '', source, day },
  at: at === 0 ? null : at,
  ...{ counted: false, notProspect: false, deleted: false, leftOut: null, remark: null },
})

const factRecord = (fact: FoundFact, person: Person | undefined): OurRecord => ({
  ...fact,
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  source: person?.source ?? null,
  ...{ counted: false, notProspect: false, deleted: false },
})

/** Which of the people behind records are no prospects, and which are deleted. */
async function readMarks(
  { facts, companyId }: PeopleScope,
  found: readonly FoundFact[],
  people: readonly number[],
  options: QueryOptions,
): Promise<{ notProspects: ReadonlySet<number>; deleted: ReadonlySet<number> }> {
  const wanted = new Set([...people, ...found.map(({ prospectId }) => prospectId)])
  const rows = await queryRows<{ id: number; not_a_prospect: number; deleted: number }>(
    facts,
    sql`SELECT id, not_a_prospect, deleted FROM prospect_marks FINAL WHERE company_id = ${companyId} AND (not_a_prospect OR deleted)`,
    options,
  )
  const marks = rows.filter(({ id }) => wanted.has(id))
  return {
    notProspects: new Set(marks.flatMap(({ id, not_a_prospect }) => (not_a_prospect ? [id] : []))),
    deleted: new Set(marks.flatMap(({ id, deleted }) => (deleted ? [id] : []))),
  }
}

// Parameters are sent with the statement, whose size is limited.
const CHUNK = 5_000

/** Which of some ids are those of removed records of the properties, and which those of erased people. */
async function readDeleted(
  { facts, companyId, propertyIds }: PeopleScope,
  lines: OurRecordsRequest['lines'],
  ids: readonly number[],
  options: QueryOptions,
) {
  const tables = [...new Set(['prospects' as const, ...lines.map(({ line }) => line.record)])]
  const gone = new Map<string, Set<number>>(tables.map((table) => [table, new Set()]))
  const erased = new Set<number>()
  const all = [...new Set(ids)]
  for (let at = 0; at < all.length; at += CHUNK) {
    const some = idList(all.slice(at, at + CHUNK))
    for (const table of tables) {
      const deleted = await queryRows<{ id: number }>(
        facts,
        sql`
SELECT id FROM ${raw(table)} WHERE company_id = ${companyId} AND property_id IN ${idList(propertyIds)} AND id IN ${some}
GROUP BY id HAVING argMax(is_deleted, version) = 1`,
        options,
      )
      for (const { id } of deleted) gone.get(table)?.add(id)
    }
    const erasedHere = await queryRows<{ id: number }>(
      facts,
      sql`SELECT DISTINCT prospect_id AS id FROM erased WHERE company_id = ${companyId} AND prospect_id IN ${some}`,
      options,
    )
    for (const { id } of erasedHere) erased.add(id)
  }
  return { of: (table: string): ReadonlySet<number> => gone.get(table) ?? new Set(), erased }
}
