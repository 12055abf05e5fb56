import { type Codec, joinList, singleParam, splitList, unique } from '../codecs'
import { keysOf, parseMember } from './choice'
import { describeList, type Filter, type FilterData, type FilterScope, listValue } from './filter'

interface ChoicesData<T extends string> {
  /** Every option with its label. */
  options: Readonly<Record<T, string>>
}

export interface ChoicesFilter<T extends string = string> extends Filter<T[]>, ChoicesData<T> {
  kind: 'choices'
}

/** Several options of a fixed list; none means all. */
export function choices<T extends string, S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & ChoicesData<T> & { param: string }): ChoicesFilter<T> & { scope: S } {
  return {
    ...data,
    ...listValue,
    kind: 'choices',
    initial: [],
    codec: choicesCodec(param, keysOf(data.options)),
    describe: (value) => describeList(value.map((one) => data.options[one])),
  }
}

/** Comma-separated; empty or `all` means every one. */
function choicesCodec<T extends string>(param: string, values: readonly T[]): Codec<T[]> {
  return singleParam(
    param,
    { type: 'strings', values },
    (text) => (text === 'all' ? [] : unique(splitList(text).map((item) => parseMember(param, values, item)))),
    joinList,
  )
}
