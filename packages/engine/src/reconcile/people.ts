import type { Facts, QueryOptions } from '@leaselight/facts'
import { type DayRange, parsePhone, type TheirRecord } from '@leaselight/model'
import { queryRows } from '../plan/queryRows'
import { any, idList, raw, type Sql, sql } from '../plan/sql'
import { inRange } from '../records/periods'

/** A prospect with what tells people apart. */
export interface Person {
  id: number
  property_id: number
  name: string
  phone: string
  email: string
  source: string
  /** Epoch ms of the creation; 0 where only the day is known. */
  at: number
  day: string
}

/** Where people are read. */
export interface PeopleScope {
  facts: Facts
  companyId: number
  propertyIds: readonly number[]
}

// Parameters are sent with the statement, whose size is limited.
const CHUNK = 2_000

const FULL_NAME = raw(`trimBoth(concat(first_name, ' ', last_name))`)

async function readWhere({ facts, companyId }: PeopleScope, condition: Sql, options: QueryOptions): Promise<Person[]> {
  return queryRows<Person>(
    facts,
    sql`
SELECT id, property_id, ${FULL_NAME} AS name, trimBoth(phone) AS phone, trimBoth(email) AS email, source,
  if(day_only, 0, toUnixTimestamp64Milli(created_at)) AS at, toString(created_day) AS day
FROM prospects FINAL WHERE company_id = ${companyId} AND ${condition}`,
    options,
  )
}

const visible = ({ propertyIds }: PeopleScope): Sql => sql`property_id IN ${idList(propertyIds)}`

/** The people of the properties who were created in some days. */
export const readPeopleCreated = (scope: PeopleScope, days: DayRange, options: QueryOptions): Promise<Person[]> =>
  readWhere(scope, sql`${visible(scope)} AND ${inRange('created_day', days)}`, options)

/** People by their ids, wherever in the company they are. */
export async function readPeopleOf(
  scope: PeopleScope,
  ids: readonly number[],
  options: QueryOptions,
): Promise<Map<number, Person>> {
  const found = new Map<number, Person>()
  for (const some of chunks([...new Set(ids)].filter((id) => id > 0)))
    for (const person of await readWhere(scope, sql`id IN ${idList(some)}`, options)) found.set(person.id, person)
  return found
}

/** The people of the properties whom some rows of a file may mean, whenever they were created. */
export async function findPeople(
  scope: PeopleScope,
  rows: readonly TheirRecord[],
  idsOf: (row: TheirRecord) => readonly number[],
  options: QueryOptions,
): Promise<Person[]> {
  const found = new Map<number, Person>()
  for (const some of chunks(rows)) {
    const ids = some.flatMap((row) => [...idsOf(row)])
    const emails = texts(some.map(({ email }) => email.trim().toLowerCase()))
    const phones = texts(some.map(({ phone }) => parsePhone(phone)?.e164.slice(-10) ?? ''))
    const names = texts(some.flatMap(({ name }) => spellings(name)))
    const signs = [
      sql`id IN ${idList(ids)}`,
      ...(emails.length > 0 ? [sql`lowerUTF8(trimBoth(email)) IN ${emails}`] : []),
      ...(phones.length > 0 ? [sql`substring(replaceRegexpAll(phone, '[^0-9]', ''), -10) IN ${phones}`] : []),
      ...(names.length > 0 ? [sql`lowerUTF8(${FULL_NAME}) IN ${names}`] : []),
    ]
    for (const person of await readWhere(scope, sql`${visible(scope)} AND (${any(signs)})`, options))
      found.set(person.id, person)
  }
  return [...found.values()]
}

const texts = (all: readonly string[]): string[] => [...new Set(all)].filter((text) => text !== '')

/** `Abel, Ann` and `Ann Abel`, in lower case. */
function spellings(name: string): string[] {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ')
  const [last = '', first = ''] = plain.split(/\s*,\s*/)
  return first === '' ? [plain] : [plain, `${first} ${last}`]
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += CHUNK) yield all.slice(at, at + CHUNK)
}
