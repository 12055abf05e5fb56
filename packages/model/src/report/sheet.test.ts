import { describe, expect, it } from 'vitest'
import { resultWith, SAMPLE } from '../testing'
import { count, difference } from './columns'
import { defineReport } from './definition'
import { buildSheet, monthToDate, sheetHead } from './sheet'
import { initialState } from './state'

const report = defineReport({
  ...SAMPLE,
  question: 'What is on a sheet?',
  defaultFilters: ['dateRange', 'property'],
  additionalFilters: ['showApplications'],
  rows: ['property'],
  columns: {
    leads: count('Leads', 'People.'),
    applications: count('Applications', 'Sent.', { visibleWhen: { with: 'showApplications' } }),
    vacant: count('Vacant', 'Empty.'),
    exposed: difference(['vacant', 'applications'], 'Exposure', 'To come.', { min: 0 }),
  },
  tiles: ['leads'],
  charts: [],
  sheet: {
    blocks: [
      {
        title: 'All',
        strip: { whole: 'leads', parts: ['vacant'] },
        groups: [
          { title: 'In the period', columns: ['leads'] },
          { title: 'Sent', columns: ['applications'] },
          { title: 'On the day', columns: ['exposed'], isOfDay: true },
        ],
        league: ['leads'],
      },
    ],
    rankBy: 'leads',
  },
})

const judged = { tone: 'neutral', direction: 'flat', deviations: 0, change: '' } as const
const result = resultWith({
  report: 'sample',
  period: { start: '2026-03-08', end: '2026-03-14' },
  priorPeriod: { start: '2026-03-01', end: '2026-03-07' },
  propertyTimeZones: [],
  total: { leads: 40, applications: 1, vacant: 3, exposed: 2 },
  priorTotal: {},
  judgement: {
    leads: { ...judged, state: 'signal', tone: 'good', direction: 'up', low: 10, high: 30, words: 'was 20' },
    exposed: { ...judged, state: 'usual', low: -4, high: 6, words: 'was 1' },
  },
})
const toDate = { ...result, total: { ...result.total, leads: 70 } }
const state = initialState(report)
const sheet = (parts = {}) =>
  buildSheet(report, [{ name: 'Oak', address: '1 Way' }], [{ report, state, result, toDate, ...parts }])

describe('a sheet', () => {
  it('shows each number with what is usual and the month to date, and marks only a change that is one', () => {
    const [block] = sheet()?.blocks ?? []
    expect(block?.headings).toEqual(['Mar 8 – 14', 'Usual', 'Month to date'])
    const lines = block?.groups.flatMap((group) => group.lines) ?? []
    expect(
      lines.map(({ label, text, usual, toDate, judgement }) => [label, text, usual, toDate, judgement?.state]),
    ).toEqual([
      ['Leads', '40', '10 – 30', '70', 'signal'],
      // Never less than it can be; what describes a day has no month to date.
      ['Exposure', '2', '0 – 6', '', undefined],
    ])
    expect(block?.strip).toMatchObject([{ label: 'Vacant', text: '3', share: '8%' }])
  })

  it('says nothing of what is usual where the periods can’t be compared, since the page’s answer tells why', () => {
    const usualOf = (state: 'thin' | 'incomparable') => {
      const judgement = { leads: { ...judged, state, low: null, high: null, words: 'was 3' } }
      return sheet({ result: { ...result, judgement } })?.blocks[0]?.groups[0]?.lines[0]?.usual
    }
    expect([usualOf('thin'), usualOf('incomparable')]).toEqual(['was 3', ''])
  })

  it('leaves out what a filter hides, and its group with it', () => {
    const shown = sheet({ state: { ...state, filters: { ...state.filters, showApplications: true } } })
    expect(sheet()?.blocks[0]?.groups.map(({ title }) => title)).toEqual(['In the period', 'On the day'])
    expect(shown?.blocks[0]?.groups.map(({ title }) => title)).toEqual(['In the period', 'Sent', 'On the day'])
  })

  it('names its property with address and units, or how many there are', () => {
    expect(sheet()?.head).toEqual({ name: 'Oak', about: '1 Way · 40 units' })
    const two = [
      { name: 'Oak', address: '1 Way' },
      { name: 'Elm', address: '' },
    ]
    expect(sheetHead(two, null)).toEqual({ name: 'All 2 properties', about: '' })
  })

  it('begins the month in which the period ends', () => {
    expect(monthToDate({ start: '2026-02-23', end: '2026-03-01' }).dateRange).toEqual({
      preset: 'custom',
      start: '2026-03-01',
      end: '2026-03-01',
    })
  })
})
