import { testResult, testRow, testState } from '@leaselight/charts/testing'
import type { Row, WordedFinding } from '@leaselight/model'
import { expect, test } from 'vitest'
import { responseTime } from '../response-time/report'
import { partsOf } from './storyRows'

const finding: WordedFinding = {
  key: 'property:11:answers',
  topic: 'answers',
  about: 'Answers to leads',
  subject: { kind: 'property', propertyId: 11, name: 'Harbor Point' },
  sentence: 'Harbor Point leaves 20 of 40 people without an answer.',
  comparison: 'Before Feb 15, it would have been 4.',
  since: '2026-02-15',
  sinceText: 'since about Feb 15',
  cost: { leases: 1, dollars: 1500, text: 'costs about 1 lease a month' },
  who: [],
  trend: [],
  history: [],
  usual: null,
  level: 0.1,
  proofs: [],
  around: [],
  link: { report: 'response-time', params: {}, href: '/response-time' },
}

const property = (name: string, never: number, contacts: number): Row =>
  testRow(responseTime.columns, 'property', name, { never, contacts })
const agent = (name: string, never: number, contacts: number, of = 'Harbor Point'): Row => ({
  ...testRow(responseTime.columns, 'agent', name, { never, contacts }),
  ...{ key: `property:${of}/agent:${name}`, depth: 1, parent: `property:${of}`, property: of },
})

const seen = (...rows: Row[]) => ({
  report: responseTime,
  state: testState(responseTime),
  result: testResult({
    period: { start: '2026-03-08', end: '2026-03-14' },
    rows: [property('Pine', 3, 30), agent('Zoe', 3, 30, 'Pine'), property('Harbor Point', 20, 40), ...rows],
    total: { never: 23, contacts: 70 },
  }),
})

const team = [
  agent('Ana', 9, 10),
  agent('Ben', 0, 6),
  agent('Cleo', 4, 6),
  agent('Dan', 3, 6),
  agent('Eve', 2, 6),
  agent('Fay', 1, 3),
  agent('Gus', 1, 3),
]

test('what rows inside the subject add to the usual sums exactly to what is, the largest first', () => {
  const parts = partsOf(seen(...team), finding, 0.1)
  expect(parts).toMatchObject({ about: 'Never, Mar 8 – 14', by: 'agent', usual: 4, now: 20 })
  const rows = parts?.rows ?? []
  expect(rows.map(({ name, isRest = false }) => [name, isRest])).toEqual([
    ['Ana', false],
    ['Cleo', false],
    ['Dan', false],
    ['Eve', false],
    ['Fay', false],
    ['2 others', true],
  ])
  expect(rows[0]?.sentence).toBe('Ana: 9 of 10, 8 more than usual.')
  expect(rows.at(-1)?.to).toBeCloseTo(20)
  expect(rows.reduce((sum, { shown }) => sum + shown, 4)).toBe(20)
})

test('nothing is drawn that doesn’t add up to the subject’s number', () => {
  // One of its people was seen by two agents.
  expect(partsOf(seen(...team, agent('Hana', 1, 1)), finding, 0.1)).toBeNull()
  expect(partsOf(seen(agent('Ana', 20, 40)), finding, 0.1)).toBeNull()
  expect(partsOf(seen(...team), { ...finding, subject: { ...finding.subject, name: 'Oak' } }, 0.1)).toBeNull()
  expect(partsOf(seen(...team), { ...finding, sentence: 'Harbor Point is quiet.' }, 0.1)).toBeNull()
})

test('a company’s parts are its properties', () => {
  const company = { ...finding, subject: { kind: 'company' as const, propertyId: null, name: 'Harborline' } }
  const parts = partsOf(seen(...team), company, 0.1)
  expect(parts).toMatchObject({ by: 'property', usual: 7, now: 23 })
  expect(parts?.rows.map(({ name, shown }) => [name, shown])).toEqual([
    ['Harbor Point', 16],
    ['1 other', 0],
  ])
})
