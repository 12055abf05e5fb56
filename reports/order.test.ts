import { defaultOrder, initialState } from '@leaselight/model'
import { describe, expect, it } from 'vitest'
import { reports } from './register'

describe('the order in which rows are read', () => {
  it.each(reports.filter(({ shape }) => shape === 'flow').map((report) => [report.key, report] as const))(
    'is by the largest loss in the flow of %s',
    (_, report) => {
      const state = initialState(report)
      // Between stages of different people nobody is lost: these are of the same ones.
      const cohort = { ...state, filters: { ...state.filters, prospectsByCreateDate: true } }
      const column = report.columns[defaultOrder(report, cohort)?.column ?? '']
      expect(column?.kind === 'difference' || column?.better === 'lower').toBe(true)
    },
  )
})
