import type { FileSample } from './inspect'

/** A field of the data contract, as the server describes it. */
export interface ContractField {
  field: string
  kind: string
  required: boolean
  values: string[]
  note: string
}

/** The entities that a table can become. */
export interface ContractEntity {
  entity: string
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

/** A first mapping: each field from the column with a matching name. */
export function guessMapping({ entity, fields }: ContractEntity, { columns, values }: FileSample): TableMapping {
  const made: Record<string, FieldRule> = {}
  for (const field of fields) {
    const column = columns.find((name) => normalizeName(name) === normalizeName(field.field))
    if (column) made[field.field] = ruleFor(field, column, values[column] ?? [])
    else if (field.required) made[field.field] = {}
  }
  return { entity, fields: made }
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
    .map(({ field }) => field)
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
