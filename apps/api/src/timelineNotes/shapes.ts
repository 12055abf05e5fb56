import { MAX_TIMELINE_TEXT } from '@leaselight/model'
import { z } from 'zod'
import { instant } from '../http/answers'
import { noteText } from '../http/textFields'

const text = noteText(MAX_TIMELINE_TEXT)
  .transform((written) => (written ?? '').replace(/\s+/g, ' '))
  .pipe(z.string().min(1))
  .meta({ minLength: 1, maxLength: MAX_TIMELINE_TEXT, description: 'What happened, in a sentence or two.' })
const day = z.string().max(10)
const days = {
  start_date: day.meta({ description: 'The first day, such as 2026-03-03.' }),
  end_date: day.nullish().meta({ description: 'The last day; the first one without it.' }),
}
const subject = {
  property_ids: z.array(z.int().min(1)).max(1_000).nullish().meta({ description: 'The properties that it is about.' }),
  attribute: z
    .string()
    .max(200)
    .nullish()
    .meta({ description: 'In place of properties, an attribute of them, such as region.' }),
  value: z.string().max(500).nullish().meta({ description: 'The attribute’s value, such as Midwest.' }),
}

/** A new note. Without properties and attribute it is about the company. */
export const noteBody = z.object({ text, ...days, ...subject })

/** What changes of a note. Properties, attribute and value are replaced together. */
export const changeNoteBody = z.object({
  text: text.optional(),
  start_date: days.start_date.optional(),
  end_date: days.end_date,
  ...subject,
})

/** A note as its reader sees it. */
export const noteAnswer = z
  .object({
    id: z.string(),
    text: z.string(),
    start_date: z.string(),
    end_date: z.string(),
    property_ids: z
      .array(z.int())
      .nullable()
      .meta({ description: 'The properties that it concerns, of those that the reader sees; null for the company.' }),
    attribute: z.string().nullable(),
    value: z.string().nullable(),
    place: z.string().meta({ description: 'What it is about, as text; empty for the company.' }),
    by: z.string().nullable().meta({ description: 'Who wrote it; null where the user is gone.' }),
    created_at: instant,
    updated_at: instant,
    may_change: z.boolean().meta({ description: 'Whether the reader may change and delete it.' }),
  })
  .meta({ id: 'TimelineNote', description: 'What happened on a day or over some days.' })

export const notesAnswer = z
  .object({
    notes: z.array(noteAnswer).meta({ description: 'The earliest first.' }),
    may_write: z.boolean().meta({ description: 'Whether the reader may write notes; not in a sales demo.' }),
    may_write_for_all: z
      .boolean()
      .meta({ description: 'Whether the reader may write about the company and about attributes.' }),
  })
  .meta({ id: 'TimelineNotes' })

export const notesParameters = z.object({
  start_date: z.string().optional().meta({ description: 'The first day; notes that end before it are left out.' }),
  end_date: z.string().optional().meta({ description: 'The last day; notes that begin after it are left out.' }),
  property_ids: z
    .string()
    .optional()
    .meta({ description: 'Property ids with commas: the notes that concern one of them, or the company.' }),
})
