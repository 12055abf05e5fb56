import { connectorKinds } from '@leaselight/connectors'
import { entityNames } from '@leaselight/contract'
import { z } from 'zod'
import { linesAnswer } from '../http/answers'
import type { RouteDocumentation } from '../http/routeSchema'
import { modeParameters } from './mode'
import { rejectionShape } from './rejectionShape'
import { reportShape } from './reports'

const tag = 'Import'
const entity = z.enum(entityNames)

const rejections = z.array(rejectionShape)

const reportAnswer = reportShape
  .extend({ rejections: rejections.meta({ description: 'The first 1,000; `rejected` counts all.' }) })
  .meta({ id: 'ImportReport' })

/** Records of one entity. */
export const importSchema = {
  operationId: 'importRecords',
  tag,
  summary: 'Imports records of one entity',
  description: 'For administrators, and for the holder of an import key of the company.',
  params: z.object({ entity: z.string().meta({ enum: [...entityNames] }) }),
  parameters: z.object(modeParameters),
  consumes: { 'application/x-ndjson': { type: 'string' }, 'text/csv': { type: 'string' } },
  answer: reportAnswer,
} as const satisfies RouteDocumentation & { params: z.ZodType }

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
    ...modeParameters,
    stream: z
      .enum(['0', '1'])
      .optional()
      .meta({ description: 'Answers while the import goes on, one JSON object a line.' }),
  }),
  consumes: {
    'application/xml': { type: 'string', format: 'binary' },
    'text/csv': { type: 'string', format: 'binary' },
  },
  answer: reportAnswer,
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
          label: z.string(),
          about: z.string(),
          fields: z.array(
            z.object({
              field: z.string(),
              kind: z.string(),
              required: z.boolean(),
              label: z.string(),
              values: z.array(z.string()),
              value_labels: z.array(z.string()),
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
  description: 'For administrators, and for the holder of an import key of the company.',
  answer: z
    .object({
      imports: z.array(
        z
          .object({
            id: z.string(),
            entity: z.string(),
            source: z.string(),
            status: z.string(),
            report: reportShape.nullable().meta({ description: 'Once it has ended.' }),
            progress: z.object({ rows: z.int(), bytes: z.int() }).nullable().meta({ description: 'While it goes on.' }),
            error: z.string().nullable().meta({ description: 'Why it failed.' }),
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
