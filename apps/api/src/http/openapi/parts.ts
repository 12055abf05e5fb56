import { type ParamSchema, type ReportDefinition, reportParams, toSnake } from '@leaselight/model'
import { z } from 'zod'
import { describeParam } from '../../graphql/reportTypes'
import { drillableColumns, MAX_PAGE_SIZE } from '../../reports/routes'
import * as shapes from './schemas'

export type Schema = Record<string, unknown>

/** An operation with its answer, and the refusals that every one knows. */
export function operation(summary: string, success: Schema, parameters: Schema[] = [], requestBody?: Schema): Schema {
  const failures = Object.fromEntries(
    ['400', '401', '404', '429', '503', '504'].map((status) => [
      status,
      { description: shapes.statuses[status], ...json(shapes.ref('Error')) },
    ]),
  )
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody: { required: true, ...requestBody } }),
    responses: { '200': { description: 'The answer.', ...success }, ...failures },
  }
}

/** A JSON body of the shape. */
export const json = (schema: Schema): Schema => ({ content: { 'application/json': { schema } } })
/** A request body as the routes check it. */
export const bodySchema = (shape: z.ZodType): Schema => json(z.toJSONSchema(shape, { io: 'input' }))

/** A parameter in the query. */
export const parameter = (name: string, schema: Schema, description: string): Schema => ({
  name,
  in: 'query',
  description,
  schema,
  ...(schema.type === 'array' && { style: 'form', explode: false }),
})

/** A parameter in the path. */
export const pathParameter = (name: string, schema: Schema): Schema => ({ name, in: 'path', required: true, schema })

/** A report's parameter as JSON schema; lists are written with commas. */
export function paramSchema({ type, values, format }: ParamSchema): Schema {
  switch (type) {
    case 'integers':
      return { type: 'array', items: { type: 'integer' } }
    case 'strings':
      return { type: 'array', items: { type: 'string', ...(values && { enum: values }) } }
    case 'boolean':
    case 'integer':
    case 'number':
      return { type }
    case 'string':
      return { type, ...(values && { enum: values }), ...(format && { format }) }
  }
}

/** The parameters of a report's state, or of a part of it. */
export const stateParameters = (report: ReportDefinition, params = reportParams(report)): Schema[] =>
  Object.entries(params).map(([name, schema]) =>
    parameter(name, paramSchema(schema), describeParam(report, name, schema)),
  )

/** Which rows of a report one asks for. */
export const rowParameters: readonly Schema[] = [
  parameter('parent', { type: 'string' }, 'Only the rows that open from the row of this key.'),
  parameter('depth', { enum: ['top', 'all'] }, 'How many levels of rows; the outermost unless said otherwise.'),
]

/** Which column and period a number stands in. */
export const columnParameters = (report: ReportDefinition): [column: Schema, period: Schema] => [
  parameter('column', { enum: drillableColumns(report).map(toSnake) }, 'The number’s column.'),
  parameter('period', { enum: ['current', 'prior'] }, 'The number’s period.'),
]

/** The number's row. */
export const rowParameter = parameter('row', { type: 'string' }, 'The key of the number’s row; absent: the total.')

/** Which page of a list. */
export const pageParameters: readonly Schema[] = [
  parameter('page', { type: 'integer', minimum: 1 }, 'Which page.'),
  parameter('page_size', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE }, 'Records a page.'),
]
