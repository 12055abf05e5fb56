import { InputError, reconcileLine } from '@leaselight/model'
import { z } from 'zod'
import { dateReader } from '../csv/dateFormat'
import { inputErrorOf } from '../inputErrors'

const column = z.string().min(1).max(1_000)
const line = z.string().refine((key) => reconcileLine(key) !== undefined, 'must be a line of the Boxscore')

/** What a row of the table is. */
export const boxscoreForms = ['columns', 'rows', 'records'] as const

/** The columns that name a record, besides its property and line. */
export const recordFields = [
  ...(['day', 'id', 'name', 'first_name', 'last_name', 'email', 'phone', 'unit', 'source'] as const),
] as const
export type RecordField = (typeof recordFields)[number]

const shape = z.strictObject({
  form: z.enum(boxscoreForms).meta({
    description:
      '`columns`: a row for each property, a column for each line. `rows`: a row for each line. `records`: a row for each record.',
  }),
  property: column.nullable().default(null).meta({ description: 'The column that names the property.' }),
  only: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .meta({ description: 'The property of every row, without such a column.' }),
  communities: z
    .record(z.string().max(1_000), z.int().positive())
    .default({})
    .meta({ description: 'Their names of properties, each with the id of ours.' }),
  line: column.nullable().default(null).meta({ description: 'The column that says which line a row is about.' }),
  every: line.nullable().default(null).meta({ description: 'The line of every row, without such a column.' }),
  lines: z
    .record(z.string().max(1_000), line)
    .default({})
    .meta({ description: 'Their names of lines, each with the key of ours. Others are left out.' }),
  count: column.nullable().default(null).meta({ description: 'The column with the number, where a row is a line.' }),
  fields: z
    .partialRecord(z.enum(recordFields), column)
    .default({})
    .meta({ description: 'The columns that name a record.' }),
  format: z
    .string()
    .max(100)
    .refine((format) => dateReader(format) !== undefined, 'must be a date format such as M/d/yyyy')
    .nullable()
    .default(null)
    .meta({ description: 'How their dates are written; null for 2026-03-08 and 3/8/2026.' }),
})

/** How another system's boxscore is read. */
export type BoxscoreMapping = z.output<typeof shape>
export const boxscoreMappingShape = shape

/** A mapping of these columns, or an InputError that says in a sentence what is wrong with it. */
export function parseBoxscoreMapping(input: unknown, columns: readonly string[]): BoxscoreMapping {
  const parsed = shape.safeParse(input)
  if (!parsed.success) throw inputErrorOf(parsed.error, 'The mapping')
  const { form, property, only, line: ofRow, every, lines, count, fields } = parsed.data
  const named = [property, ofRow, count, ...Object.values(fields), ...(form === 'columns' ? Object.keys(lines) : [])]
  const absent = named.find((one) => one !== null && one !== undefined && !columns.includes(one))
  if (absent !== undefined && absent !== null) throw new InputError(`The file has no column “${absent}”.`)
  if (property === null && only === null) throw new InputError('Choose the column that names the property.', 'property')
  if (form === 'rows' && (ofRow === null || count === null))
    throw new InputError('Choose the column that names the line, and the one with the number.', 'line')
  if (form === 'records' && ofRow === null && every === null)
    throw new InputError('Choose what each row is: a lead, a visit, a lease.', 'every')
  if (form === 'records' && Object.keys(fields).every((field) => field === 'day' || field === 'source'))
    throw new InputError(
      'Choose a column that identifies each record: an id, a name, an email address, or a unit.',
      'fields',
    )
  if ((form !== 'records' || every === null) && Object.keys(lines).length === 0)
    throw new InputError('Choose at least one line of the Boxscore.', 'lines')
  return parsed.data
}
