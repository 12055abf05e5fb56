import {
  fieldOf as contractFieldOf,
  type EntityName,
  entityNames,
  entityOf,
  type Field,
  isEntityName,
} from '@leaselight/contract'
import { InputError, isZone } from '@leaselight/model'
import { z } from 'zod'
import { encodings } from '../encoding'
import { inputErrorOf, parseJson } from '../inputErrors'
import { CellProblem, mappedReader } from './cells'
import { dateReader, FORMAT_LETTERS } from './dateFormat'

const MAX_NAME = 500
const column = z.string().min(1, 'must not be empty').max(MAX_NAME)
const scalar = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])
const zone = z.string().refine(isZone, 'must be a time zone such as America/Denver')

const rule = z
  .strictObject({
    column: column.optional(),
    columns: z.array(column).min(1).max(20).optional(),
    join: z.string().max(20).default(' '),
    value: z.unknown().optional(),
    part: z.enum(['first', 'last']).optional(),
    values: z.record(z.string(), scalar).optional(),
    otherwise: scalar.optional(),
    format: z
      .string()
      .refine(
        (format) => dateReader(format) !== undefined,
        `must be a date format of ${FORMAT_LETTERS}, such as M/d/yyyy h:mm a`,
      )
      .optional(),
    time_zone: zone.optional(),
    decimal: z.enum(['.', ',']).default('.'),
    separator: z.string().min(1).max(5).default(','),
    derive: z.union([z.boolean(), z.literal('company')], 'must be true, false or "company"').default(false),
  })
  .refine(
    (given) => [given.column, given.columns, given.value].filter((from) => from !== undefined).length === 1,
    'must have exactly one of column, columns and value',
  )

/** How one field of the record is made. */
export type FieldRule = z.output<typeof rule>

const shape = z.strictObject({
  entity: z.enum(entityNames as [EntityName, ...EntityName[]], `must be one of ${entityNames.join(', ')}`),
  system: z.string().min(1).max(200).default('csv'),
  delimiter: z.string().length(1, 'must be one character').optional(),
  encoding: z.enum(encodings, `must be one of ${encodings.join(', ')}`).optional(),
  time_zone: zone.optional(),
  fields: z.record(z.string(), rule),
  skip: z.array(z.strictObject({ column, values: z.array(z.string()).min(1) })).default([]),
})

/** How another system's table becomes records of one entity. */
export type CsvMapping = z.output<typeof shape>

/** The entity that a field names by an id, which can be derived from a source's own id; undefined for any other field. */
export function entityNamedBy(entity: EntityName, field: string): EntityName | undefined {
  if (field === 'id') return entity
  const target = contractFieldOf(entity, field)?.references
  return target !== undefined && isEntityName(target) ? target : undefined
}

/** A field's declaration, including `deleted`, which every record may have. */
export function fieldOf(entity: EntityName, name: string): Field | undefined {
  return name === 'deleted' ? { kind: 'boolean', required: false, nullable: false } : contractFieldOf(entity, name)
}

/** Reads a mapping from JSON text or an object; an InputError says in a sentence what is wrong with it. */
export function parseCsvMapping(input: unknown): CsvMapping {
  const parsed = shape.safeParse(parseJson(input, 'The mapping'))
  if (!parsed.success) throw inputErrorOf(parsed.error, 'The mapping')
  const mapping = parsed.data
  for (const [name, made] of Object.entries(mapping.fields)) checkField(mapping.entity, name, made)
  for (const [name, { required }] of Object.entries(entityOf(mapping.entity).fields))
    if (required && !Object.hasOwn(mapping.fields, name))
      throw new InputError(
        `The mapping: fields.${name} is missing; a record of ${mapping.entity} must have it.`,
        `fields.${name}`,
      )
  return mapping
}

function checkField(entity: EntityName, name: string, made: FieldRule): void {
  const problem = problemOf(entity, name, made)
  if (problem) throw new InputError(`The mapping: fields.${name}${problem}`, `fields.${name}`)
}

function problemOf(entity: EntityName, name: string, made: FieldRule): string | undefined {
  const field = fieldOf(entity, name)
  if (!field) return ` is no field of ${entity}. There are ${Object.keys(entityOf(entity).fields).join(', ')}.`
  if (made.derive && !entityNamedBy(entity, name))
    return '.derive: only an id can be derived from a name, and not a property’s or company’s.'
  if (made.format && field.kind !== 'instant' && field.kind !== 'date') return `.format: ${name} is no date.`
  if (made.part && field.kind !== 'text') return `.part: ${name} is no text.`
  return made.derive ? undefined : statedProblem(field, made)
}

/** What is wrong with a value that the mapping states: found here, it doesn't reject every row. */
function statedProblem(field: Field, made: FieldRule): string | undefined {
  const read = mappedReader(field, made)
  const stated = [
    ['value', made.value] as const,
    ['otherwise', made.otherwise] as const,
    ...Object.entries(made.values ?? {}).map(([theirs, ours]) => [`values.${theirs.slice(0, 60)}`, ours] as const),
  ]
  for (const [at, value] of stated) {
    const problem = value === undefined ? undefined : read(value, 'UTC')
    if (problem instanceof CellProblem) return `.${at}: ${problem.reason}.`
  }
  return undefined
}
