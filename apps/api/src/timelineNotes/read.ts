import { type CompanyContext, withShownAttribute } from '@leaselight/engine'
import {
  answersForProperties,
  concernedProperties,
  type DayRange,
  isAboutCompany,
  notedDays,
  notePlace,
  notesDuring,
  type ReportDefinition,
  type ReportResult,
  type TimelineNote,
  type Viewer,
} from '@leaselight/model'
import { listTimelineNotes, type StoredTimelineNote } from '@leaselight/state'
import type { Api } from '../http/context'

/** A note as a viewer reads it; null where it concerns none of their properties. */
export function noteFor(viewer: Viewer, directory: CompanyContext, written: StoredTimelineNote): TimelineNote | null {
  const stored = withShownAttribute(directory, written)
  const { id, startOn, endOn, attribute, value, authorId, createdAt, updatedAt } = stored
  const concerned = concernedProperties(stored, directory.properties)
  if (concerned?.length === 0) return null
  const ids = new Set(concerned)
  const names = directory.properties.filter((property) => ids.has(property.id)).map(({ name }) => name)
  return {
    id,
    // Whoever wrote it may have named anyone.
    text: directory.anonymizer?.note(id) ?? stored.text,
    startDate: startOn,
    endDate: endOn,
    propertyIds: concerned,
    attribute,
    value,
    place: notePlace(stored, names),
    by: directory.userName(authorId),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    mayChange: mayChange(viewer, stored, concerned),
  }
}

/**
 * Its author may change a note, and those who answer for properties, where they see all that it names. In a sales demo
 * texts are samples, so nothing is changed.
 */
function mayChange({ userId, role, demo }: Viewer, note: StoredTimelineNote, concerned: number[] | null): boolean {
  if (demo) return false
  if (note.authorId === userId) return true
  const seesAll = isAboutCompany(note) || note.attribute !== null || concerned?.length === note.propertyIds.length
  return answersForProperties(role) && seesAll
}

/** The notes that a viewer may read, the earliest first; with days those that touch one of them. */
export async function readNotes(
  api: Pick<Api, 'engine' | 'state'>,
  viewer: Viewer,
  days: Partial<DayRange> = {},
): Promise<TimelineNote[]> {
  const [directory, stored] = await Promise.all([
    api.engine.companyContext(viewer),
    listTimelineNotes(api.state, viewer.companyId, days),
  ])
  return stored.flatMap((note) => noteFor(viewer, directory, note) ?? [])
}

/** The notes that a report's result is shown with, for its files and mails. */
export async function notesOfResult(
  api: Pick<Api, 'engine' | 'state'>,
  viewer: Viewer,
  report: ReportDefinition,
  result: ReportResult,
): Promise<TimelineNote[]> {
  const days = notedDays(report, result)
  if (days === null) return []
  return notesDuring(
    await readNotes(api, viewer, days),
    days,
    result.coverage.properties.map(({ propertyId }) => propertyId),
  )
}
