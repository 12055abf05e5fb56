import { z } from 'zod'
import type { MediaTypes } from './routeSchema'

/** An error, as every route answers it. */
export const errorAnswer = z
  .object({
    error: z.object({
      message: z.string().meta({ description: 'A sentence for the user.' }),
      code: z.string().meta({ description: 'A short name for programs.' }),
    }),
  })
  .meta({ id: 'Error' })

/** The type of a value that may be anything in JSON: generated clients can't read a value without one. */
export const anyType = { type: ['string', 'number', 'boolean', 'array', 'object', 'null'] } as const

/** How fresh the facts behind an answer are. */
export const freshness = z
  .object({
    newest_fact_at: z.string().nullable().meta({ description: 'The newest fact that any import has brought.' }),
    imported_at: z.string().nullable().meta({ description: 'When the last import finished.' }),
    notices: z.array(z.string()).meta({ description: 'What is wrong with the files that bring the facts.' }),
  })
  .meta({ id: 'Freshness' })

/** Days, both included. */
export const period = z.object({ start: z.string(), end: z.string() }).meta({
  id: 'Period',
  description: 'Days, both included, as YYYY-MM-DD.',
})

export const deletedAnswer = z.object({ deleted: z.literal(true) }).meta({ id: 'Deleted' })

export const messageAnswer = z.object({ message: z.string() }).meta({ id: 'Message' })

/** A report as a file. */
export const fileAnswer: MediaTypes = {
  'text/csv': { type: 'string' },
  'application/pdf': { type: 'string', contentMediaType: 'application/pdf' },
}

/** One JSON object a line, written while the work goes on. */
export const linesAnswer: MediaTypes = { 'application/x-ndjson': { type: 'string' } }

/** The path parameter of things that users make. */
export const byId = z.object({ id: z.string() })

/** A moment, as JSON writes a date. */
export const instant = z.iso.datetime()

/** The number of a page, and how many entries a page has. */
export const pageParameters = (maxPageSize: number) => ({
  page: z.int().min(1).optional().meta({ description: 'The number of the page; 1 without it.' }),
  page_size: z.int().min(1).max(maxPageSize).optional().meta({ description: 'How many entries a page has.' }),
})
