import { pluralize } from '../format/text'
import { type DayRange, isWithin } from '../time/dates'
import { countReasons, type Explained, isNoSource, type ReconcileContext } from './explain'
import { IdentityIndex } from './match'
import {
  type NamedDifference,
  type OurRecord,
  type ReconciledLine,
  type ReconcileReason,
  reasonLabels,
  type TheirTotal,
} from './types'
import { mentionsOf, momentText, shiftText, subjectOf, todoOf, zoneShifts } from './words'

/** Records of ours that one rule would count otherwise, all of them together. */
interface Group {
  reason: ReconcileReason
  records: { record: OurRecord; effect: 1 | -1; says: string }[]
  /** What the group adds to their number minus ours. */
  effect: number
}

/**
 * Explains totals by our own records. A file of totals names nobody, so a group of records counts as the explanation only when
 * whole groups add up to the difference exactly; of several such choices the one with the fewest groups, the earlier rule
 * first. Otherwise the difference stays unexplained, and the groups are hints.
 * @param ours the records that the line counts, and those of the properties that it leaves out or dates just outside
 */
export function explainTotals(
  context: ReconcileContext,
  totals: readonly TheirTotal[],
  ours: readonly OurRecord[],
): Explained {
  const { line } = context
  const differences: NamedDifference[] = []
  const lines = totals.map(({ propertyId, count }): ReconciledLine => {
    const here = ours.filter((record) => record.propertyId === propertyId)
    const counted = here.filter((record) => record.counted).length
    const difference = count - counted
    const base = { line: line.key, propertyId, theirs: count, ours: counted, difference }
    if (difference === 0) return { ...base, reasons: [], unexplained: 0, hints: [] }
    const groups = groupsOf(context, here)
    const chosen = fewestAddingUpTo(difference, groups)
    if (!chosen) return { ...base, reasons: [], unexplained: difference, hints: groups.map(hintOf) }
    const named = chosen.flatMap(({ reason, records }) =>
      records.map(
        ({ record, effect, says }): NamedDifference => ({
          ...{ line: line.key, propertyId, reason, effect, says, todo: todoOf(reason) },
          ...{ name: record.name, unit: record.unit, theirs: null, mentions: mentionsOf(null, record) },
          ours: { id: record.id, prospectId: record.prospectId, day: record.day },
        }),
      ),
    )
    differences.push(...named)
    return { ...base, reasons: countReasons(named), unexplained: 0, hints: [] }
  })
  return { lines, differences }
}

const hintOf = ({ reason, records }: Group): string => `${reasonLabels[reason]}: ${pluralize(records.length, 'record')}`

