import { InputError } from '../../format/text'
import { type Codec, singleParam } from '../codecs'
import { type Filter, type FilterData, type FilterScope, singleValue } from './filter'

export interface FlagFilter extends Filter<boolean> {
  kind: 'flag'
}

/** On or off; off by default. */
export function flag<S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & { param: string }): FlagFilter & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'flag',
    initial: false,
    codec: flagCodec(param),
    restriction: (value) => (value ? { kind: 'is', value } : null),
    describe: (value) => (value ? 'Yes' : 'No'),
  }
}

function flagCodec(param: string): Codec<boolean> {
  return singleParam(param, { type: 'boolean' }, (text) => {
    if (text !== 'true' && text !== 'false') throw new InputError(`${param} must be true or false.`, param)
    return text === 'true'
  })
}
