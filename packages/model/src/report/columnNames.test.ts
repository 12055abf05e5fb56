import { describe, expect, test } from 'vitest'
import { bars, trend } from './chartSpec'
import { checkDefinition } from './checkDefinition'
import { columnByName } from './columnNames'
import { count, idsColumn, ratio } from './columns'
import type { ReportDefinition } from './definition'

const good: ReportDefinition = {
  key: 'tours',
  apiKey: 'ToursReport',
  title: 'Tours',
  path: '/tours',
  section: 'Visitors',
  gate: 'general',
  question: 'Who came?',
  defaultFilters: [],
  additionalFilters: [],
  rows: ['property'],
  columns: {
    totalVisits: count('Visits', 'All visits.'),
    toured: count('Toured', 'Visits with a tour.', { formerNames: ['shows', 'withShow'] }),
  },
  tiles: ['totalVisits'],
  charts: [],
}

describe('a column is found', () => {
  test.each([
    ['totalVisits', 'totalVisits'],
    ['total_visits', 'totalVisits'],
    ['toured', 'toured'],
    ['shows', 'toured'],
    ['withShow', 'toured'],
    ['with_show', 'toured'],
    ['leases', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('by the name %s: %s', (name, key) => {
    expect(columnByName(good, name)).toBe(key)
  })
})

describe('a definition is refused', () => {
  const refusal = (changes: Partial<ReportDefinition>): string => {
    try {
      checkDefinition({ ...good, ...changes })
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    return ''
  }

  test('is accepted as it is', () => {
    expect(refusal({})).toBe('')
  })

  test('with a list of every place that names a column it does not have', () => {
    const message = refusal({
      columns: {
        ...good.columns,
        rate: ratio('a', 'totalVisits', 'Rate', 'A rate.'),
        ids: idsColumn('b', 'Ids', 'The ids.'),
      },
      tiles: ['c'],
      charts: [trend('totalVisits', 'd'), bars('e')],
      fallback: { activity_report: { tiles: ['f'], charts: [bars('g')] } },
      shareOf: { columns: ['h'], whole: 'i' },
      explains: { columns: ['j'], by: [] },
      metadata: { summary: { kind: 'sentences', description: 'Words.', reads: ['k'], summarize: () => [] } },
    })
    expect(message).toMatch(/^Report tours: /)
    expect([...message.matchAll(/no column "(\w)", which ([^;]+?)(?: names)/g)].map(([, ...found]) => found)).toEqual([
      ['c', 'tiles'],
      ['d', 'chart trend'],
      ['e', 'chart bars'],
      ['f', 'fallback tiles'],
      ['g', 'fallback charts'],
      ['h', 'shareOf'],
      ['i', 'shareOf'],
      ['j', 'explains'],
      ['k', 'metadata "summary"'],
      ['a', 'column "rate"'],
      ['b', 'column "ids"'],
    ])
  })

  test('when a former name is the name of another column, in either spelling', () => {
    const visits = count('Visits', 'All visits.', { formerNames: ['total_tours'] })
    expect(refusal({ columns: { visits, totalTours: count('Tours', 'Tours.') }, tiles: [] })).toBe(
      'Report tours: the former name "total_tours" of "visits" is a name of "totalTours".',
    )
  })

  test('when two columns had the same name, or one had it twice', () => {
    const former = (...formerNames: string[]) => count('Tours', 'Tours.', { formerNames })
    expect(refusal({ columns: { a: former('shows'), b: former('shows') }, tiles: [] })).toContain(
      'former name "shows" of "b"',
    )
    expect(refusal({ columns: { a: former('shows', 'shows') }, tiles: [] })).toContain('former name "shows" of "a"')
    expect(refusal({ columns: { a: former('a') }, tiles: [] })).toContain('former name "a" of "a"')
  })
})
