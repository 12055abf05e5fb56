import { InputError } from '../../format/text'
import { type Codec, singleParam } from '../codecs'
import { type Filter, type FilterData, type FilterScope, singleValue } from './filter'

interface TextData {
  /** The longest text, in characters. */
  max: number
  /** The label of an empty text. */
  emptyLabel: string
  /** What the text refers to, when it is not free text. */
  of?: 'attributeKey' | 'peers'
}

export interface TextFilter extends Filter<string>, TextData {
  kind: 'text'
}

/** Free text, the key of an attribute, or who is compared with whom. */
export function text<S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & TextData & { param: string }): TextFilter & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'text',
    initial: '',
    codec: textCodec(param, data.max),
    restriction: () => null,
    describe: (value) => value || data.emptyLabel,
  }
}

function textCodec(param: string, max: number): Codec<string> {
  return singleParam(param, { type: 'string' }, (value) => {
    if (value.length > max) throw new InputError(`${param} must be ${max} characters at most.`, param)
    return value
  })
}
