import { type Filters, initialState } from '@leaselight/model'
import { reportByKey, reports } from '@leaselight/reports'
import { describe, expect, it } from 'vitest'
import { emptinessOf, isWithoutNumbers } from './emptiness'

const named = (key: string) => {
  const report = reportByKey(key)
  if (!report) throw new Error(`There is no report ${key}.`)
  return report
}

const zeros = (key: string, value = 0) =>
  Object.fromEntries(
    Object.entries(named(key).columns)
      .filter(([, { kind }]) => kind === 'count' || kind === 'measure')
      .map(([column]) => [column, value]),
  )

/** The emptiness of a report's page with a row of zeros, or none, under some filters. */
function seen(
  key: string,
  {
    filters = {},
    rows = 1,
    value = 0,
    goals = 'none' as const,
    ownPage = true,
  }: {
    filters?: Partial<Filters>
    rows?: number
    value?: number
    goals?: 'none' | 'some' | 'unknown'
    ownPage?: boolean
  } = {},
) {
  const report = named(key)
  const initial = initialState(report)
  const numbers = zeros(key, value)
  const row = { key: 'property:7', depth: 0, parent: null, propertyId: 7, ...numbers }
  const result = {
    ...{ rows: Array.from({ length: rows }, () => row), priorRows: [] },
    ...{ total: numbers, priorTotal: null },
  }
  const state = { ...initial, filters: { ...initial.filters, ...filters } }
  const emptiness = emptinessOf({ report, state, result, ownPage, goals })
  return { emptiness, bare: isWithoutNumbers(emptiness, report, result) }
}

const nowhere = { filters: { sources: ['Nowhere'] } }

describe('a page with nothing to show', () => {
  it('is one block, also where the report has a page of its own', () => {
    for (const key of ['attributions', 'loss-reasons', 'call-intelligence']) {
      expect([key, seen(key, { rows: 0 }).emptiness]).toEqual([key, 'alone'])
      expect([key, seen(key, { rows: 0, ownPage: false }).emptiness]).toEqual([key, 'alone'])
    }
    expect(seen('loss-reasons', nowhere).emptiness).toBe('alone')
  })

  it('is shown as it is while a number is left, or no filter narrows it', () => {
    expect(seen('loss-reasons', { ...nowhere, value: 1 }).emptiness).toBe('no')
    expect(seen('attributions').emptiness).toBe('no')
  })

  it('waits for its goals, beside which a 0 is an answer', () => {
    expect(seen('loss-reasons', { ...nowhere, goals: 'unknown' }).emptiness).toBe('unknown')
    expect(seen('loss-reasons', { ...nowhere, goals: 'some' }).emptiness).toBe('no')
    // Without rows no goal would help.
    expect(seen('attributions', { rows: 0, goals: 'unknown' }).emptiness).toBe('alone')
  })

  it('keeps what it tells beyond its rows, without numbers of zero', () => {
    for (const key of ['renewals', 'boxscore', 'upcoming-appointments', 'call-back']) {
      expect([key, seen(key, { rows: 0 })]).toEqual([key, { emptiness: 'beside', bare: true }])
      expect([key, seen(key, { rows: 0, value: 3 })]).toEqual([key, { emptiness: 'beside', bare: false }])
    }
    expect(seen('call-back', { rows: 0, filters: { propertyIds: [7] } }).emptiness).toBe('alone')
    expect(seen('occupancy', { rows: 0, filters: { propertyIds: [7] } }).emptiness).toBe('alone')
  })

  it('is one block on the standard page of every report', () => {
    for (const { key } of reports)
      expect([key, seen(key, { rows: 0, ownPage: false }).emptiness]).toEqual([key, 'alone'])
  })
})
