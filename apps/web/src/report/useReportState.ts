import {
  type DateRange,
  type DayRange,
  type Filters,
  type ReportDefinition,
  type ReportState,
  resolveRange,
} from '@leaselight/model'
import { useCallback, useEffect, useMemo } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { addressParams, pickSavedParams, type Search } from '../state/address'
import { brushedWithin, brushParams, brushTo, withoutBrush } from '../state/brush'
import { type ReportAction, reportReducer } from '../state/reportState'
import { shownState } from '../state/scope'

export interface ReportControls {
  /** What the address says, without properties that the user doesn't have. */
  state: ReportState
  update: (filters: Partial<Filters>) => void
  setSwitch: (key: string, value: string) => void
  reset: () => void
  /** The dates within which the state's were chosen by a brush. */
  within: DateRange | undefined
  /** Narrows the dates to some of their days, which stay a choice within them. */
  brush: (days: DayRange) => void
}

/**
 * A report's state. It is in the address, so refresh, back and shared links preserve it.
 * @param available the properties the report may include
 */
export function useReportState(report: ReportDefinition, available: ReadonlySet<number>): ReportControls {
  const { search, push, current } = useAddress()
  const { preferences } = useServices()
  const { today, knownProperties } = useGlobal()
  const read = useCallback((search: Search) => shownState(report, search, knownProperties), [report, knownProperties])
  const state = useMemo(() => read(search), [read, search])
  const within = useMemo(() => brushedWithin(report, search), [report, search])
  // A brush looks at some days of one list: the other reports, and this one next time, keep the dates around them.
  useEffect(
    () => preferences.save(report, withoutBrush(state, within), available),
    [preferences, report, state, within, available],
  )
  return useMemo(() => {
    // Two changes between two renders build on each other, not on the last render.
    const act = (action: ReportAction, brushed?: Search) => {
      const search = current()
      const state = reportReducer(report, read(search), action)
      // Other dates end a brush, and other filters do not.
      const setsDates = action.type === 'reset' || (action.type === 'update' && action.filters.dateRange !== undefined)
      const kept = brushed ?? (setsDates ? {} : brushParams(search))
      push(report.path, { ...addressParams(report, state), ...kept, ...pickSavedParams(search) })
    }
    return {
      state,
      update: (filters) => act({ type: 'update', filters }),
      setSwitch: (key, value) => act({ type: 'switch', key, value }),
      reset: () => act({ type: 'reset' }),
      within,
      brush: (days) => {
        const whole = within ?? state.filters.dateRange
        const { start, end } = resolveRange(whole, today).current
        const isWhole = days.start <= start && days.end >= end
        const { dateRange, params } = brushTo(days, whole)
        act({ type: 'update', filters: { dateRange: isWhole ? whole : dateRange } }, isWhole ? {} : params)
      },
    }
  }, [report, state, within, today, read, push, current])
}
