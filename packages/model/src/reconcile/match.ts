import { parsePhone } from '../format/phone'
import { daysBetween } from '../time/dates'
import type { OurRecord, TheirRecord } from './types'

/** A row of the file and the record of ours that it means. */
export interface MatchedPair {
  theirs: TheirRecord
  ours: OurRecord
}

export interface Matched {
  pairs: MatchedPair[]
  /** Rows without a record of ours. */
  theirs: TheirRecord[]
  /** Counted records of ours without a row. */
  ours: OurRecord[]
}

/** A name, email address, or number that tells a person apart, and how surely. */
type Identity = readonly [key: string, certainty: number]

const [BY_ID, BY_EMAIL, BY_PHONE, BY_UNIT, BY_NAME] = [5, 4, 3, 3, 2] as const
/** A name alone says little about a person of long ago. */
const NAME_DAYS = 31

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A person's name whatever the order of its parts: `Abel, Ann` is `Ann Abel`. */
export const nameKey = (name: string): string => plain(name).split(' ').filter(Boolean).sort().join(' ')

const emailKey = (email: string): string => email.trim().toLowerCase()
const phoneKey = (phone: string): string => parsePhone(phone)?.e164 ?? ''
const unitKey = (unit: string): string => plain(unit).replace(/^(unit|apt|apartment) /, '')

function contacts({ email, phone, name }: Pick<TheirRecord, 'name' | 'email' | 'phone'>): Identity[] {
  return [
    [`email ${emailKey(email)}`, BY_EMAIL],
    [`phone ${phoneKey(phone)}`, BY_PHONE],
    [`name ${nameKey(name)}`, BY_NAME],
  ]
}

const isKnown = ([key]: Identity): boolean => !key.endsWith(' ')

/**
 * What a row can be recognized by.
 * @param idsOf the ids here that a row's id may stand for
 */
const identitiesOfTheirs = (row: TheirRecord, idsOf: (row: TheirRecord) => readonly number[]): Identity[] =>
  [
    ...idsOf(row).map((id): Identity => [`id ${id}`, BY_ID]),
    ...contacts(row),
    [`unit ${row.propertyId} ${unitKey(row.unit)}`, BY_UNIT] as Identity,
  ].filter(isKnown)

const identitiesOfOurs = (record: OurRecord): Identity[] =>
  [
    [`id ${record.id}`, BY_ID] as Identity,
    ...(record.prospectId ? [[`id ${record.prospectId}`, BY_ID] as Identity] : []),
    ...contacts(record),
    [`unit ${record.propertyId} ${unitKey(record.unit)}`, BY_UNIT] as Identity,
  ].filter(isKnown)

/** Finds records by what tells people apart. */
export class IdentityIndex {
  readonly #byKey = new Map<string, OurRecord[]>()

  constructor(
    records: readonly OurRecord[],
    readonly idsOf: (row: TheirRecord) => readonly number[],
  ) {
    for (const record of records)
      for (const [key] of identitiesOfOurs(record)) {
        const found = this.#byKey.get(key)
        if (found) found.push(record)
        else this.#byKey.set(key, [record])
      }
  }

  /** The records that a row may mean, each with the certainty of the best sign. */
  of(row: TheirRecord): Map<OurRecord, number> {
    const found = new Map<OurRecord, number>()
    for (const [key, certainty] of identitiesOfTheirs(row, this.idsOf))
      for (const record of this.#byKey.get(key) ?? []) found.set(record, Math.max(found.get(record) ?? 0, certainty))
    return found
  }

  /** The records that are about the same person or unit as one of them. */
  like(record: OurRecord): OurRecord[] {
    const same = identitiesOfOurs(record).flatMap(([key]) => this.#byKey.get(key) ?? [])
    return [...new Set(same)].filter((one) => one !== record)
  }
}

interface Candidate extends MatchedPair {
  score: number
}

/**
 * Pairs each row of a line with at most one record of ours, and each record with at most one row: the surest pairs first, and
 * among equally sure ones those of the same property, those that count, and those of the nearest day.
 */
export function matchRecords(
  theirs: readonly TheirRecord[],
  ours: readonly OurRecord[],
  index: IdentityIndex,
): Matched {
  const candidates = theirs.flatMap((row) =>
    [...index.of(row)].flatMap(([record, certainty]): Candidate[] => {
      const apart = row.day !== null && record.day !== null ? Math.abs(daysBetween(row.day, record.day)) : null
      const sameProperty = row.propertyId === record.propertyId
      const isNear = apart === null || apart <= NAME_DAYS
      if (certainty === BY_NAME && !(sameProperty ? isNear : apart === 0)) return []
      const nearness = apart === null ? 1 : apart === 0 ? 3 : apart <= 1 ? 2 : apart <= NAME_DAYS ? 1 : 0
      const score = certainty * 100 + Number(sameProperty) * 40 + nearness * 10 + Number(record.counted) * 5
      return [{ theirs: row, ours: record, score }]
    }),
  )
  candidates.sort((a, b) => b.score - a.score || a.theirs.row - b.theirs.row || a.ours.id - b.ours.id)
  const rows = new Set<TheirRecord>()
  const records = new Set<OurRecord>()
  const pairs: MatchedPair[] = []
  for (const { theirs: row, ours: record } of candidates) {
    if (rows.has(row) || records.has(record)) continue
    rows.add(row)
    records.add(record)
    pairs.push({ theirs: row, ours: record })
  }
  return {
    pairs,
    theirs: theirs.filter((row) => !rows.has(row)),
    ours: ours.filter((record) => record.counted && !records.has(record)),
  }
}
