import { InputError } from '../format/text'
import { type Day, type DayRange, dayCount } from '../time/dates'
import { type DateRange, type FuturePreset, futurePresets, type PastPreset, pastPresets } from '../time/presets'
import { type Codec, parseDay, type RawParams } from './codecs'

/** The longest period a report can be asked for; beyond it no comparison means anything. */
const MAX_DAYS = 366 * 10

interface ParamNames {
  preset: string
  start: string
  end: string
  priorStart?: string
  priorEnd?: string
}

function rangeCodec<P extends string>(names: ParamNames, presets: readonly P[]): Codec<DateRange<P>> {
  return {
    params: {
      [names.preset]: { type: 'string', values: [...presets, 'custom'] },
      ...Object.fromEntries(
        [names.start, names.end, names.priorStart, names.priorEnd]
          .filter((name) => name !== undefined)
          .map((name) => [name, { type: 'string', format: 'date' } as const]),
      ),
    },
    parse: (raw) => {
      const asked = raw[names.preset]
      const custom = parseRange(raw, names.start, names.end)
      const preset = presets.find((name) => name === asked)
      if (asked !== undefined && asked !== 'custom' && preset === undefined)
        throw new InputError(`${names.preset} must be one of ${[...presets, 'custom'].join(', ')}.`, names.preset)
      if (preset !== undefined) {
        if (custom)
          throw new InputError(`Give either ${names.preset} or ${names.start} and ${names.end}.`, names.preset)
        return { preset }
      }
      if (!custom) {
        if (asked === 'custom')
          throw new InputError(`A custom period needs ${names.start} and ${names.end}.`, names.start)
        return undefined
      }
      const prior = names.priorStart && names.priorEnd ? parseRange(raw, names.priorStart, names.priorEnd) : undefined
      return { preset: 'custom', ...custom, ...(prior && { prior }) }
    },
    serialize: (range) => {
      if (!('start' in range)) return { [names.preset]: range.preset }
      return {
        [names.start]: range.start,
        [names.end]: range.end,
        ...(range.prior &&
          names.priorStart &&
          names.priorEnd && { [names.priorStart]: range.prior.start, [names.priorEnd]: range.prior.end }),
      }
    },
  }
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

/** `preset`, or `start_date` and `end_date` with an optional prior period of its own. */
export const dateRange = rangeCodec<PastPreset>(
  {
    preset: 'preset',
    start: 'start_date',
    end: 'end_date',
    priorStart: 'prior_start_date',
    priorEnd: 'prior_end_date',
  },
  Object.keys(pastPresets) as PastPreset[],
)

/** `future_preset`, or `future_start_date` and `future_end_date`. */
export const futureDateRange = rangeCodec<FuturePreset>(
  { preset: 'future_preset', start: 'future_start_date', end: 'future_end_date' },
  Object.keys(futurePresets) as FuturePreset[],
)
