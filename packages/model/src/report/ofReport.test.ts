import { expect, it } from 'vitest'
import { SAMPLE } from '../testing'
import { count } from './columns'
import { defineReport } from './definition'
import { ofReport } from './ofReport'
import { neutralState } from './state'

const report = defineReport({
  ...SAMPLE,
  question: 'How many leads are there?',
  answer: ['{leads:lead} in this period.'],
  defaultFilters: ['dateRange', 'sources'],
  additionalFilters: ['averageFraudRate'],
  switches: {
    by: { label: 'By', description: 'What rows are.', initial: 'day', options: { day: 'Day', week: 'Week' } },
  },
  rows: ['property'],
  columns: { leads: count('Leads', 'Leads.') },
  tiles: ['leads'],
  charts: [],
})

it('works out once what follows from a definition, and again for another one', () => {
  let times = 0
  const titled = ofReport(({ title }) => ({ title, times: ++times }))
  expect(titled(report)).toBe(titled(report))
  expect(titled({ ...report, title: 'Another' })).toEqual({ title: 'Another', times: 2 })
})

it('gives each state its own filters and switches', () => {
  const first = neutralState(report)
  first.filters.averageFraudRate = 0.5
  first.switches.by = 'week'
  expect(neutralState(report).filters.averageFraudRate).not.toBe(0.5)
  expect(neutralState(report).switches).toEqual({ by: 'day' })
})
