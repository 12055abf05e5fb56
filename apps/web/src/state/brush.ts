import {
  type DateRange,
  type DayRange,
  filter,
  parseFilter,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import type { Search } from './address'

/**
 * What a list's time brush adds to an address: the dates within which it chose some. Those that it chose are the report's
 * dates, so that its numbers, files, and links are of these days.
 */
const PREFIX = 'within_'

/** The parameters of an address that a brush wrote. */
export const brushParams = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name.startsWith(PREFIX)))

/** The dates within which a brush chose those of an address; undefined where none did. */
export function brushedWithin(report: ReportDefinition, search: Search): DateRange | undefined {
  const written = Object.entries(brushParams(search)).map(([name, value]) => [name.slice(PREFIX.length), value])
  return parseFilter(report, 'dateRange', Object.fromEntries(written), () => undefined)
}

/** The dates and the parameters after some days were chosen within other dates. */
export function brushTo(days: DayRange, within: DateRange): { dateRange: DateRange; params: Search } {
  const { compareWith } = within
  const written = Object.entries(filter('dateRange').codec.serialize(within))
  return {
    dateRange: { preset: 'custom', ...days, ...(compareWith && { compareWith }) },
    params: Object.fromEntries(written.map(([name, value]) => [PREFIX + name, value])),
  }
}

/** The state with all the dates within which a brush chose some. */
export const withoutBrush = (state: ReportState, within: DateRange | undefined): ReportState =>
  within ? { ...state, filters: { ...state.filters, dateRange: within } } : state
