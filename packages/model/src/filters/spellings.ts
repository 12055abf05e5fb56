import type { Codec } from './codecs'
import { type FilterKey, type Filters, filter, filterKeys, filters } from './definitions'
import { callerTypeChoices } from './enums'
import { choiceCodec, keysOf } from './kinds/choice'

/** Another parameter that sets a filter, with its own values. */
interface Spelling<V> {
  param: string
  description: string
  /** Its values, each with the filter's value. */
  words: Readonly<Record<string, V>>
  /** Included with its filter; other spellings are only available where a report lists them. */
  implied?: boolean
}

const spellings = {
  prospectsByCreateDate: {
    dateBy: {
      param: 'date_by',
      description: filters.prospectsByCreateDate.description,
      words: { created: true, event: false },
      implied: true,
    },
    prospectsBy: {
      param: 'prospects_by',
      description: filters.prospectsByCreateDate.description,
      words: { create: true, event: false },
      implied: true,
    },
  },
  includeNonProspects: {
    notAProspect: {
      param: 'not_a_prospect',
      description: 'yes counts people marked as not a prospect too.',
      words: { yes: true, no: false },
    },
  },
  callerTypes: {
    callerType: { param: 'caller_type', description: 'Which callers count.', words: callerTypeChoices },
  },
  viewAs: {
    // §5 lists "view by" for Calls, and §3 these two among the options of view by.
    countOrPercentage: {
      param: 'view_by',
      description: filters.viewAs.description,
      words: { COUNT: 'COUNT', PERCENTAGE: 'PERCENTAGE' },
    },
  },
} as const satisfies { [K in FilterKey]?: Record<string, Spelling<Filters[K]>> }

type SpellingsByFilter = { readonly [K in FilterKey]?: Readonly<Record<string, Spelling<Filters[K]>>> }
const byFilter: SpellingsByFilter = spellings

type KeysOfEach<T> = T extends unknown ? keyof T : never

/** What a report lists: a filter, or the specification's alternative name for one. */
export type ListedFilter = FilterKey | KeysOfEach<(typeof spellings)[keyof typeof spellings]>

const filterOfSpelling = new Map<string, FilterKey>(
  filterKeys.flatMap((key) => Object.keys(byFilter[key] ?? {}).map((name) => [name, key] as const)),
)
const isFilter = (key: ListedFilter): key is FilterKey => key in filters

/** The filter of a listed name. */
export function filterOf(listed: ListedFilter): FilterKey {
  const key = isFilter(listed) ? listed : filterOfSpelling.get(listed)
  if (!key) throw new Error(`There is no filter ${listed}.`)
  return key
}

/** One set of parameters that sets a filter. */
export interface FilterParams<V> extends Omit<Codec<V>, 'serialize'> {
  description: string
  /** Undefined when it can't express the value. */
  serialize: (value: V) => Record<string, string> | undefined
}

/** Every way to set a filter in a report that lists these names, in the order in which they are written. */
export function filterParams<K extends FilterKey>(key: K, listed: readonly ListedFilter[]): FilterParams<Filters[K]>[] {
  const { codec, description } = filter(key)
  const position = (name: string): number => {
    const index = listed.map(String).indexOf(name)
    return index < 0 ? listed.length : index
  }
  const own = { position: position(key), params: { ...codec, description } }
  const others = Object.entries<Spelling<Filters[K]>>(byFilter[key] ?? {})
    .filter(([name, { implied }]) => implied || position(name) < listed.length)
    .map(([name, spelling]) => ({ position: position(name), params: spelledParams(key, spelling) }))
  return [own, ...others].sort((a, b) => a.position - b.position).map(({ params }) => params)
}

function spelledParams<K extends FilterKey>(
  key: K,
  { param, description, words }: Spelling<Filters[K]>,
): FilterParams<Filters[K]> {
  const { isSame } = filter(key)
  const meanings = Object.entries(words)
  const { params, parse } = choiceCodec(param, keysOf(words))
  return {
    params,
    description,
    parse: (raw) => {
      const text = parse(raw)
      return meanings.find(([word]) => word === text)?.[1]
    },
    serialize: (value) => {
      const meaning = meanings.find(([, one]) => isSame(one, value))
      return meaning && { [param]: meaning[0] }
    },
  }
}

/** Whether a parameter of this name sets any filter. */
export function isFilterParam(name: string): boolean {
  return filterKeys.some(
    (key) =>
      name in filter(key).codec.params ||
      Object.values<Spelling<unknown>>(byFilter[key] ?? {}).some(({ param }) => param === name),
  )
}
