import { type Codec, oneOf, type ParamSchema, type RawParams } from '../filters/codecs'
import { displayFilters, type FilterKey, type Filters, filters } from '../filters/definitions'
import { toSnake } from '../format/names'
import { InputError, joinWithAnd } from '../format/text'
import { allowedFilters, type ReportDefinition } from './definition'
import type { Dimension } from './dimensions'

/** What a reader has set on a report: the same in the browser's address, in REST, and in what is saved or scheduled. */
export interface ReportState {
  filters: Filters
  switches: Record<string, string>
}

/** The screen starts with the report's own choices; the API filters nothing unless asked. */
export type Surface = 'screen' | 'api'

/** The state of a report on which nothing has been set. */
export function initialState(report: ReportDefinition, surface: Surface): ReportState {
  const values = Object.fromEntries(Object.entries(filters).map(([key, definition]) => [key, definition.initial]))
  const grouped = report.groupByOptions?.[0]
  const viewed = report.viewByOptions?.[0]
  return {
    // Every key of Filters is in the table it is read from, which the type of `filters` guarantees.
    filters: {
      ...(values as unknown as Filters),
      ...(grouped && { groupBy: grouped }),
      ...(viewed && { viewBy: viewed }),
      ...(surface === 'screen' ? report.defaults : {}),
    },
    switches: Object.fromEntries(Object.entries(report.switches ?? {}).map(([key, item]) => [key, item.initial])),
  }
}

/** The parameters a report takes, by name. */
export function reportParams(report: ReportDefinition): Record<string, ParamSchema> {
  const own = allowedFilters(report).map((key) => restrictOptions(report, key, filters[key].codec.params))
  const switches = switchCodecs(report).map(([, codec]) => codec.params)
  return Object.assign({}, ...own, ...switches)
}

/**
 * Reads a report's state from text parameters.
 * On the API an unknown parameter, a filter the report does not allow or a bad value is an InputError with a sentence.
 * On the screen unknown parameters are passed over, so that links of every past version still open.
 */
export function parseState(report: ReportDefinition, raw: RawParams, surface: Surface): ReportState {
  if (surface === 'api') rejectUnknown(report, raw)
  return parseOnto(initialState(report, surface), report, raw, (error) => {
    if (surface === 'api') throw error
  })
}

/**
 * Reads a state that was kept as parameters of the API, perhaps by an older version: what the report no longer knows or
 * can't read is passed over and named, and all else stands.
 */
export function parseSavedState(
  report: ReportDefinition,
  raw: RawParams,
): { state: ReportState; passedOver: string[] } {
  const known = reportParams(report)
  const passedOver = new Set(Object.keys(raw).filter((name) => raw[name] !== undefined && !(name in known)))
  const state = parseOnto(initialState(report, 'api'), report, raw, ({ field }) => {
    if (field !== undefined) passedOver.add(field)
  })
  return { state, passedOver: [...passedOver] }
}

function parseOnto(
  state: ReportState,
  report: ReportDefinition,
  raw: RawParams,
  onError: (error: InputError) => void,
): ReportState {
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      onError(error)
      return undefined
    }
  }
  const view = raw.view === undefined ? undefined : report.views?.[raw.view]
  Object.assign(state.filters, view)
  for (const key of allowedFilters(report)) {
    const value = attempt(() => parseFilter(report, key, raw))
    if (value !== undefined) Object.assign(state.filters, { [key]: value })
  }
  for (const [key, codec] of switchCodecs(report)) {
    const value = attempt(() => codec.parse(raw))
    if (value !== undefined) state.switches[key] = value
  }
  return state
}

/** Writes a report's state as text parameters; what stands at its starting value is left out. */
export function serializeState(report: ReportDefinition, state: ReportState, surface: Surface): Record<string, string> {
  const initial = initialState(report, surface)
  const parts = allowedFilters(report)
    .filter((key) => !isEqual(state.filters[key], initial.filters[key]))
    .map((key) => serializeFilter(key, state.filters))
  const switches = switchCodecs(report)
    .filter(([key]) => state.switches[key] !== initial.switches[key])
    .map(([key, codec]) => codec.serialize(state.switches[key] ?? ''))
  return Object.assign({}, ...parts, ...switches)
}

/** The filters that narrow what is counted and differ from the starting state. */
export function activeFilters(report: ReportDefinition, state: ReportState): FilterKey[] {
  const initial = initialState(report, 'api')
  return allowedFilters(report).filter(
    (key) => !displayFilters.includes(key) && !isEqual(state.filters[key], initial.filters[key]),
  )
}

function parseFilter(report: ReportDefinition, key: FilterKey, raw: RawParams): unknown {
  const value = filters[key].codec.parse(raw)
  if (value === undefined) return undefined
  const options = optionsOf(report, key)
  if (options && !options.some((option) => option === value))
    throw new InputError(`${report.title} can be viewed with ${toSnake(key)} ${joinWithAnd(options)}.`, toSnake(key))
  return value
}

function serializeFilter<K extends FilterKey>(key: K, values: Filters): Record<string, string> {
  return filters[key].codec.serialize(values[key])
}

function optionsOf(report: ReportDefinition, key: FilterKey): readonly string[] | undefined {
  if (key === 'groupBy') return report.groupByOptions satisfies readonly Dimension[] | undefined
  if (key === 'viewBy') return report.viewByOptions
  if (key === 'viewAs') return report.viewAsOptions
  return undefined
}

function restrictOptions(
  report: ReportDefinition,
  key: FilterKey,
  params: Record<string, ParamSchema>,
): Record<string, ParamSchema> {
  const values = optionsOf(report, key)
  return values
    ? Object.fromEntries(Object.entries(params).map(([name, schema]) => [name, { ...schema, values }]))
    : params
}

function switchCodecs(report: ReportDefinition): [string, Codec<string>][] {
  return Object.entries(report.switches ?? {}).map(([key, item]) => [
    key,
    oneOf(toSnake(key), Object.keys(item.options)),
  ])
}

function rejectUnknown(report: ReportDefinition, raw: RawParams): void {
  const known = reportParams(report)
  const name = Object.keys(raw).find((key) => raw[key] !== undefined && key !== 'view' && !(key in known))
  if (name === undefined) return
  const elsewhere = Object.values(filters).some((definition) => name in definition.codec.params)
  throw new InputError(
    elsewhere ? `${report.title} can't be filtered by ${name}.` : `${name} is not a parameter of ${report.title}.`,
    name,
  )
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
