import { addTo, type Day, daysBetween } from '../time/dates'
import { concernsOneOf, noteDays, type TimelineNote } from './note'

/** How far from a change a note begins or ends. A change's day is known to about a week or two. */
const AROUND_DAYS = 14
/** The most that stand beside a finding. */
const MAX_AROUND = 3

/** What was written down around a change: a candidate for what is behind it, never its cause. */
export interface NoteAround {
  id: string
  startDate: Day
  endDate: Day
  text: string
  /** What it is about, where that is more than the finding's own subject. */
  place: string
  /** `Mar 3, phones down` */
  says: string
}

/**
 * The notes that begin or end around the day from which something changed: those of the property, of its attributes, and
 * of the company. Of many the nearest, the earliest first.
 * @param propertyId null for what is not about one property
 */
export function notesAround(
  notes: readonly TimelineNote[],
  since: Day | null,
  propertyId: number | null,
  today: Day,
): NoteAround[] {
  if (since === null) return []
  const ids = new Set(propertyId === null ? [] : [propertyId])
  const distance = ({ startDate, endDate }: TimelineNote): number =>
    Math.min(Math.abs(daysBetween(startDate, since)), Math.abs(daysBetween(endDate, since)))
  return notes
    .filter((note) => concernsOneOf(note, ids) && distance(note) <= AROUND_DAYS)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_AROUND)
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0))
    .map((note) => {
      const { id, startDate, endDate, text, attribute, propertyIds } = note
      const place = attribute === null && propertyIds?.length === 1 ? '' : note.place
      return {
        id,
        startDate,
        endDate,
        text,
        place,
        says: [noteDays(note, today), place, text].filter(Boolean).join(', '),
      }
    })
}

/** The days around a change in which notes are looked for. */
export const daysAround = (since: Day): { start: Day; end: Day } => ({
  start: addTo(since, -AROUND_DAYS),
  end: addTo(since, AROUND_DAYS),
})

/** `Around then: Mar 3, phones down.`; empty without any. */
export function aroundText(notes: readonly Pick<NoteAround, 'says'>[]): string {
  if (notes.length === 0) return ''
  return `Around then: ${notes.map(({ says }) => says.replace(/[.\s]+$/, '')).join('; ')}.`
}
