import { completeCells, defineReport, funnel, type Numbers, ratio } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { leads, testResult, testState } from '../testing'
import { prepareChart } from '.'

const week = { start: '2026-03-02', end: '2026-03-08' }
const before = { start: '2026-02-23', end: '2026-03-01' }

describe('funnel', () => {
  const rate = (of: string, from: string) => ratio(of, from, `${of} rate`, '', { format: 'percent' })
  const staged = defineReport({
    ...leads,
    additionalFilters: ['prospectsByCreateDate'],
    columns: {
      ...leads.columns,
      visitRate: rate('visits', 'prospects'),
      leaseRate: {
        ...rate('leases', 'shows'),
        visibleWhen: { with: 'prospectsByCreateDate' },
      },
    },
  })
  const cells = (numbers: Numbers) => completeCells(staged.columns, numbers)
  const total = cells({ prospects: 200, visits: 100, shows: 10, leases: 12 })
  const priorTotal = cells({ prospects: 160, visits: 96, shows: 48, leases: 34 })
  const drawn = (parts: object, byCreated = false) =>
    prepareChart(
      funnel('prospects', 'visits', 'shows', 'leases'),
      staged,
      testResult({ period: week, priorPeriod: before, total, ...parts }, staged),
      testState(staged, { prospectsByCreateDate: byCreated }),
    )

  test('labels each stage with the report’s own rate and its prior value', () => {
    const model = drawn({ priorTotal }, true)
    expect(model?.categories).toEqual(['Prospects', 'Visits', 'Shows', 'Leases'])
    expect(model?.series[0]?.values).toEqual([200, 100, 10, 12])
    expect(model?.series[0]?.annotations).toEqual([
      null,
      '−100 went no further · 50% of prospects, was 60%',
      '−90 went no further · 10% of visits, was 50%',
      '12 to 10, was 71%',
    ])
    expect(model?.series[1]).toMatchObject({ values: [160, 96, 48, 34], priorOf: 'now' })
    expect(model?.title).toBe('Leases down 65% from the week before')
  })

  test('shows stages side by side where the table has no rate from one to the next', () => {
    expect(drawn({ priorTotal })?.series[0]?.annotations?.[3]).toBeNull()
  })

  test('works without a prior period and omits a rate of nothing', () => {
    const model = drawn({ total: cells({ prospects: 3 }) })
    expect(model?.series).toHaveLength(1)
    expect(model?.series[0]?.annotations).toEqual([null, '−3 went no further · 0 of 3', null, null])
    expect(model?.title).toBe('From prospects to leases')
    expect(drawn({ total: {} })).toBeNull()
  })
})
