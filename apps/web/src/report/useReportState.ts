import type { Filters, ReportDefinition, ReportState } from '@leaselight/model'
import { useEffect, useMemo } from 'react'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { addressParams, pickSavedParams, readAddress } from '../state/address'
import { type ReportAction, reportReducer } from '../state/reportState'

export interface ReportControls {
  state: ReportState
  update: (filters: Partial<Filters>) => void
  setSwitch: (key: string, value: string) => void
  reset: () => void
}

/**
 * A report's state. It is in the address, so refresh, back and shared links preserve it.
 * @param available the properties the report may include
 */
export function useReportState(report: ReportDefinition, available: ReadonlySet<number>): ReportControls {
  const { search, push, current } = useAddress()
  const { preferences } = useServices()
  const state = useMemo(() => readAddress(report, search), [report, search])
  useEffect(() => preferences.save(report, state, available), [preferences, report, state, available])
  return useMemo(() => {
    // Two changes between two renders build on each other, not on the last render.
    const act = (action: ReportAction) => {
      const search = current()
      const state = reportReducer(report, readAddress(report, search), action)
      push(report.path, { ...addressParams(report, state), ...pickSavedParams(search) })
    }
    return {
      state,
      update: (filters) => act({ type: 'update', filters }),
      setSwitch: (key, value) => act({ type: 'switch', key, value }),
      reset: () => act({ type: 'reset' }),
    }
  }, [report, state, push, current])
}
