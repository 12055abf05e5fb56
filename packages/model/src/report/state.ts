import type { Codec, RawParams } from '../filters/codecs'
import { type FilterKey, type Filters, filter, filterKeys } from '../filters/definitions'
import { choiceCodec } from '../filters/kinds/choice'
import { isFilterParam } from '../filters/spellings'
import { toSnake } from '../format/names'
import { InputError } from '../format/text'
import type { DayRange } from '../time/dates'
import { dateFilterKey, type ReportDefinition } from './definition'
import { ofReport } from './ofReport'
import {
  allowedFilters,
  attempt,
  type DescribedParam,
  isCompleting,
  optionsOf,
  paramsOf,
  parseFilter,
  serializeFilter,
} from './reportFilters'

/** A state over these days instead of its period. */
export const stateOfDays = (report: ReportDefinition, state: ReportState, { start, end }: DayRange): ReportState => ({
  ...state,
  filters: { ...state.filters, [dateFilterKey(report)]: { preset: 'custom', start, end } },
})

/** The settings of a report: the same in the browser's URL, in REST, and in saved and scheduled reports. */
export interface ReportState {
  filters: Filters
  switches: Record<string, string>
}

/** Who wrote the parameters: the API refuses what it can't read, the screen opens what it can. */
export type Surface = 'screen' | 'api'

/** The state of a report with nothing set: its own defaults, the same on the screen and at every endpoint. */
export function initialState(report: ReportDefinition): ReportState {
  const { filters, switches } = neutralState(report)
  return { filters: { ...filters, ...report.defaults }, switches }
}

/** The state of a report that filters nothing, whatever its defaults. */
export function neutralState(report: ReportDefinition): ReportState {
  const { filters, switches } = neutral(report)
  return { filters: { ...filters }, switches: { ...switches } }
}

const neutral = ofReport((report): Readonly<ReportState> => {
  const values = Object.fromEntries(filterKeys.map((key) => [key, optionsOf(report, key)?.[0] ?? filter(key).initial]))
  return {
    // Every key of Filters is in filterKeys, and a report's option is one of its filter's.
    filters: values as unknown as Filters,
    switches: Object.fromEntries(Object.entries(report.switches ?? {}).map(([key, item]) => [key, item.initial])),
  }
})

/** The parameters of a report, by name. */
export const reportParams = ofReport((report): Readonly<Record<string, DescribedParam>> => {
  const own = allowedFilters(report).map((key) => paramsOf(report, key))
  return Object.assign({}, ...own, ...switchCodecs(report).map(([, { params }]) => params))
})

/**
 * Parses a report's state from text parameters. On the API, an unknown parameter, a filter that the report doesn't
 * allow, or an invalid value throws InputError. The screen ignores unknown parameters, so that links from every earlier
 * version still open.
 */
export function parseState(report: ReportDefinition, raw: RawParams, surface: Surface): ReportState {
  if (surface === 'api') rejectUnknown(report, raw)
  return parseOnto(initialState(report), report, raw, (error) => {
    if (surface === 'api') throw error
  })
}

/**
 * Parses a state that was saved as parameters, possibly by an older version. Parameters that the report doesn't know or
 * can't parse are left out and returned by name; everything else applies. Absent parameters filter nothing: what is
 * saved names its defaults itself (`serializeWhole`), and what was saved before reports had any had none.
 */
