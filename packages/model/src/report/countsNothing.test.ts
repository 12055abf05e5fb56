import { expect, it } from 'vitest'
import { count, difference, fact, measure, ratio } from './columns'
import { countsNothing, emptyColumns } from './countsNothing'
import type { ReportDefinition } from './definition'
import type { Row } from './result'

const report: Parameters<typeof countsNothing>[0] = {
  rows: ['property'],
  columns: {
    calls: count('Calls', 'Calls.'),
    answered: count('Answered', 'Answered calls.'),
    wait: measure('Wait', 'Half wait at most this long.', { format: 'duration' }),
    rate: ratio('answered', 'calls', 'Answered %', 'Of all calls.', { format: 'percent', whenEmpty: 1 }),
  },
}
const zero = { calls: 0, answered: 0, wait: null, rate: 1 }
const row = (cells: Record<string, number | null>): Row => ({
  key: 'property:7',
  depth: 0,
  parent: null,
  propertyId: 7,
  property: 'Willow Creek',
  ...cells,
})
const result = { rows: [row(zero)], total: zero, priorRows: [row(zero)], priorTotal: zero }
const isNothing = (change: Partial<typeof result> = {}, other: Partial<ReportDefinition> = {}) =>
  countsNothing({ ...report, ...other }, { ...result, ...change })

it('is nothing where every count and measure is 0 or missing, with rows and without', () => {
  expect(isNothing()).toBe(true)
  expect(isNothing({ rows: [], priorRows: [] })).toBe(true)
  expect(countsNothing(report, { ...result, priorRows: [], priorTotal: null })).toBe(true)
})

it('is something where one number is: of the total, of a row, or of the prior period', () => {
  const one = { ...zero, answered: 1 }
  expect(isNothing({ total: one })).toBe(false)
  expect(isNothing({ rows: [row(zero), row(one)] })).toBe(false)
  expect(isNothing({ priorTotal: one })).toBe(false)
  expect(isNothing({ priorRows: [row(one)] })).toBe(false)
  expect(countsNothing(report, { ...result, rows: [row({ ...zero, wait: 90 })] })).toBe(false)
})

it('is never said where a 0 is an answer, nor of records, which count nothing', () => {
  expect(isNothing({}, { asOf: true })).toBe(false)
  expect(isNothing({}, { shape: 'brief' })).toBe(false)
  expect(isNothing({}, { rows: [] })).toBe(false)
  expect(isNothing({}, { columns: { name: fact('Name', 'The name.') } })).toBe(false)
})

it('finds the counts that are 0 in both periods, and the rates of them', () => {
  const columns = {
    ...report.columns,
    missed: count('Missed', 'Missed calls.'),
    missedRate: ratio('missed', 'calls', 'Missed %', 'Of all calls.', { format: 'percent' }),
    change: difference(['answered', 'missed'], 'Change', 'One minus the other.'),
  }
  const total = { calls: 9, answered: 0, missed: 0, rate: 0, missedRate: 0, wait: null, change: 0 }
  const found = (other: Partial<ReportDefinition> = {}, priorTotal: typeof total | null = total) => [
    ...emptyColumns({ ...report, columns, ...other }, { rows: [], total, priorTotal }),
  ]
  // What outweighs something is not nothing; a median that is missing in the total may be there in a row.
  expect(found()).toEqual(['answered', 'missed', 'missedRate'])
  expect(found({}, null)).toEqual(['answered', 'missed', 'missedRate'])
  expect(found({}, { ...total, missed: 1 })).toEqual(['answered'])
  expect(found({ asOf: true })).toEqual([])
})

it('finds no sum whose rows outweigh each other', () => {
  const columns = { spend: measure('Spend', 'Spend less refunds.', { format: 'money', additive: true }) }
  const empty = (...spend: number[]) => [
    ...emptyColumns({ ...report, columns }, { rows: spend.map((one) => row({ spend: one })), total: { spend: 0 } }),
  ]
  expect([empty(0, 0), empty(5, -5)]).toEqual([['spend'], []])
})
