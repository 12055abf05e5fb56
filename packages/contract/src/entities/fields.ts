/** What a field of the contract may hold. Each kind knows, in other files, how it is read, stored and described. */
type FieldKind =
  | 'id'
  | 'text'
  | 'handle'
  | 'choice'
  | 'zone'
  | 'instant'
  | 'date'
  | 'boolean'
  | 'money'
  | 'whole'
  | 'number'
  | 'ids'
  | 'dates'
  | 'choices'
  | 'attributes'
  | 'flags'
  | 'officeHours'
  | 'banners'
  | 'utterances'
  | 'annotations'

/**
 * One field of an entity, as the data contract promises it. The type parameters carry what record types are derived from:
 * the kind, whether a record must have it, and the closed list of a choice.
 */
export interface Field<
  Kind extends FieldKind = FieldKind,
  Required extends boolean = boolean,
  Value extends string = string,
> {
  readonly kind: Kind
  /** Whether a record without it is rejected. */
  readonly required: Required
  /** Whether "not known" differs from the kind's empty value (0, '', false) and is stored as NULL. */
  readonly nullable: boolean
  /** The closed list of a choice. */
  readonly values?: readonly Value[]
  /** The value of an absent choice. */
  readonly fallback?: string
  /** Bounds of a number, both included. */
  readonly min?: number
  readonly max?: number
  /** The entity whose record an id names; for the record's own key and its owners it goes without saying. */
  readonly references?: string
  /** Text of which a company uses only a few different ones, so that it is worth a dictionary. */
  readonly few?: boolean
  /** What the contract says about the field besides its kind. */
  readonly note?: string
}

/** What a constructor may say besides the kind. */
type Details<Value extends string> = Pick<
  Field<FieldKind, boolean, Value>,
  'values' | 'min' | 'max' | 'few' | 'note' | 'references'
>

const required = <Kind extends FieldKind, Value extends string = never>(
  kind: Kind,
  details: Details<Value> = {},
): Field<Kind, true, Value> => ({ kind, required: true, nullable: false, ...details })

const absentIsEmpty = <Kind extends FieldKind, Value extends string = never>(
  kind: Kind,
  details: Details<Value> = {},
): Field<Kind, false, Value> => ({ kind, required: false, nullable: false, ...details })

export const id = () => required('id')
/** The id of another entity's record. */
export const idOf = (references: string) => required('id', { references })
export const text = () => required('text')
/** Text that repeats: names of sources, reasons, plans. */
export const fewText = () => required('text', { few: true })
/** A key of another system: text or a whole number, stored as text. */
export const handle = () => required('handle')
export const zone = () => required('zone')
export const choice = <const Value extends string>(...values: Value[]) => required('choice', { values })
export const instant = () => required('instant')
export const date = () => required('date')
export const boolean = () => absentIsEmpty('boolean')
export const money = () => required('money')
export const whole = (min = 0, max = 4_294_967_295) => required('whole', { min, max })
export const number = (min: number, max: number) => required('number', { min, max })
export const ids = () => absentIsEmpty('ids')
export const dates = () => absentIsEmpty('dates')
export const choices = <const Value extends string>(...values: Value[]) => absentIsEmpty('choices', { values })
export const attributes = (note: string) => absentIsEmpty('attributes', { note })
export const flags = (note: string) => absentIsEmpty('flags', { note })
export const officeHours = () => absentIsEmpty('officeHours')
export const banners = () => absentIsEmpty('banners')
export const utterances = () => absentIsEmpty('utterances')
export const annotations = () => absentIsEmpty('annotations')

/** Kinds of which "not known" is stored as NULL; the others have an empty value: ids 0, texts ''. */
const NULLABLE: readonly FieldKind[] = ['instant', 'date', 'whole', 'number', 'money', 'boolean']

/** The same field, absent or null allowed. */
export function optional<Kind extends FieldKind, Value extends string>(
  base: Field<Kind, boolean, Value>,
): Field<Kind, false, Value> {
  return { ...base, required: false, nullable: NULLABLE.includes(base.kind) }
}
