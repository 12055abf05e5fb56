import { formatInstant, formatShortDay } from '../format/values'
import { type DayRange, isWithin } from '../time/dates'
import { dayAt } from '../time/zones'
import type { ReconcileLine } from './lines'
import { IdentityIndex, type MatchedPair, matchRecords } from './match'
import {
  type NamedDifference,
  type OurRecord,
  type ReconciledLine,
  type ReconcileReason,
  reconcileReasons,
  type TheirRecord,
} from './types'
import { crossing, mentionsOf, momentText, recordWord, shiftText, subjectOf, todoOf, zoneShifts } from './words'

/** A property that is compared. */
export interface ReconcileProperty {
  id: number
  name: string
  timeZone: string
}

/** What the records of a line are compared over. */
export interface ReconcileContext {
  line: ReconcileLine
  period: DayRange
  /** The properties that the file covers and the reader sees. */
  properties: readonly ReconcileProperty[]
  /** The names of all properties that the reader sees, for records that are elsewhere. */
  nameOf: (propertyId: number) => string
  zoneOf: (propertyId: number) => string
  /** When their file was made, in epoch ms; null where unknown. */
  madeAt: number | null
  /** The newest moment that our data covers, in epoch ms; null before any import. */
  freshUntil: number | null
  /** Whether the file says where people come from. */
  hasSources: boolean
  /** The ids here that a row's id may stand for. */
  idsOf: (row: TheirRecord) => readonly number[]
  /** Whether a record with one of these ids was here and is deleted. */
  isDeleted: (ids: readonly number[]) => boolean
  /** The person here whom the row means, whatever was recorded about them; undefined where none is known. */
  personOf: (row: TheirRecord) => OurRecord | undefined
}

/** The lines of one kind of record, and the named records behind every difference. */
export interface Explained {
  lines: ReconciledLine[]
  differences: NamedDifference[]
}

/** The reason of one record, and what happened in a sentence. */
type Finding = readonly [reason: ReconcileReason, says: string]

/**
 * Compares the rows of a line with our records, and names each record that makes a difference. Every difference is the sum of
 * its records' effects, so nothing of it stays unexplained.
 * @param ours the records that the line counts, and those that a row may mean
 */
export function explainRecords(
  context: ReconcileContext,
  theirs: readonly TheirRecord[],
  ours: readonly OurRecord[],
): Explained {
  const { line, period, properties } = context
  const compared = new Set(properties.map(({ id }) => id))
  const index = new IdentityIndex(ours, context.idsOf)
  const matched = matchRecords(theirs, ours, index)
  const isTheirs = (row: TheirRecord) => row.day === null || isWithin(row.day, period)
  const differences: NamedDifference[] = []
  const add = (
    propertyId: number,
    effect: 1 | -1,
    [reason, says]: Finding,
    row: TheirRecord | null,
    record: OurRecord | null,
  ) => {
    if (!compared.has(propertyId)) return
    differences.push({
      ...{ line: line.key, propertyId, reason, effect, says, todo: todoOf(reason) },
      name: row?.name || record?.name || '',
      unit: row?.unit || record?.unit || '',
      mentions: mentionsOf(row, record ?? (row && context.personOf(row)) ?? null),
      theirs: row && { row: row.row, id: row.id, day: row.day },
      ours: record && { id: record.id, prospectId: record.prospectId, day: record.day },
    })
  }
  for (const { theirs: row, ours: record } of matched.pairs) {
    const counts = isTheirs(row)
    if (counts && record.counted && row.propertyId === record.propertyId) continue
    if (counts && record.counted) {
      const finding = elsewhere(context, { theirs: row, ours: record })
      add(row.propertyId, 1, finding, row, record)
      add(record.propertyId, -1, finding, row, record)
    } else if (counts) add(row.propertyId, 1, notCounted(context, { theirs: row, ours: record }), row, record)
    else if (record.counted) add(record.propertyId, -1, otherDay(context, { theirs: row, ours: record }), row, record)
  }
  const paired = new Map(matched.pairs.map((pair) => [pair.ours, pair.theirs]))
  for (const row of matched.theirs)
    if (isTheirs(row)) add(row.propertyId, 1, onlyTheirs(context, row, index, paired), row, null)
  for (const record of matched.ours) add(record.propertyId, -1, onlyOurs(context, record, index, paired), null, record)
  differences.sort(inReadingOrder)
  const lines = properties.map(({ id }) =>
    reconciledLine(line, id, {
      theirs: theirs.filter((row) => row.propertyId === id && isTheirs(row)).length,
      ours: ours.filter((record) => record.propertyId === id && record.counted).length,
      differences: differences.filter(({ propertyId }) => propertyId === id),
    }),
  )
  return { lines, differences }
}

/** By reason, then as their file has them. */
const inReadingOrder = (a: NamedDifference, b: NamedDifference): number =>
  reconcileReasons.indexOf(a.reason) - reconcileReasons.indexOf(b.reason) ||
  (a.theirs?.row ?? LAST) - (b.theirs?.row ?? LAST) ||
  (a.ours?.id ?? 0) - (b.ours?.id ?? 0)

const LAST = Number.MAX_SAFE_INTEGER

function reconciledLine(
  { key }: ReconcileLine,
  propertyId: number,
  found: { theirs: number; ours: number; differences: readonly NamedDifference[] },
): ReconciledLine {
  const difference = found.theirs - found.ours
  const effect = found.differences.reduce((sum, one) => sum + one.effect, 0)
  return {
    ...{ line: key, propertyId, theirs: found.theirs, ours: found.ours, difference },
    reasons: countReasons(found.differences),
    unexplained: difference - effect,
    hints: [],
  }
}

