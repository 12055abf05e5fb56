import type { Field } from './fields'
import type { EntityName, entities } from './index'

/** Opening hours of one weekday, 1 (Monday) to 7 (Sunday); a weekday may come several times. */
export type OfficeHours = { weekday: number; opens: string; closes: string }

/** A notice to a company's users. */
export type Banner = { type: string; message: string; from_on?: string; to_on?: string }

/** One thing said in a call; `time` in seconds from its start. */
export type Utterance = { speaker: string; time: number; transcript: string }

/** The moments of a call that a transcript may point out. */
export const annotationNames = [
  'greeting',
  'name',
  'preferences',
  'prospect_info',
  'prospect_interest',
  'prospect_source',
  'followup',
] as const

/** Each moment's utterance, as an index; null or absent when the call has no such moment. */
export type Annotations = { [Name in (typeof annotationNames)[number]]?: number | null }

/** The value of a field in a record, by the field's kind. */
interface KindValues<Value extends string> {
  id: number
  text: string
  handle: string | number
  choice: Value
  zone: string
  instant: string
  date: string
  boolean: boolean
  money: number
  whole: number
  number: number
  ids: number[]
  dates: string[]
  choices: Value[]
  attributes: Record<string, string>
  flags: Record<string, boolean>
  officeHours: OfficeHours[]
  banners: Banner[]
  utterances: Utterance[]
  annotations: Annotations
}

type FieldsOf<Name extends EntityName> = (typeof entities)[Name]['fields']
type FieldName<Name extends EntityName> = keyof FieldsOf<Name>

type FieldValue<F> = F extends Field<infer Kind, boolean, infer Value> ? KindValues<Value>[Kind] : never

type RequiredNames<Name extends EntityName> = {
  [Key in FieldName<Name>]: FieldsOf<Name>[Key] extends { required: true } ? Key : never
}[FieldName<Name>]

/** Shows a type as one object, so that editors and errors spell out its fields. */
type Flat<T> = { [Key in keyof T]: T[Key] }

/**
 * A record of an entity as it is written in a file: fields in the contract's snake case, dates and instants as text. The
 * import also accepts null for an absent field. A record with `deleted: true` removes the one with its id.
 */
export type RecordOf<Name extends EntityName> = Flat<
  { -readonly [Key in RequiredNames<Name>]: FieldValue<FieldsOf<Name>[Key]> } & {
    -readonly [Key in Exclude<FieldName<Name>, RequiredNames<Name>>]?: FieldValue<FieldsOf<Name>[Key]>
  }
> & { deleted?: boolean }

/** A record of any entity. */
export type AnyRecord = { [Name in EntityName]: RecordOf<Name> }[EntityName]

/** Records by entity: what an import reads. */
export type RecordsByEntity = { [Name in EntityName]?: RecordOf<Name>[] }

/** The fields of an entity that hold values of a closed list. */
export type ListedField<Name extends EntityName> = {
  [Key in FieldName<Name>]: FieldsOf<Name>[Key] extends { kind: 'choice' | 'choices' } ? Key : never
}[FieldName<Name>]

/** The values of a closed list of the contract, such as `ValueOf<'calls', 'outcome'>`. */
export type ValueOf<Name extends EntityName, Key extends ListedField<Name>> =
  FieldsOf<Name>[Key] extends Field<'choice' | 'choices', boolean, infer Value> ? Value : never
