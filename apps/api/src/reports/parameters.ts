import {
  appliedDefaults,
  type Column,
  isTextFormat,
  ofReport,
  type ParamSchema,
  type ReportDefinition,
  reportParams,
} from '@leaselight/model'
import { z } from 'zod'

/** Whether a column's cells are lists of ids. */
export const isIds = (column: Column): boolean => column.kind === 'fact' && column.idsOf !== undefined

/** Whether a column's cells are text. */
export const isText = ({ format }: Column): boolean => isTextFormat(format)

/** Whether a column's numbers are integers: counts, and sums of counts. An average may only be displayed like one. */
export function isWhole(report: ReportDefinition, key: string): boolean {
  const column = report.columns[key]
  if (column?.kind === 'sum' || column?.kind === 'difference') return column.of.every((part) => isWhole(report, part))
  return column?.kind === 'count'
}

const defaultsOf = ofReport((report) => new Map(appliedDefaults(report, {}).map((one) => [one.parameter, one.value])))

/** What a parameter of a report does, as OpenAPI and GraphQL say it. */
export function describeParam(report: ReportDefinition, name: string, { values }: ParamSchema): string {
  const description = reportParams(report)[name]?.description ?? ''
  const initial = defaultsOf(report).get(name)
  const parts = [description, values && `One of: ${values.join(', ')}.`, initial && `Default: ${initial}.`]
  return parts.filter(Boolean).join(' ')
}

/** The parameters of a report's state, or some of them, as a query has them. */
export const stateParameters = (
  report: ReportDefinition,
  params: Readonly<Record<string, ParamSchema>> = reportParams(report),
): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(params).map(([name, schema]) => [
      name,
      paramShape(schema)
        .optional()
        .meta({ description: describeParam(report, name, schema) }),
    ]),
  )

/** A parameter by its type in the model. */
export function paramShape({ type, values, format }: ParamSchema): z.ZodType {
  const text = values ? z.enum(values) : z.string()
  switch (type) {
    case 'integers':
      return z.array(z.int())
    case 'strings':
      return z.array(text)
    case 'boolean':
      return z.boolean()
    case 'integer':
      return z.int()
    case 'number':
      return z.number()
    case 'string':
      return format ? text.meta({ format }) : text
  }
}
