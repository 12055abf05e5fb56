import { InputError, pluralize } from '../../format/text'
import { type Codec, joinList, singleParam, splitList, unique } from '../codecs'
import {
  describeList,
  type Filter,
  type FilterData,
  type FilterScope,
  listValue,
  type NameLookup,
  singleValue,
} from './filter'

/** What ids can refer to. */
type Numbered = 'property' | 'agent' | 'attribute' | 'team' | 'call'

export interface IdFilter extends Filter<number> {
  kind: 'id'
  of: 'property'
}

export interface IdsFilter extends Filter<number[]> {
  kind: 'ids'
  of: Numbered
}

export interface NamesFilter extends Filter<string[]> {
  kind: 'ids'
  of: 'source'
}

/** No record. */
const NONE = -1
const MAX_IDS = 5_000

/** One record by its id; -1 is none. */
export function id<S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & { param: string; of: 'property' }): IdFilter & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'id',
    initial: NONE,
    codec: singleParam(param, { type: 'integer' }, (text) => parseId(param, text)),
    restriction: (value) => (value === NONE ? null : { kind: 'oneOf', values: [value] }),
    describe: (value, names) => (value === NONE ? 'None' : names[data.of](value)),
  }
}

/** Several records by their ids; none means all. */
export function ids<S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & { param: string; of: Numbered }): IdsFilter & { scope: S } {
  return {
    ...data,
    ...listValue,
    kind: 'ids',
    initial: [],
    codec: idsCodec(param),
    describe: (value, names) => describeIds(data.of, value, names),
  }
}

/** Several records by their names; none means all. */
export function names<S extends FilterScope>({
  param,
  ...data
}: FilterData<S> & { param: string; of: 'source' }): NamesFilter & { scope: S } {
  return { ...data, ...listValue, kind: 'ids', initial: [], codec: namesCodec(param), describe: describeList }
}

function describeIds(of: Numbered, value: readonly number[], lookup: NameLookup): string {
  switch (of) {
    case 'call':
      return pluralize(value.length, 'call')
    case 'team':
      return describeList(value.map((team) => `Team ${team}`))
    case 'property':
    case 'agent':
    case 'attribute':
      return describeList(value.map(lookup[of]))
  }
}

/** Record ids, comma-separated; empty or -1 means all. */
export function idsCodec(param: string): Codec<number[]> {
  return singleParam(
    param,
    { type: 'integers' },
    (text) => {
      const list = splitList(text)
      if (list.length > MAX_IDS) throw new InputError(`${param} takes at most ${MAX_IDS} ids.`, param)
      return list.includes(String(NONE)) ? [] : unique(list.map((item) => parseId(param, item)))
    },
    (list) => list.join(','),
  )
}

/** Free names, comma-separated; a comma inside a name is written as `\,`. */
const namesCodec = (param: string): Codec<string[]> =>
  singleParam(param, { type: 'strings' }, (text) => unique(splitList(text)), joinList)

function parseId(param: string, text: string): number {
  const value = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value) || value < 1)
    throw new InputError(`${param} must hold whole positive ids.`, param)
  return value
}
