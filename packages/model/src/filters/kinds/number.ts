import { InputError } from '../../format/text'
import { formatCell } from '../../format/values'
import { type Codec, singleParam } from '../codecs'
import { type Filter, type FilterData, type FilterScope, singleValue } from './filter'

interface NumberData {
  min: number
  max: number
  /** The number's format: a percentage is 0..1, money is in dollars. */
  format: 'percent' | 'money'
}

export interface NumberFilter extends Filter<number>, NumberData {
  kind: 'number'
}

/** A number between two limits. */
export function number<S extends FilterScope>({
  param,
  initial,
  ...data
}: FilterData<S> & NumberData & { param: string; initial: number }): NumberFilter & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'number',
    initial,
    codec: numberCodec(param, data),
    restriction: () => null,
    describe: (value) => formatCell(value, data.format),
  }
}

function numberCodec(param: string, { min, max }: NumberData): Codec<number> {
  return singleParam(param, { type: 'number' }, (text) => {
    const value = Number(text)
    if (text.trim() === '' || !(value >= min && value <= max))
      throw new InputError(`${param} must be a number from ${min} to ${max}.`, param)
    return value
  })
}
