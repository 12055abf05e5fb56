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

/** One field of an entity, as the data contract promises it. */
export interface Field {
  readonly kind: FieldKind
  /** Whether a record without it is refused. */
  readonly required: boolean
  /** Whether "not known" differs from the kind's empty value (0, '', false) and is stored as NULL. */
  readonly nullable: boolean
  /** The closed list of a choice. */
  readonly values?: readonly string[]
  /** What stands for an absent choice. */
  readonly fallback?: string
  /** Bounds of a number, both included. */
  readonly min?: number
  readonly max?: number
  /** Text of which a company uses only a few different ones, so that it is worth a dictionary. */
  readonly few?: boolean
  /** What the contract says about the field besides its kind. */
  readonly note?: string
}

const field = (kind: FieldKind, more: Partial<Field> = {}): Field => ({
  kind,
  required: true,
  nullable: false,
  ...more,
})
const absentIsEmpty = (kind: FieldKind, more: Partial<Field> = {}): Field => field(kind, { required: false, ...more })

export const id = (): Field => field('id')
export const text = (more: Partial<Field> = {}): Field => field('text', more)
/** Text that repeats: names of sources, reasons, plans. */
export const fewText = (): Field => field('text', { few: true })
/** A key of another system: text or a whole number, kept as text. */
export const handle = (): Field => field('handle')
export const zone = (): Field => field('zone')
export const choice = (...values: string[]): Field => field('choice', { values })
export const instant = (): Field => field('instant')
export const date = (): Field => field('date')
export const boolean = (): Field => absentIsEmpty('boolean')
export const money = (): Field => field('money')
export const whole = (min = 0, max = 4_294_967_295): Field => field('whole', { min, max })
export const number = (min: number, max: number): Field => field('number', { min, max })
export const ids = (): Field => absentIsEmpty('ids')
export const dates = (): Field => absentIsEmpty('dates')
export const choices = (...values: string[]): Field => absentIsEmpty('choices', { values })
export const attributes = (note: string): Field => absentIsEmpty('attributes', { note })
export const flags = (): Field => absentIsEmpty('flags')
export const officeHours = (): Field => absentIsEmpty('officeHours')
export const banners = (): Field => absentIsEmpty('banners')
export const utterances = (): Field => absentIsEmpty('utterances')
export const annotations = (): Field => absentIsEmpty('annotations')

/** The same field, absent or null allowed. Numbers, dates and instants are then NULL; ids are 0 and texts ''. */
export function optional(base: Field): Field {
  const nullable = ['instant', 'date', 'whole', 'number', 'money', 'boolean'].includes(base.kind)
  return { ...base, required: false, nullable }
}
