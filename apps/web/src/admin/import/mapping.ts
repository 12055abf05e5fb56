import type { FileSample } from './inspect'

/** A field of the data contract, as the server describes it. */
export interface ContractField {
  field: string
  /** Its name in leasing. */
  label: string
  kind: string
  required: boolean
  values: string[]
  /** The names of the values, in their order. */
  value_labels: string[]
  note: string
}

/** The entities that a table can become. */
export interface ContractEntity {
  entity: string
  label: string
  about: string
  fields: ContractField[]
}

/** How one field is made, in the terms of the mapping file. */
export interface FieldRule {
  column?: string
  columns?: string[]
  value?: unknown
  values?: Record<string, string | number | boolean | null>
  otherwise?: string | number | boolean | null
  derive?: boolean
  part?: 'first' | 'last'
  format?: string
  [more: string]: unknown
}

/** The mapping of a table, as in its mapping file. */
export interface TableMapping {
  entity: string
  fields: Record<string, FieldRule>
  [more: string]: unknown
}

/** Something that the table doesn't say by itself. */
export type Question =
  | { kind: 'value'; field: string; column: string; value: string }
  | { kind: 'field'; field: string }
  | { kind: 'dates'; field: string; column: string; value: string; format: string | null; other: string }

/** The property map of a Lead Management file, as in its map file. */
export interface PropertyMap {
  properties: Record<string, number>
  [more: string]: unknown
}

const DERIVED = [
  'id',
  'prospect_id',
  'agent_id',
  'unit_id',
  'appointment_id',
  'campaign_id',
  'listing_id',
  'parent_id',
  'previous_lease_id',
]

/** Whether ids of the field can be derived from names. */
export const canDerive = (field: string): boolean => DERIVED.includes(field)

/** The mapping with another rule for a field. */
export const setRule = (mapping: TableMapping, field: string, rule: FieldRule): TableMapping => ({
  ...mapping,
  fields: { ...mapping.fields, [field]: rule },
})

/** Whether the file has the columns that a mapping names, so that it can be used again. */
export const mappingFits = ({ fields }: TableMapping, { columns }: FileSample): boolean => {
  const named = Object.values(fields).flatMap(({ column, columns: several = [] }) => (column ? [column] : several))
  return named.length > 0 && named.every((column) => columns.includes(column))
}

interface Skip {
  column: string
  values: string[]
}

type ValueQuestion = Extract<Question, { kind: 'value' }>

const skipsOf = (mapping: TableMapping): Skip[] => (Array.isArray(mapping.skip) ? mapping.skip : [])

/** The answer that a mapping has for a value: ours, `skip`, or '' for none. */
export function answerOf(mapping: TableMapping, { field, column, value }: ValueQuestion): string {
  if (skipsOf(mapping).some((skip) => skip.column === column && skip.values.includes(value))) return 'skip'
  const values = mapping.fields[field]?.values
  return values && Object.hasOwn(values, value) ? String(values[value]) : ''
}

/** The mapping with an answer for a value: one of ours, `skip` to leave its rows out, or '' to take the answer back. */
export function withAnswer(
  mapping: TableMapping,
  { field, column, value }: ValueQuestion,
  answer: string,
): TableMapping {
  const { [value]: _, ...values } = mapping.fields[field]?.values ?? {}
  const others = skipsOf(mapping)
    .map((skip) => (skip.column === column ? { ...skip, values: skip.values.filter((one) => one !== value) } : skip))
    .filter((skip) => skip.values.length > 0)
  const isOurs = answer !== '' && answer !== 'skip'
  const ours = field === 'property_id' ? Number(answer) : answer
  const skip = answer === 'skip' ? [...others, { column, values: [value] }] : others
  const { skip: _skip, ...rest } = setRule(mapping, field, {
    ...(mapping.fields[field] ?? { column }),
    values: isOurs ? { ...values, [value]: ours } : values,
  })
  return skip.length > 0 ? { ...rest, skip } : rest
}

/** A rule for a column, as far as its values make their meaning clear. */
export function ruleFor(field: ContractField, column: string, values: readonly string[]): FieldRule {
  const areIds = values.length > 0 && values.every((value) => /^[1-9]\d{0,15}$/.test(value))
  if (canDerive(field.field) && !areIds) return { column, derive: true }
  if (field.kind !== 'choice') return { column }
  const same = values.flatMap((value) => {
    const ours = field.values.find((one) => normalizeName(one) === normalizeName(value))
    return ours ? [[value, ours] as const] : []
  })
  return { column, values: Object.fromEntries(same) }
}

/** A sentence that names what is still to be chosen; null when the mapping can be sent. */
export function missingFieldsMessage(mapping: TableMapping, { fields }: ContractEntity): string | null {
  const missing = fields
    .filter(({ field, required }) => required && !hasSource(mapping.fields[field]))
    .map(({ label }) => label)
  return missing.length === 0
    ? null
    : `Choose where ${missing.join(', ')} ${missing.length === 1 ? 'comes' : 'come'} from.`
}

const hasSource = (rule: FieldRule | undefined): boolean =>
  rule !== undefined &&
  (Boolean(rule.column) || rule.columns !== undefined || (rule.value !== undefined && rule.value !== ''))

/** The mapping without fields that have no source. */
export const withoutEmptyRules = (mapping: TableMapping): TableMapping => ({
  ...mapping,
  fields: Object.fromEntries(Object.entries(mapping.fields).filter(([, rule]) => hasSource(rule))),
})

const normalizeName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