export function parseSavedState(
  report: ReportDefinition,
  raw: RawParams,
): { state: ReportState; passedOver: string[] } {
  const known = reportParams(report)
  const passedOver = new Set(Object.keys(raw).filter((name) => raw[name] !== undefined && !(name in known)))
  const state = parseOnto(neutralState(report), report, raw, ({ field }) => {
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
  const view = raw.view === undefined ? undefined : report.views?.[raw.view]
  Object.assign(state.filters, view?.filters)
  for (const key of allowedFilters(report)) {
    const value = parseFilter(report, key, raw, onError)
    if (value !== undefined) Object.assign(state.filters, { [key]: value })
  }
  for (const [key, codec] of switchCodecs(report)) {
    const value = attempt(() => codec.parse(raw), onError)
    if (value !== undefined) state.switches[key] = value
  }
  return state
}

/** Writes a report's state as text parameters, without defaults. */
export function serializeState(report: ReportDefinition, state: ReportState): Record<string, string> {
  const initial = initialState(report)
  const parts = allowedFilters(report)
    .filter((key) => !hasSameValue(key, state.filters, initial.filters))
    .map((key) => serializeFilter(report, key, state.filters))
  const switches = switchCodecs(report)
    .filter(([key]) => state.switches[key] !== initial.switches[key])
    .map(([key, codec]) => codec.serialize(state.switches[key] ?? ''))
  return Object.assign({}, ...parts, ...switches)
}

/**
 * Writes a report's state with everything that the report chooses when it isn't set: its periods, defaults, layout, and
 * switches. A later version of the report reads the same state, whatever it starts with then.
 */
export function serializeWhole(report: ReportDefinition, state: ReportState): Record<string, string> {
  const initial = initialState(report)
  const isChosenByReport = (key: FilterKey) =>
    filter(key).scope === 'period' || optionsOf(report, key) !== undefined || key in (report.defaults ?? {})
  const parts = allowedFilters(report)
    .filter((key) => isChosenByReport(key) || !hasSameValue(key, state.filters, initial.filters))
    .map((key) => serializeFilter(report, key, state.filters))
  const switches = switchCodecs(report).map(([key, codec]) => codec.serialize(state.switches[key] ?? ''))
  return Object.assign({}, ...parts, ...switches)
}

/** A parameter that a request left to the report, and the value that applied. */
export interface AppliedDefault {
  parameter: string
  value: string
}

/** The defaults that applied because the parameters don't set them; filters that matched everything are left out. */
export function appliedDefaults(report: ReportDefinition, raw: RawParams): AppliedDefault[] {
  const ignore = () => undefined
  const { filters, switches } = parseOnto(initialState(report), report, raw, ignore)
  const named = report.views?.[raw.view ?? '']?.filters ?? {}
  const parts = allowedFilters(report)
    .filter((key) => parseFilter(report, key, raw, ignore) === undefined && !(key in named))
    .filter((key) => !matchesEverything(key, filters) && isCompleting(key, filters))
    .map((key) => serializeFilter(report, key, filters))
  const left = switchCodecs(report)
    .filter(([, codec]) => Object.keys(codec.params).every((name) => raw[name] === undefined))
    .map(([key, codec]) => codec.serialize(switches[key] ?? ''))
  const params: Record<string, string> = Object.assign({}, ...parts, ...left)
  return Object.entries(params).flatMap(([parameter, value]) => (value === '' ? [] : [{ parameter, value }]))
}

function matchesEverything(key: FilterKey, values: Filters): boolean {
  const { scope, restriction } = filter(key)
  return (scope === 'records' || scope === 'properties') && restriction(values[key]) === null
}

/**
 * The filters that narrow or change what is counted or shown, the report's defaults too; dates and layout always have a
 * value.
 */
export function activeFilters(report: ReportDefinition, state: ReportState): FilterKey[] {
  const initial = neutralState(report)
  return allowedFilters(report).filter(
    (key) =>
      filter(key).scope !== 'period' &&
      filter(key).scope !== 'layout' &&
      !hasSameValue(key, state.filters, initial.filters),
  )
}

/** Whether a filter has the same value in both. */
export function hasSameValue<K extends FilterKey>(key: K, a: Pick<Filters, K>, b: Pick<Filters, K>): boolean {
  return filter(key).isSame(a[key], b[key])
}

const switchCodecs = ofReport((report): readonly [key: string, SwitchCodec][] =>
  Object.entries(report.switches ?? {}).map(([key, { options, description }]) => {
    const name = toSnake(key)
    const codec = choiceCodec(name, Object.keys(options))
    return [key, { ...codec, params: { [name]: { type: 'string', values: Object.keys(options), description } } }]
  }),
)

interface SwitchCodec extends Codec<string> {
  params: Record<string, DescribedParam>
}

function rejectUnknown(report: ReportDefinition, raw: RawParams): void {
  const known = reportParams(report)
  const name = Object.keys(raw).find((key) => raw[key] !== undefined && key !== 'view' && !(key in known))
  if (name === undefined) return
  throw new InputError(
    isFilterParam(name)
      ? `${report.title} can't be filtered by ${name}.`
      : `${name} is not a parameter of ${report.title}.`,
    name,
  )
}
