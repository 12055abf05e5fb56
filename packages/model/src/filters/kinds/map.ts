import { InputError } from '../../format/text'
import { type Codec, joinList, singleParam, splitList, unique } from '../codecs'
import { describeList, type Filter, type FilterData, type FilterScope, singleValue } from './filter'

export interface MapFilter extends Filter<Record<string, string[]>> {
  kind: 'map'
  /** Whether attributes of properties or of sources. */
  of: 'property' | 'source'
}

/** Values of attributes by the attribute's key; none means all. */
export function map<S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & { param: string; of: 'property' | 'source' }): MapFilter & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'map',
    initial: {},
    codec: mapCodec(param),
    restriction: (values) => (Object.keys(values).length > 0 ? { kind: 'attributes', values } : null),
    describe: (value) => describeList(Object.entries(value).map(([name, list]) => `${name}: ${list.join(' or ')}`)),
  }
}

/** Keys with their values, `Region:West|East,Class:A`. */
function mapCodec(param: string): Codec<Record<string, string[]>> {
  return singleParam(
    param,
    { type: 'strings' },
    (text) =>
      Object.fromEntries(
        splitList(text).map((item) => {
          const [key, values] = splitOnce(item, ':')
          if (!key || !values) throw new InputError(`${param} must look like Region:West|East.`, param)
          return [key, unique(values.split('|'))]
        }),
      ),
    (value) => joinList(Object.entries(value).map(([key, values]) => `${key}:${values.join('|')}`)),
  )
}

const splitOnce = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
