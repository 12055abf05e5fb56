import type { ParamSchema, RawParams } from '../filters/codecs'
import { type FilterKey, type Filters, filter, filterKeys, filters } from '../filters/definitions'
import { type FilterParams, filterOf, filterParams, type ListedFilter } from '../filters/spellings'
import { InputError, joinWithAnd } from '../format/text'
import { canComparePeers } from '../peers/columns'
import type { ReportDefinition } from './definition'
import { ofReport } from './ofReport'

const listedFilters = (report: ReportDefinition): ListedFilter[] => [
  ...report.defaultFilters,
  ...report.additionalFilters,
]

type WaysByFilter = { [K in FilterKey]: readonly FilterParams<Filters[K]>[] }

/** Every way to set each filter in a report. A page writes hundreds of addresses, and each of its filters anew. */
const waysToSet = ofReport((report): Readonly<WaysByFilter> => {
  const listed = listedFilters(report)
  const ways = Object.fromEntries(filterKeys.map((key) => [key, filterParams(key, listed)]))
  // Every filter has its key in filterKeys, and what is made of a key goes with its value's type, which no list can say.
  return ways as unknown as WaysByFilter
})

/**
 * Every filter that a report allows (§5), in the order of its filter bar. Filters that complete another one come with
 * it, and peers with rates of properties; filters that express the same selection in another way come last.
 */
export const allowedFilters = ofReport((report): readonly FilterKey[] => {
  const listed = listedFilters(report).map(filterOf)
  const completing = filterKeys.filter((key) => {
    const { completes } = filter(key)
    const of = listed.find((one) => one === completes?.filter)
    return of && optionsOf(report, of)?.some((option) => completes?.values.includes(option))
  })
  const alternative = listed.flatMap((key) => filterKeys.filter((other) => filter(other).alternativeTo === key))
  const peers = canComparePeers(report) ? (['peers'] as const) : []
  return [...new Set([...listed, ...completing, ...peers, ...alternative])]
})

/** The filters in the filter bar: alternative ones only while they are set, for example by a link. */
export function barFilters(report: ReportDefinition, active: readonly FilterKey[]): FilterKey[] {
  const listed = listedFilters(report).map(filterOf)
  return allowedFilters(report).filter(
    (key) => listed.includes(key) || filter(key).alternativeTo === undefined || active.includes(key),
  )
}

/** Whether a filter that completes another one is needed; always true for other filters. */
export function isCompleting(key: FilterKey, values: Filters): boolean {
  const { completes } = filter(key)
  return (
    !completes ||
    Object.entries(values).some(
      ([name, value]) => name === completes.filter && completes.values.some((one) => one === value),
    )
  )
}

/** The options of a filter in this report, or undefined when it has all of them. */
export function optionsOf(report: ReportDefinition, key: FilterKey): readonly string[] | undefined {
  const definition = filters[key]
  return definition.kind === 'choice' && definition.optionsFrom ? report[definition.optionsFrom] : undefined
}

/** A parameter and what it does, as a sentence. */
export interface DescribedParam extends ParamSchema {
  description: string
}

/** The parameters that set one filter of a report, by name. */
export function paramsOf(report: ReportDefinition, key: FilterKey): Record<string, DescribedParam> {
  const values = optionsOf(report, key)
  const all = waysToSet(report)[key].flatMap(({ params, description }) =>
    Object.entries(params).map(([name, schema]) => [name, { ...schema, ...(values && { values }), description }]),
  )
  return Object.fromEntries(all)
}

/**
 * The value of a filter in a report's parameters; undefined when none of them sets it. A parameter that can't be
 * parsed, isn't an option of the report, or contradicts another one is an error; the others apply.
 */
export function parseFilter<K extends FilterKey>(
  report: ReportDefinition,
  key: K,
  raw: RawParams,
  onError: (error: InputError) => void,
): Filters[K] | undefined {
  const { combine } = filter(key)
  let found: { name: string; value: Filters[K] } | undefined
  for (const way of waysToSet(report)[key]) {
    const name = nameOf(way, raw)
    const value = attempt(() => parseOption(report, key, way, raw), onError)
    if (value === undefined) continue
    const both = found ? combine(found.value, value) : value
    if (found && both === undefined) onError(new InputError(`${found.name} and ${name} say different things.`, name))
    else found = { name: found?.name ?? name, value: both ?? value }
  }
  return found?.value
}

function parseOption<K extends FilterKey>(
  report: ReportDefinition,
  key: K,
  way: FilterParams<Filters[K]>,
  raw: RawParams,
): Filters[K] | undefined {
  const value = way.parse(raw)
  const options = optionsOf(report, key)
  const name = nameOf(way, raw)
  if (value !== undefined && options && !options.some((option) => option === value))
    throw new InputError(`${report.title} can be viewed with ${name} ${joinWithAnd(options)}.`, name)
  return value
}

const nameOf = ({ params }: Pick<FilterParams<unknown>, 'params'>, raw: RawParams): string =>
  Object.keys(params).find((name) => raw[name] !== undefined) ?? ''

/** The parameters that set a filter of a report to its value in a state. */
export function serializeFilter<K extends FilterKey>(
  report: ReportDefinition,
  key: K,
  values: Filters,
): Record<string, string> {
  for (const { serialize } of waysToSet(report)[key]) {
    const written = serialize(values[key])
    if (written) return written
  }
  throw new Error(`${report.key} has no parameter for ${key}.`)
}

/** Runs a parser; passes an InputError to `onError` and returns undefined. */
export function attempt<T>(read: () => T, onError: (error: InputError) => void): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    onError(error)
    return undefined
  }
}
