import type { Field } from './fields'

/** What the declaration of an entity says. Everything about importing and storing it is derived from this. */
export interface Entity {
  /** One sentence for the reader of the contract. */
  readonly about: string
  /** Which field says whose it is: `property_id`, `company_id`, or the record is a company itself. */
  readonly owner: 'property' | 'company' | 'self'
  /** Where its id is unique: in the whole installation or within the company. */
  readonly unique: 'installation' | 'company'
  /** The field that identifies a record. */
  readonly key: 'id' | 'thread_id'
  /** The instant or date whose local day says where in time the record lies; none for what has no time. */
  readonly datedBy?: string
  /** It is more than its person's: when somebody is erased the record stays, without them. Else it goes with them. */
  readonly outlivesPerson?: boolean
  readonly fields: Readonly<Record<string, Field>>
}

/** Declares an entity; its key is `id` unless it says otherwise. */
export function entity(declared: Omit<Entity, 'key'> & { key?: Entity['key'] }): Entity {
  return { key: 'id', ...declared }
}
