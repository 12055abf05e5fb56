import type { DayRange, TimelineNote } from '@leaselight/model'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/request'

/** The notes that a user may read, and what the user may write about. */
export interface TimelineNotes {
  notes: TimelineNote[]
  mayWrite: boolean
  mayWriteForAll: boolean
}

/** What a note says and is about, as the form holds it and the server takes it. */
export type NoteContent = Pick<TimelineNote, 'text' | 'startDate' | 'endDate' | 'attribute' | 'value'> & {
  propertyIds: number[]
}

export const timelineNotesKey = ['timeline-notes']
export const TIMELINE_NOTES_API = '/api/timeline-notes'

/** The notes of some days, or all. */
export const timelineNotes = (client: Client, days: DayRange | null, isWanted = true) =>
  queryOptions({
    queryKey: [...timelineNotesKey, days],
    queryFn: ({ signal }) =>
      client.json<TimelineNotes>(TIMELINE_NOTES_API, {
        query: days ? { startDate: days.start, endDate: days.end } : {},
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
