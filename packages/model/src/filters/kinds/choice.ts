import { InputError } from '../../format/text'
import { type Codec, singleParam } from '../codecs'
import { type Filter, type FilterData, type FilterScope, singleValue } from './filter'

interface ChoiceData<T extends string> {
  /** Every option with its label. */
  options: Readonly<Record<T, string>>
  /** The field of a report that lists the options it has. */
  optionsFrom?: 'groupByOptions' | 'viewByOptions' | 'viewAsOptions'
  /**
   * For a filter of records: whether an option selects the records that meet its condition, or the others. An option
   * without an entry selects all.
   */
  takes?: Partial<Readonly<Record<T, boolean>>>
}

export interface ChoiceFilter<T extends string = string> extends Filter<T>, ChoiceData<T> {
  kind: 'choice'
}

/** One option of a fixed list. */
export function choice<T extends string, S extends FilterScope>({
  param,
  initial,
  ...data
}: FilterData<S> & ChoiceData<T> & { param: string; initial: NoInfer<T> }): ChoiceFilter<T> & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'choice',
    initial,
    codec: choiceCodec(param, keysOf(data.options)),
    restriction: (option) => {
      const value = data.takes?.[option]
      return value === undefined ? null : { kind: 'is', value }
    },
    describe: (value) => data.options[value],
  }
}

/** One value of a fixed list. */
export function choiceCodec<T extends string>(param: string, values: readonly T[]): Codec<T> {
  return singleParam(param, { type: 'string', values }, (text) => parseMember(param, values, text))
}

/** The value with that name; throws InputError when there is none. */
export function parseMember<T extends string>(param: string, values: readonly T[], text: string): T {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new InputError(`${param} must be one of ${values.join(', ')}.`, param)
  return found
}

export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[]
