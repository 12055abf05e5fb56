import type { CompanyContext } from '@leaselight/engine'
import {
  addTo,
  answersForProperties,
  concernsOneOf,
  type Day,
  type DayRange,
  InputError,
  isAboutCompany,
  isDay,
  type NoteSubject,
  type TimelineNote,
  type Viewer,
} from '@leaselight/model'
import {
  addTimelineNote,
  changeTimelineNote,
  deleteTimelineNote,
  MAX_TIMELINE_NOTES,
  readTimelineNote,
  type StoredTimelineNote,
} from '@leaselight/state'
import type { z } from 'zod'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { isUuid } from '../http/textFields'
import { noteFor, readNotes } from './read'
import type { changeNoteBody, noteBody } from './shapes'

/** Which notes a list has. */
export interface NotesRequest {
  startDate?: string | undefined
  endDate?: string | undefined
  /** Empty for all. */
  propertyIds: readonly number[]
}

/** The notes that a viewer may read, and what they may write about. */
export async function listNotes(api: Api, viewer: Viewer, { startDate, endDate, propertyIds }: NotesRequest) {
  const days: Partial<DayRange> = {
    ...(startDate !== undefined && { start: requireDay(startDate, 'start_date') }),
    ...(endDate !== undefined && { end: requireDay(endDate, 'end_date') }),
  }
  const notes = await readNotes(api, viewer, days)
  const ids = new Set(propertyIds)
  const mayWrite = viewer.demo !== true
  return {
    notes: ids.size === 0 ? notes : notes.filter((note) => concernsOneOf(note, ids)),
    mayWrite,
    mayWriteForAll: mayWrite && answersForProperties(viewer.role),
  }
}

/** Writes a note. */
export async function createNote(api: Api, viewer: Viewer, input: z.output<typeof noteBody>): Promise<TimelineNote> {
  requireNoDemo(viewer)
  const directory = await api.engine.companyContext(viewer)
  const days = requireDays(input.start_date, input.end_date ?? input.start_date, directory)
  const subject = requireSubject(viewer, directory, input)
  const { companyId, userId } = viewer
  const content = { text: input.text, ...days, ...subject }
  const made = await addTimelineNote(api.state, { companyId, authorId: userId }, content, api.now())
  if (!made)
    throw badRequest(`Your company has ${MAX_TIMELINE_NOTES.toLocaleString('en-US')} notes. Delete one to add another.`)
  return shown(viewer, directory, made)
}

/** Changes the given parts of a note. */
export async function changeNote(
  api: Api,
  viewer: Viewer,
  id: string,
  input: z.output<typeof changeNoteBody>,
): Promise<TimelineNote> {
  const { directory, stored } = await requireChangeable(api, viewer, id)
  const start = input.start_date ?? stored.startOn
  // A new first day alone moves the note; a span stays one only where its last day comes with it, or still comes later.
  const end = input.end_date ?? (stored.endOn > start && stored.endOn !== stored.startOn ? stored.endOn : start)
  const isOther = [input.property_ids, input.attribute, input.value].some((part) => part !== undefined)
  const content = {
    text: input.text ?? stored.text,
    ...requireDays(start, end, directory),
    ...(isOther ? requireSubject(viewer, directory, input) : subjectOf(stored)),
  }
  const changed = await changeTimelineNote(api.state, viewer.companyId, id, content, api.now())
  if (!changed) throw noteNotFound()
  return shown(viewer, directory, changed)
}

/** Deletes a note. */
export async function removeNote(api: Api, viewer: Viewer, id: string): Promise<void> {
  await requireChangeable(api, viewer, id)
  if (!(await deleteTimelineNote(api.state, viewer.companyId, id))) throw noteNotFound()
}

const noteNotFound = () => notFound('There is no such note.')

function requireNoDemo({ demo }: Viewer): void {
  if (demo) throw badRequest('Notes can’t be changed in a sales demo.')
}

/** A note that the viewer may change. One that concerns none of their properties looks like one that is not there. */
async function requireChangeable(api: Api, viewer: Viewer, id: string) {
  const stored = isUuid(id) ? await readTimelineNote(api.state, viewer.companyId, id) : undefined
  const directory = await api.engine.companyContext(viewer)
  const note = stored && noteFor(viewer, directory, stored)
  if (!stored || !note) throw noteNotFound()
  requireNoDemo(viewer)
  if (!note.mayChange) throw badRequest('Only its author, managers, and administrators can change a note.')
  return { directory, stored }
}

function requireDay(text: string, field: string): Day {
  if (!isDay(text)) throw new InputError(`${field} must be a day such as 2026-03-08.`, field)
  return text
}

/** Notes about the future are plans; further ahead than this is a slip of the pen. */
const MAX_YEARS_AHEAD = 2
const FIRST_DAY: Day = '2000-01-01'

function requireDays(start: string, end: string, { today }: CompanyContext) {
  const [startOn, endOn] = [requireDay(start, 'start_date'), requireDay(end, 'end_date')]
  if (startOn > endOn) throw badRequest('The last day of a note can’t be before its first.')
  if (startOn < FIRST_DAY || endOn > addTo(today, MAX_YEARS_AHEAD, 'year'))
    throw badRequest('A note is about a day since 2000, and no later than two years from today.')
  return { startOn, endOn }
}

const subjectOf = ({ propertyIds, attribute, value }: StoredTimelineNote) => ({ propertyIds, attribute, value })

/** What a note is about, as a body names it; throws a sentence for what the viewer may not write about. */
function requireSubject(
  viewer: Viewer,
  { properties }: CompanyContext,
  input: {
    property_ids?: number[] | null | undefined
    attribute?: string | null | undefined
    value?: string | null | undefined
  },
): NoteSubject & { propertyIds: number[] } {
  const propertyIds = [...new Set(input.property_ids)]
  const [attribute, value] = [input.attribute ?? null, input.value ?? null]
  if ((attribute === null) !== (value === null)) throw badRequest('An attribute needs a value.')
  if (attribute !== null && propertyIds.length > 0)
    throw badRequest('A note is about properties or about an attribute, not both.')
  const known = new Set(properties.map(({ id }) => id))
  if (propertyIds.some((id) => !known.has(id))) throw notFound('There is no such property.')
  const subject = { propertyIds, attribute, value }
  if ((attribute !== null || isAboutCompany(subject)) && !answersForProperties(viewer.role))
    throw badRequest('Choose properties. Only managers and administrators write about the company or an attribute.')
  if (attribute !== null && !properties.some(({ attributes }) => attributes[attribute] === value))
    throw notFound('There is no such attribute.')
  return subject
}

function shown(viewer: Viewer, directory: CompanyContext, stored: StoredTimelineNote): TimelineNote {
  const note = noteFor(viewer, directory, stored)
  if (!note) throw noteNotFound()
  return note
}
