import { z } from 'zod'
import { type EntityName, entityNames, entityOf, type Field } from './entities'
import { isStorableDate, parseInstant } from './instants'

/** The longest text a field may hold, in characters. */
export const MAX_TEXT = 10_000
const CLOCK = /^([01]\d|2[0-4]):[0-5]\d$/

const id = z.int().positive()
const text = z.string().max(MAX_TEXT)
const date = z.string().refine(isStorableDate, 'a date, YYYY-MM-DD').meta({ format: 'date' })
const instant = z
  .string()
  .refine((value) => !Number.isNaN(parseInstant(value)), 'an ISO 8601 instant with its offset')
  .meta({ format: 'date-time' })

const SHAPES: Partial<Record<Field['kind'], z.ZodType>> = {
  id,
  text,
  handle: z.union([text, id]),
  zone: z.string().meta({ description: 'IANA time zone' }),
  instant,
  date,
  boolean: z.boolean(),
  money: z.number().min(0).multipleOf(0.01),
  ids: z.array(id),
  dates: z.array(date),
  attributes: z.record(z.string(), z.union([text, z.number(), z.boolean()])),
  flags: z.record(z.string(), z.boolean()),
  officeHours: z.array(
    z.object({ weekday: z.int().min(1).max(7), opens: z.string().regex(CLOCK), closes: z.string().regex(CLOCK) }),
  ),
  banners: z.array(z.object({ type: text, message: text, from_on: date.nullish(), to_on: date.nullish() })),
  utterances: z.array(z.object({ speaker: text, time: z.number().min(0), transcript: text })),
  annotations: z.record(z.string(), z.int().min(0).nullable()),
}

function shapeOf(field: Field): z.ZodType {
  const { kind, values = [], min = 0, max = Number.MAX_SAFE_INTEGER } = field
  if (kind === 'choice') return z.enum(values)
  if (kind === 'choices') return z.array(z.enum(values))
  if (kind === 'whole') return z.int().min(min).max(max)
  if (kind === 'number') return z.number().min(min).max(max)
  return SHAPES[kind] ?? z.unknown()
}

/**
 * An entity's record as a zod schema: the contract in the form that API descriptions are made from. The import itself
 * checks with plain compiled functions, which say the same faster and in sentences.
 */
export function recordSchema(name: EntityName): z.ZodObject {
  const fields = Object.entries(entityOf(name).fields).map(([field, declared]) => {
    const shape = declared.required ? shapeOf(declared) : shapeOf(declared).nullish()
    return [field, declared.note ? shape.meta({ description: declared.note }) : shape]
  })
  return z.object(Object.fromEntries(fields)).meta({ description: entityOf(name).about })
}

/** One line of the contract's documentation. */
export interface ContractField {
  entity: EntityName
  field: string
  /** What it holds, in words. */
  holds: string
  required: boolean
  note: string
}

const KIND_LABELS: Record<Field['kind'], string> = {
  id: 'id',
  text: 'text',
  handle: 'text or whole number',
  choice: 'one of',
  zone: 'IANA time zone',
  instant: 'instant with offset',
  date: 'date',
  boolean: 'true or false',
  money: 'US dollars',
  whole: 'whole number',
  number: 'number',
  ids: 'list of ids',
  dates: 'list of dates',
  choices: 'list, any of',
  attributes: 'map of texts',
  flags: 'map of true and false',
  officeHours: 'list of {weekday, opens, closes}',
  banners: 'list of {type, message, from_on?, to_on?}',
  utterances: 'list of {speaker, time, transcript}',
  annotations: 'map of utterance indexes',
}

/** Every field of every entity, for the documentation of the contract. */
export function contractFields(): ContractField[] {
  return entityNames.flatMap((entity) =>
    Object.entries(entityOf(entity).fields).map(([field, { kind, values, required, note = '', fallback }]) => ({
      entity,
      field,
      holds: values ? `${KIND_LABELS[kind]} ${values.join(', ')}` : KIND_LABELS[kind],
      required,
      note: [note, fallback && `default ${fallback}`, ...orderNotes(entity, field), ...gapNotes(entity, field)]
        .filter(Boolean)
        .join('; '),
    })),
  )
}

/** What it means for reports when the field is absent. */
const gapNotes = (entity: EntityName, field: string): string[] =>
  (entityOf(entity).gaps ?? []).filter((gap) => gap.field === field).map(({ effect }) => effect.slice(0, -1))

/** Which other field of the record it can't lie before. */
const orderNotes = (entity: EntityName, field: string): string[] =>
  (entityOf(entity).orders ?? []).filter((order) => order.field === field).map(({ after }) => `not before ${after}`)
