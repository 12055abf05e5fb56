import { pluralize } from '../format/text'
import { formatInstant, formatShortDay } from '../format/values'
import type { Day, DayRange } from '../time/dates'
import { isWithin } from '../time/dates'
import { dayAt, zoneName } from '../time/zones'
import type { ReconcileLine } from './lines'
import type { NamedDifference, OurRecord, ReconciledLine, ReconcileReason, TheirRecord } from './types'

/** The zones in which other systems date records: those of the United States, and UTC. */
const otherZones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'UTC'] as const

/** A zone in which a record has another day than at its property. */
export interface ZoneShift {
  zone: string
  day: Day
}

/** The zones in which an instant is on another day than at its property, from east to west. */
export function zoneShifts({ at, day }: Pick<OurRecord, 'at' | 'day'>): ZoneShift[] {
  if (at === null || day === null) return []
  return otherZones.map((zone) => ({ zone, day: dayAt(at, zone) })).filter((shift) => shift.day !== day)
}

/** The first zone in which a record leaves the period, or enters it. */
export const crossing = (record: OurRecord, period: DayRange): ZoneShift | undefined =>
  zoneShifts(record).find(({ day }) => isWithin(day, period) !== isWithin(record.day ?? '', period))

/** The day and, where known, the time of a record at its property. */
export const momentText = ({ at, day }: Pick<OurRecord, 'at' | 'day'>, zone: string): string =>
  at !== null ? formatInstant(at, zone, null) : day === null ? 'no date' : formatShortDay(day)

/** Who or what a record is about. */
export const subjectOf = (
  record: Pick<OurRecord, 'name' | 'unit'> | Pick<TheirRecord, 'name' | 'unit' | 'id'>,
): string =>
  record.name ||
  (record.unit && `Unit ${record.unit}`) ||
  ('id' in record && typeof record.id === 'string' && record.id !== ''
    ? `Record ${record.id}`
    : 'A record without a name')

/** The sentence of a record that another day of the same instant explains. */
export function shiftText(record: OurRecord, { zone, day }: ZoneShift, home: string): string {
  return `${subjectOf(record)} is dated ${momentText(record, home)} here. In ${zoneName(zone)} that is ${formatShortDay(day)}.`
}

const todos: Readonly<Record<ReconcileReason, string>> = {
  notProspect: 'Agree whether this person is a prospect.',
  day: 'Agree on the day, or on the time zone of the report.',
  property: 'Correct the property where it is wrong.',
  deleted: 'Delete it in the property system too, or import it again.',
  source: 'Add the source.',
  definition: 'Nothing to correct: the two systems count this differently.',
  notImported: 'Import it here.',
  notTheirs: 'Add it in the property system.',
}

/** What to correct, by reason. */
export const todoOf = (reason: ReconcileReason): string => todos[reason]

/** A line's records in words: `lead`, `leads`. */
export function recordWord({ record }: ReconcileLine, count: number): string {
  const one = { prospects: 'lead', applications: 'application' }[record as string] ?? record.slice(0, -1)
  return pluralize(count, one)
}

/** The answer to "do the two systems agree?", in one or two sentences. */
export function reconcileAnswer(lines: readonly ReconciledLine[], records: number): string {
  const differing = lines.filter(({ difference, reasons }) => difference !== 0 || reasons.length > 0)
  if (lines.length === 0) return 'The file has no line that can be compared.'
  if (differing.length === 0)
    return lines.length === 1 ? 'The line agrees.' : `All ${pluralize(lines.length, 'line')} agree.`
  const start = `${differing.length.toLocaleString('en-US')} of ${pluralize(lines.length, 'line')} ${differing.length === 1 ? 'differs' : 'differ'}.`
  const left = unexplainedIn(lines)
  if (left > 0) return `${start} ${left.toLocaleString('en-US')} unexplained.`
  return `${start} ${records === 1 ? 'The record behind it is explained' : `All ${pluralize(records, 'record')} are explained`}.`
}

/** How much of all differences no record accounts for. */
export const unexplainedIn = (lines: readonly ReconciledLine[]): number =>
  lines.reduce((sum, { unexplained }) => sum + Math.abs(unexplained), 0)

/** The people of a row and a record, as a sentence about them may name them. */
export const mentionsOf = (
  row: Pick<TheirRecord, 'name'> | null,
  record: Pick<OurRecord, 'name' | 'prospectId'> | null,
): NamedDifference['mentions'] => {
  const prospectId = record?.prospectId || null
  return [row?.name, record?.name].flatMap((name) => (name ? [{ prospectId, name }] : []))
}
