import { connectorKinds } from '@leaselight/connectors'
import { entityNames } from '@leaselight/contract'
import { z } from 'zod'
import { linesAnswer } from '../http/answers'
import type { RouteDocumentation } from '../http/routeSchema'

const tag = 'Import'
const entity = z.enum(entityNames)

const rejections = z.array(
  z
    .object({
      entity: z.string(),
      line: z.int(),
      id: z.union([z.int(), z.string()]).nullable(),
      field: z.string(),
      reason: z.string(),
    })
    .meta({ id: 'Rejection' }),
)

/** A value of a record, by the entity's own fields. */
const cell = z.unknown().meta({
  type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
  description: 'As the data contract has it.',
})

const counts = {
  entity,
  taken: z.int(),
  replaced: z.int(),
  deleted: z.int(),
  refused: z.int(),
  seconds: z.number(),
  unknown_fields: z.array(z.string()),
}

const importReport = z.object({ ...counts, refusals: rejections }).meta({ id: 'ImportReport' })

/** Records of one entity. */
export const importSchema = {
  operationId: 'importRecords',
  tag,
  summary: 'Imports records of one entity',
  description: 'For administrators, and for the holder of an import key of the company.',
  params: z.object({ entity: z.string().meta({ enum: [...entityNames] }) }),
  parameters: z.object({ strict: z.boolean().optional().meta({ description: 'All records or none.' }) }),
  consumes: { 'application/x-ndjson': { type: 'string' }, 'text/csv': { type: 'string' } },
  answer: importReport,
} as const satisfies RouteDocumentation & { params: z.ZodType }

const connectorReport = z
  .object({
    kind: z.enum(connectorKinds),
    dry_run: z.boolean(),
    read: z
      .record(
        z.string(),
        z.object({ read: z.int(), taken: z.int(), used: z.int(), skipped: z.int(), refused: z.int() }),
      )
      .meta({ description: 'What was read: prospects and events, or rows. Each counts in exactly one other number.' }),
    records: z.array(z.object(counts)),
    first: z.array(z.object({ entity, line: z.int(), record: z.record(z.string(), cell) })),
    notes: z.array(z.object({ entity: z.string(), field: z.string(), reason: z.string(), count: z.int() })),
    refused: z.int(),
    stopped: z.string().nullable().meta({ description: 'Why the file was not read to its end.' }),
    seconds: z.number(),
    refusals: rejections,
  })
  .meta({ id: 'ConnectorReport' })

/** A file of another system. */
export const connectorSchema = {
  operationId: 'importSourceFile',
  tag,
  summary: 'Imports a file of another system',
  description: 'For administrators, and for the holder of an import key of the company.',
  params: z.object({ kind: z.string().meta({ enum: [...connectorKinds] }) }),
  parameters: z.object({
    mapping: z
      .string()
      .optional()
      .meta({ description: 'The property map or the mapping as JSON; without it, the first line of the body.' }),
    dry_run: z.enum(['0', '1']).optional().meta({ description: 'Reads and checks everything, imports nothing.' }),
    stream: z
      .enum(['0', '1'])
      .optional()
      .meta({ description: 'Answers while the import goes on, one JSON object a line.' }),
  }),
  consumes: {
    'application/xml': { type: 'string', format: 'binary' },
    'text/csv': { type: 'string', format: 'binary' },
  },
  answer: connectorReport,
} as const satisfies RouteDocumentation & { params: z.ZodType }

/** The entities that a table can be mapped to. */
export const contractSchema = {
  operationId: 'importContract',
  tag,
  summary: 'The entities that a table can be mapped to, with their fields',
  description: 'For administrators.',
  answer: z
    .object({
      entities: z.array(
        z.object({
          entity,
          about: z.string(),
          fields: z.array(
            z.object({
              field: z.string(),
              kind: z.string(),
              required: z.boolean(),
              values: z.array(z.string()),
              note: z.string(),
            }),
          ),
        }),
      ),
    })
    .meta({ id: 'ImportContract' }),
} as const satisfies RouteDocumentation

/** The company's latest imports. */
export const importsSchema = {
  operationId: 'listImports',
  tag,
  summary: 'The latest imports of the company',
  description: 'For administrators.',
  answer: z
    .object({
      imports: z.array(
        z
          .object({
            id: z.string(),
            entity: z.string(),
            source: z.string(),
            status: z.string(),
            account: z.unknown().meta({
              type: ['object', 'array', 'null'],
              description: 'The import’s report, or its progress while it goes on.',
            }),
            started_at: z.string(),
            finished_at: z.string().nullable(),
          })
          .meta({ id: 'ImportRun' }),
      ),
    })
    .meta({ id: 'ImportRuns' }),
} as const satisfies RouteDocumentation

/** An import by the operator's command. */
export const operatorImportSchema = {
  operationId: 'importByOperator',
  tag: 'Server',
  summary: 'Imports a folder or a file from the server’s machine',
  answer: linesAnswer,
} as const satisfies RouteDocumentation
