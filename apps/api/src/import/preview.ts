import {
  guessTable,
  parseJob,
  previewTable,
  type Question,
  ReferenceData,
  readSample,
  SAMPLE_BYTES,
  type TableGuess,
  type TablePreview,
} from '@leaselight/connectors'
import { entityNames, isEntityName } from '@leaselight/contract'
import { InputError } from '@leaselight/model'
import { z } from 'zod'
import type { Api } from '../http/context'
import { badRequest } from '../http/errors'
import { readAll } from '../http/firstLine'
import type { RouteDocumentation } from '../http/routeSchema'
import { rejectionShape } from './rejectionShape'

/** What a request says about its sample: a mapping to try, or what its rows are, or nothing. */
const previewRequest = z.object({
  entity: z.string().refine(isEntityName, 'must be an entity of the contract').optional(),
  mapping: z.record(z.string(), z.unknown()).optional(),
})

/** The start of a table: what it could be, and how its first rows are read. */
export interface PreviewAnswer {
  guess: TableGuess | null
  preview: TablePreview | null
  /** Why there is no preview. */
  problem: string | null
}

/**
 * Guesses the mapping of a table from its first bytes, or tries one that is sent with them, and reads the first rows with
 * it. Stores nothing.
 */
export async function previewStart(
  { facts }: Api,
  companyId: number,
  text: string,
  file: AsyncIterable<Uint8Array>,
): Promise<PreviewAnswer> {
  const request = previewRequest.safeParse(jsonOf(text))
  if (!request.success)
    throw badRequest('The first line of the body must be JSON: {}, {"entity": …} or {"mapping": …}.')
  const start = await readAll(file, SAMPLE_BYTES, `Send the first ${SAMPLE_BYTES / 1024} KiB of the file.`)
  const { entity, mapping } = request.data
  const guess = mapping
    ? null
    : guessTable(await readSample(start), { companyId, properties: await propertiesOf(facts, companyId) }, entity)
  try {
    const job = parseJob('csv', mapping ?? guess?.mapping)
    if (job.kind !== 'csv') throw new Error('A table is read with the mapping of a table.')
    const reference = await ReferenceData.load(facts, companyId)
    return { guess, preview: await previewTable(start, job.mapping, reference), problem: null }
  } catch (error) {
    // A mapping that isn't complete yet is what the page asks about.
    if (!(error instanceof InputError)) throw error
    return { guess, preview: null, problem: error.message }
  }
}

const propertiesOf = (facts: Api['facts'], company: number) =>
  facts.query<{ id: number; name: string }>(
    'SELECT id, name FROM properties FINAL WHERE company_id = {company:UInt64} ORDER BY id',
    { company },
  )

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const scalar = z.unknown().meta({ type: ['string', 'number', 'boolean', 'array', 'object', 'null'] })
const questionKinds = ['value', 'field', 'dates'] as const satisfies readonly Question['kind'][]

/** The preview of a table. */
export const previewSchema = {
  operationId: 'previewTable',
  tag: 'Import',
  summary: 'Guesses the mapping of a table from its start, and shows its first rows',
  description:
    'For administrators, and for the holder of an import key of the company. The first line of the body is `{}`, `{"entity": …}` or `{"mapping": …}`; the first 256 KiB of the file follow. Nothing is stored.',
  consumes: { 'text/csv': { type: 'string', format: 'binary' } },
  answer: z
    .object({
      guess: z
        .object({
          mapping: z.object({ entity: z.enum(entityNames), fields: z.record(z.string(), scalar) }),
          questions: z.array(
            z.object({
              kind: z.enum(questionKinds),
              field: z.string(),
              column: z.string().optional(),
              value: z.string().optional(),
              format: z.string().nullable().optional(),
              other: z.string().optional(),
            }),
          ),
          assumed: z.array(z.string()),
        })
        .nullable()
        .meta({ description: 'Absent when a mapping was sent.' }),
      preview: z
        .object({
          rows: z.array(z.object({ line: z.int(), record: z.record(z.string(), scalar) })),
          rejections: z.array(rejectionShape),
          read: z.int(),
          rejected: z.int(),
        })
        .nullable(),
      problem: z.string().nullable().meta({ description: 'Why there is no preview.' }),
    })
    .meta({ id: 'TablePreview' }),
} as const satisfies RouteDocumentation
