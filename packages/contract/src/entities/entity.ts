import type { Field } from './fields'
import type { Gap, Order } from './gaps'

type Fields = Readonly<Record<string, Field>>

/** The declaration of an entity. Everything about importing, storing and describing it is derived from this. */
export interface Entity<F extends Fields = Fields> {
  /** One sentence for the reader of the contract. */
  readonly about: string
  /** Which field names its owner: `property_id`, `company_id`, or the record is a company itself. */
  readonly owner: 'property' | 'company' | 'self'
  /** Where its id is unique: in the whole installation or within the company. */
  readonly unique: 'installation' | 'company'
  /** The field that identifies a record. */
  readonly key: 'id' | 'thread_id'
  /** The instant or date whose local day places the record in time; absent for what has no time. */
  readonly datedBy?: string
  /** When a person is erased the record stays, without them. Otherwise it is erased with them. */
  readonly outlivesPerson?: boolean
  /** What records may lack although reports need it. */
  readonly gaps?: readonly Gap[]
  /** Which of its dates and instants follow each other. */
  readonly orders?: readonly Order[]
  readonly fields: F
}

/** Declares an entity; its key is `id` unless it says otherwise. */
export function entity<const F extends Fields>(
  declared: Omit<Entity<F>, 'key' | 'datedBy' | 'gaps' | 'orders'> & {
    readonly key?: Entity['key']
    readonly datedBy?: keyof F & string
    readonly gaps?: readonly Gap<keyof F & string>[]
    readonly orders?: readonly Order<keyof F & string>[]
  },
): Entity<F> {
  return { key: 'id', ...declared }
}
