import { InputError } from '../../format/text'
import { formatRange } from '../../format/values'
import { type Day, type DayRange, dayCount, isDay } from '../../time/dates'
import {
  type ComparisonBasis,
  comparisons,
  type DateRange,
  type FuturePreset,
  futurePresets,
  type PastPreset,
  pastPresets,
  presetLabel,
} from '../../time/presets'
import type { Codec, RawParams } from '../codecs'
import { type Filter, type FilterData, type FilterScope, type NameLookup, singleValue } from './filter'

/** The longest period of a report, in days; longer periods can't be compared meaningfully. */
const MAX_DAYS = 366 * 10

interface ParamNames {
  preset: string
  start: string
  end: string
  priorStart?: string
  priorEnd?: string
  compareWith?: string
}

export interface PastPeriodFilter extends Filter<DateRange> {
  kind: 'period'
  direction: 'past'
}

export interface FuturePeriodFilter extends Filter<DateRange<FuturePreset>> {
  kind: 'period'
  direction: 'future'
}

type PeriodData<P extends string, S extends FilterScope> = FilterData<S> & { params: ParamNames; initial: DateRange<P> }

/** A period up to now: a preset, or two days with an optional custom prior period. */
export function period<S extends FilterScope>({
  params,
  ...data
}: PeriodData<PastPreset, S>): PastPeriodFilter & { scope: S } {
  const codec = rangeCodec(params, Object.keys(pastPresets) as PastPreset[])
  return { ...data, ...periodValue, kind: 'period', direction: 'past', codec }
}

/** Future days: a preset, or two days. */
export function futurePeriod<S extends FilterScope>({
  params,
  ...data
}: PeriodData<FuturePreset, S>): FuturePeriodFilter & { scope: S } {
  const codec = rangeCodec(params, Object.keys(futurePresets) as FuturePreset[])
  return { ...data, ...periodValue, kind: 'period', direction: 'future', codec }
}

const periodValue = {
  ...singleValue,
  restriction: () => null,
  describe: (range: DateRange | DateRange<FuturePreset>, { today }: NameLookup): string =>
    [
      range.preset === 'custom' ? formatRange(range, today) : presetLabel(range.preset),
      range.compareWith && 'compared with a year before',
    ]
      .filter(Boolean)
      .join(', '),
}

const comparisonKeys = Object.keys(comparisons) as ComparisonBasis[]

function rangeCodec<P extends string>(names: ParamNames, presets: readonly P[]): Codec<DateRange<P>> {
  return {
    params: {
      [names.preset]: { type: 'string', values: [...presets, 'custom'] },
      ...Object.fromEntries(
        [names.start, names.end, names.priorStart, names.priorEnd]
          .filter((name) => name !== undefined)
          .map((name) => [name, { type: 'string', format: 'date' } as const]),
      ),
      ...(names.compareWith && { [names.compareWith]: { type: 'string', values: comparisonKeys } as const }),
    },
    parse: (raw) => {
      const text = raw[names.preset]
      const custom = parseRange(raw, names.start, names.end)
      const preset = presets.find((name) => name === text)
      const comparison = parseComparison(raw, names.compareWith)
      if (text !== undefined && text !== 'custom' && preset === undefined)
        throw new InputError(`${names.preset} must be one of ${[...presets, 'custom'].join(', ')}.`, names.preset)
      if (preset !== undefined) {
        if (custom)
          throw new InputError(`Give either ${names.preset} or ${names.start} and ${names.end}.`, names.preset)
        return { preset, ...comparison }
      }
      if (!custom) {
        if (text === 'custom')
          throw new InputError(`A custom period needs ${names.start} and ${names.end}.`, names.start)
        if (comparison) throw new InputError(`${names.compareWith} needs a period.`, names.compareWith)
        return undefined
      }
      const prior = names.priorStart && names.priorEnd ? parseRange(raw, names.priorStart, names.priorEnd) : undefined
      if (prior && comparison)
        throw new InputError(`Give either ${names.compareWith} or ${names.priorStart}.`, names.compareWith)
      return { preset: 'custom', ...custom, ...(prior && { prior }), ...comparison }
    },
    serialize: (range) => {
      const comparison = names.compareWith && range.compareWith ? { [names.compareWith]: range.compareWith } : {}
      if (!('start' in range)) return { [names.preset]: range.preset, ...comparison }
      return {
        [names.start]: range.start,
        [names.end]: range.end,
        ...(range.prior &&
          names.priorStart &&
          names.priorEnd && { [names.priorStart]: range.prior.start, [names.priorEnd]: range.prior.end }),
        ...comparison,
      }
    },
  }
}

function parseComparison(raw: RawParams, name: string | undefined): { compareWith: ComparisonBasis } | undefined {
  const text = name === undefined ? undefined : raw[name]
  if (name === undefined || text === undefined) return undefined
  const compareWith = comparisonKeys.find((key) => key === text)
  if (!compareWith) throw new InputError(`${name} must be ${comparisonKeys.join(' or ')}.`, name)
  return { compareWith }
}

function parseRange(raw: RawParams, startName: string, endName: string): DayRange | undefined {
  const start: Day | undefined = parseDay(raw, startName)
  const end: Day | undefined = parseDay(raw, endName)
  if (start === undefined && end === undefined) return undefined
  if (start === undefined || end === undefined)
    throw new InputError(`${startName} and ${endName} go together.`, startName)
  if (end < start) throw new InputError(`${endName} must not be before ${startName}.`, endName)
  if (dayCount({ start, end }) > MAX_DAYS) throw new InputError('A period may be ten years long at most.', endName)
  return { start, end }
}

/** A calendar day of the parameter, or undefined when it is absent. */
function parseDay(raw: RawParams, name: string): Day | undefined {
  const value = raw[name]
  if (value === undefined) return undefined
  if (!isDay(value) || value < '1970-01-01' || value > '2199-12-31')
    throw new InputError(`${name} must be a date like 2026-03-08.`, name)
  return value
}
