import { joinWithAnd, pluralize } from '../format/text'
import { formatRange } from '../format/values'
import type { ChartSpec } from '../report/chartSpec'
import { addTo, type Day, type DayRange } from '../time/dates'

/** The most characters of a note: a sentence or two, so that it can be read beside a chart. */
export const MAX_TIMELINE_TEXT = 300

/** What a note is about: some properties, those with a value of an attribute, or with neither the company. */
export interface NoteSubject {
  propertyIds: readonly number[]
  attribute: string | null
  value: string | null
}

/** A note about what happened on a day or over some days, as its reader may see it. */
export interface TimelineNote {
  id: string
  text: string
  /** Calendar days of the properties, both included. */
  startDate: Day
  endDate: Day
  /** The properties that it concerns and its reader sees; null where it is about the company. */
  propertyIds: number[] | null
  attribute: string | null
  value: string | null
  /** `Willow Creek`, `Region Midwest`; empty where it is about the company. */
  place: string
  /** Who wrote it; null where the user is gone. */
  by: string | null
  createdAt: string
  updatedAt: string
  /** Whether its reader may change and delete it. */
  mayChange: boolean
}

export const isAboutCompany = ({ propertyIds, attribute }: NoteSubject): boolean =>
  propertyIds.length === 0 && attribute === null

/** The properties that a note concerns, of those given; null where it is about the company. */
export function concernedProperties(
  note: NoteSubject,
  properties: readonly { id: number; attributes: Readonly<Record<string, string>> }[],
): number[] | null {
  if (isAboutCompany(note)) return null
  const { propertyIds, attribute, value } = note
  const named = new Set(propertyIds)
  return properties
    .filter(({ id, attributes }) => (attribute === null ? named.has(id) : attributes[attribute] === value))
    .map(({ id }) => id)
}

/** Whether a note concerns one of some properties, as what is about the company does. */
export const concernsOneOf = ({ propertyIds }: TimelineNote, ids: ReadonlySet<number>): boolean =>
  propertyIds === null || propertyIds.some((id) => ids.has(id))

const touches = ({ startDate, endDate }: TimelineNote, { start, end }: DayRange): boolean =>
  startDate <= end && endDate >= start

/**
 * The days whose notes a report shows: its period, or without one those ahead that one of its charts draws. Null where it
 * has neither.
 */
export function notedDays(
  { charts }: { charts: readonly ChartSpec[] },
  { period, asOf }: { period: DayRange | null; asOf: Day | null },
): DayRange | null {
  if (period !== null || asOf === null) return period
  const ahead = Math.max(0, ...charts.map((spec) => (spec.kind === 'outlook' ? spec.daysAhead : 0)))
  return ahead > 0 ? { start: asOf, end: addTo(asOf, ahead) } : null
}

/** The day by which a report is read: the year of a note's day is told where it is not that day's. */
export const readingDay = ({ period, asOf }: { period: DayRange | null; asOf: Day | null }): Day | null =>
  period?.end ?? asOf

/** The notes that concern a period of some properties: what its charts, files and mails show. */
export function notesDuring(
  notes: readonly TimelineNote[],
  period: DayRange | null,
  propertyIds: readonly number[],
): TimelineNote[] {
  if (period === null) return []
  const ids = new Set(propertyIds)
  return notes.filter((note) => touches(note, period) && concernsOneOf(note, ids))
}

/** More names than these are a number. */
const MAX_NAMES = 3

/** What a note is about, in words. */
export function notePlace(
  { attribute, value }: Pick<NoteSubject, 'attribute' | 'value'>,
  names: readonly string[],
): string {
  if (attribute !== null) return `${attribute} ${value}`
  return names.length > MAX_NAMES ? pluralize(names.length, 'property') : joinWithAnd(names)
}

/** The days of a note: `Mar 3`, `Mar 3 – 9`; the year where it is not today's. */
export const noteDays = ({ startDate, endDate }: Pick<TimelineNote, 'startDate' | 'endDate'>, today: Day): string =>
  formatRange({ start: startDate, end: endDate }, today)

/** `Mar 3 – 9, Willow Creek: phones down` */
export const noteLine = (note: TimelineNote, today: Day): string =>
  `${[noteDays(note, today), note.place].filter(Boolean).join(', ')}: ${note.text}`