/** The groups of a property's records, the surest rule first. */
function groupsOf(context: ReconcileContext, here: readonly OurRecord[]): Group[] {
  const { line, period, madeAt, zoneOf } = context
  const zone = (record: OurRecord) => zoneOf(record.propertyId)
  const counted = here.filter((record) => record.counted)
  const inPeriod = (record: OurRecord) => record.day === null || isWithin(record.day, period)
  const missed = here.filter((record) => !record.counted && inPeriod(record))
  const less = (reason: ReconcileReason, records: readonly OurRecord[], says: (record: OurRecord) => string) =>
    group(
      reason,
      records.map((record) => ({ record, effect: -1, says: says(record) })),
    )
  const more = (reason: ReconcileReason, records: readonly OurRecord[], says: (record: OurRecord) => string) =>
    group(
      reason,
      records.map((record) => ({ record, effect: 1, says: says(record) })),
    )
  const index = new IdentityIndex(counted, () => [])
  const again = counted.filter((record) =>
    index.like(record).some((one) => one.id < record.id && (line.record === 'prospects' || one.day === record.day)),
  )
  return [
    less(
      'notTheirs',
      counted.filter(({ at }) => madeAt !== null && at !== null && at > madeAt),
      (one) => `${subjectOf(one)} came ${momentText(one, zone(one))}, after their file was made.`,
    ),
    ...zoneGroups(here, period, zone),
    more(
      'notProspect',
      missed.filter((one) => one.notProspect && !one.deleted && !one.leftOut),
      (one) => `${subjectOf(one)} is marked not a prospect here, so ${line.label} leaves it out.`,
    ),
    less(
      'notProspect',
      counted.filter((one) => one.notProspect),
      (one) => `${subjectOf(one)} is marked not a prospect here. ${line.label} counts it all the same.`,
    ),
    more(
      'deleted',
      missed.filter((one) => one.deleted),
      (one) => `${subjectOf(one)} is deleted here.`,
    ),
    more(
      'definition',
      missed.filter((one) => one.leftOut?.reason === 'definition' && !one.deleted && !one.notProspect),
      (one) => `${subjectOf(one)} ${one.leftOut?.says ?? ''}.`,
    ),
    less(
      'definition',
      counted.filter((one) => one.remark?.reason === 'definition'),
      (one) => `${subjectOf(one)} ${one.remark?.says ?? ''}.`,
    ),
    more(
      'day',
      missed.filter((one) => one.leftOut?.reason === 'day'),
      (one) => `${subjectOf(one)} ${one.leftOut?.says ?? ''}.`,
    ),
    less(
      'day',
      counted.filter((one) => one.remark?.reason === 'day'),
      (one) => `${subjectOf(one)} ${one.remark?.says ?? ''}.`,
    ),
    less('definition', again, (one) => `${subjectOf(one)} is here twice.`),
    less(
      'source',
      counted.filter((one) => one.source !== null && isNoSource(one.source)),
      (one) => `${subjectOf(one)} has no source here. Their file may leave such records out.`,
    ),
  ].filter(({ records }) => records.length > 0)
}

const group = (reason: ReconcileReason, records: Group['records']): Group => ({
  reason,
  records,
  effect: records.reduce((sum, one) => sum + one.effect, 0),
})

/** For each zone the records that enter or leave the period when it dates them. */
function zoneGroups(here: readonly OurRecord[], period: DayRange, home: (record: OurRecord) => string): Group[] {
  const able = here.filter((record) => record.counted || (!record.leftOut && !record.notProspect && !record.deleted))
  const zones = [...new Set(able.flatMap((record) => zoneShifts(record).map(({ zone }) => zone)))]
  return zones.map((zone) =>
    group(
      'day',
      able.flatMap((record): Group['records'] => {
        const shift = zoneShifts(record).find((one) => one.zone === zone)
        if (!shift || record.day === null) return []
        const [before, after] = [isWithin(record.day, period), isWithin(shift.day, period)]
        if (before === after) return []
        return [{ record, effect: after ? 1 : -1, says: shiftText(record, shift, home(record)) }]
      }),
    ),
  )
}

/** The fewest groups whose effects add up to a difference; two zones are never mixed. */
function fewestAddingUpTo(difference: number, groups: readonly Group[]): Group[] | undefined {
  const able = groups.filter(({ effect }) => effect !== 0)
  for (let size = 1; size <= Math.min(MAX_GROUPS, able.length); size++) {
    const found = choose(able, size, difference)
    if (found) return found
  }
  return undefined
}

/** More groups together would fit almost any difference. */
const MAX_GROUPS = 3

function choose(groups: readonly Group[], size: number, sum: number): Group[] | undefined {
  if (size === 0) return sum === 0 ? [] : undefined
  for (const [at, one] of groups.entries()) {
    const rest = groups.slice(at + 1).filter((other) => !overlaps(one, other))
    const found = choose(rest, size - 1, sum - one.effect)
    if (found) return [one, ...found]
  }
  return undefined
}

/** Whether two groups name the same record, which can't explain twice. */
const overlaps = (one: Group, other: Group): boolean => {
  const ids = new Set(one.records.map(({ record }) => record.id))
  return other.records.some(({ record }) => ids.has(record.id))
}