/** How many records each reason has, in the order of the reasons. */
export const countReasons = (differences: readonly Pick<NamedDifference, 'reason'>[]) =>
  reconcileReasons.flatMap((reason) => {
    const records = differences.filter((one) => one.reason === reason).length
    return records > 0 ? [{ reason, records }] : []
  })

/** Our name of a record, or theirs where its person is unknown here. */
const subjectOfPair = ({ theirs, ours }: MatchedPair): string => subjectOf(ours.name || ours.unit ? ours : theirs)

const elsewhere = ({ nameOf }: ReconcileContext, { theirs, ours }: MatchedPair): Finding => [
  'property',
  `Their file has ${subjectOfPair({ theirs, ours })} at ${nameOf(theirs.propertyId)}. Here it is ${nameOf(ours.propertyId)}.`,
]

/** The same record on different days. Where a zone has their day, it says which. */
function otherDay({ zoneOf }: ReconcileContext, { theirs, ours }: MatchedPair): Finding {
  const start = `Their file has ${subjectOfPair({ theirs, ours })} on ${theirs.day === null ? 'no day' : formatShortDay(theirs.day)}.`
  const zone = zoneShifts(ours).find(({ day }) => day === theirs.day)
  const here = `Here it is ${momentText(ours, zoneOf(ours.propertyId))}.`
  return ['day', zone ? `${start} ${here} ${shiftText(ours, zone, zoneOf(ours.propertyId))}` : `${start} ${here}`]
}

/** Why the line does not count a record that their file has in the period. */
function notCounted(context: ReconcileContext, pair: MatchedPair): Finding {
  const { line, period, nameOf } = context
  const { theirs, ours } = pair
  const who = subjectOfPair(pair)
  if (ours.deleted) return ['deleted', `${who} is deleted here.`]
  if (ours.day !== null && !isWithin(ours.day, period)) return otherDay(context, pair)
  if (ours.leftOut) return [ours.leftOut.reason, `${who} ${ours.leftOut.says}.`]
  if (ours.notProspect) return ['notProspect', `${who} is marked not a prospect here, so ${line.label} leaves it out.`]
  if (ours.day === null && line.dated !== null) return ['notImported', `${who} is here without ${article(line)}.`]
  if (ours.propertyId !== theirs.propertyId)
    return ['property', `Their file has ${who} at ${nameOf(theirs.propertyId)}. Here it is ${nameOf(ours.propertyId)}.`]
  return ['definition', `${who} does not count in ${line.label}.`]
}

const article = (line: ReconcileLine): string => {
  const word = recordWord(line, 1).replace(/^1 /, '')
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}${line.record === 'leases' ? ' of that kind' : ''}`
}

/** Why a row has no record of ours. */
function onlyTheirs(
  { line, idsOf, isDeleted, personOf, freshUntil, hasSources, zoneOf }: ReconcileContext,
  row: TheirRecord,
  index: IdentityIndex,
  paired: ReadonlyMap<OurRecord, TheirRecord>,
): Finding {
  const who = subjectOf(row)
  if (isDeleted(idsOf(row))) return ['deleted', `${who} is deleted here.`]
  const twin = [...index.of(row).keys()].map((record) => paired.get(record)).find((one) => one !== undefined)
  if (twin && (line.record === 'prospects' || line.record === 'units' || twin.day === row.day))
    return ['definition', `${who} is twice in their file, in rows ${twin.row} and ${row.row}. It counts once here.`]
  if (row.day !== null && freshUntil !== null && row.day > dayAt(freshUntil, zoneOf(row.propertyId)))
    return [
      'notImported',
      `${who} is newer than the data here, which ends ${formatInstant(freshUntil, zoneOf(row.propertyId), null)}.`,
    ]
  const person = line.record === 'prospects' ? undefined : personOf(row)
  if (person) return ['notImported', `${subjectOf(person)} is here, but without ${article(line)}.`]
  if (hasSources && row.source === '' && line.record === 'prospects')
    return ['source', `${who} has no source in their file. Leads without a source can’t be imported.`]
  return ['notImported', `${who} is not here.`]
}

/** Why their file has no row of a record that the line counts. */
function onlyOurs(
  { line, period, madeAt, zoneOf }: ReconcileContext,
  record: OurRecord,
  index: IdentityIndex,
  paired: ReadonlyMap<OurRecord, TheirRecord>,
): Finding {
  const who = subjectOf(record)
  const zone = zoneOf(record.propertyId)
  if (madeAt !== null && record.at !== null && record.at > madeAt)
    return ['notTheirs', `${who} came ${momentText(record, zone)}, after their file was made.`]
  const twin = index.like(record).find((one) => paired.has(one) && one.propertyId === record.propertyId)
  if (twin && (line.record === 'prospects' || twin.day === record.day))
    return ['definition', `${who} is here twice. Their file has it once.`]
  if (record.notProspect)
    return ['notProspect', `${who} is marked not a prospect here. ${line.label} counts it all the same.`]
  if (record.remark) return [record.remark.reason, `${who} ${record.remark.says}.`]
  const shift = crossing(record, period)
  if (shift) return ['day', shiftText(record, shift, zone)]
  if (record.source !== null && isNoSource(record.source))
    return ['source', `${who} has no source here. Their file may leave such records out.`]
  return ['notTheirs', `${who} is here, on ${momentText(record, zone)}, and not in their file.`]
}

/** Whether a source says nothing. */
export const isNoSource = (source: string): boolean => /^(unknown|none|n\/?a)?$/i.test(source.trim())
