import type { ChartModel } from '@leaselight/charts'
import { expect, it } from 'vitest'
import { onePanel, panelsOf } from './onePanel'

const line = (key: string, priorOf?: string) => ({
  key,
  label: key,
  color: 'ink' as const,
  values: [1, 2],
  ...(priorOf && { priorOf }),
})

const model = (kind: ChartModel['kind'], ...series: ChartModel['series']): ChartModel => ({
  kind,
  title: 'Leads and visits per day',
  answers: [],
  categoryLabel: 'Day',
  categories: ['Mar 1', 'Mar 2'],
  series,
  format: 'integer',
  unit: '',
  layout: 'columns',
  note: null,
})

const two = model('trend', line('leads'), line('visits'), line('leads:prior', 'leads'), line('visits:prior', 'visits'))
const keys = ({ series }: ChartModel) => series.map(({ key }) => key)

it('draws one of several lines with its prior period, at first the first', () => {
  expect(panelsOf(two).map(({ key }) => key)).toEqual(['leads', 'visits'])
  expect(keys(onePanel(two, null))).toEqual(['leads', 'leads:prior'])
  expect(keys(onePanel(two, 'visits'))).toEqual(['visits', 'visits:prior'])
  expect(keys(onePanel(two, 'gone'))).toEqual(['leads', 'leads:prior'])
})

it('leaves a chart whose parts share a panel as it is', () => {
  for (const whole of [model('trend', line('leads')), model('stack', line('a'), line('b'))]) {
    expect(panelsOf(whole)).toEqual([])
    expect(onePanel(whole, 'b')).toBe(whole)
  }
})
