import { initialState, screenAddress } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { describe, expect, test } from 'vitest'
import { groupByPerson, includesEmail, mergeEmails, parseEmails, removeEmail, roleLabel } from './recipients/people'
import { readPasted, suggestionsFor } from './recipients/suggestions'
import { hasUnsavedChanges, savedReportAddress } from './saved/savedAddress'
import { isTimingComplete } from './schedules/TimingInput'

const calls = reportByKey('calls')
if (!calls) throw new Error('There is no Calls report.')

describe('a saved report', () => {
  test('opens at its address, with its id', () => {
    expect(savedReportAddress({ address: '/activity?preset=last_7_days', id: 'a b' })).toBe(
      '/activity?preset=last_7_days&saved=a%20b',
    )
    expect(savedReportAddress({ address: '/ad-spend', id: '1' })).toBe('/ad-spend?saved=1')
  })

  test('differs from the page as soon as a filter does, whatever the order of its parameters and of what was chosen', () => {
    const state = initialState(calls)
    const saved = { address: screenAddress(calls, state) }
    expect(hasUnsavedChanges(calls, state, saved)).toBe(false)
    expect(hasUnsavedChanges(calls, state, { address: '/calls?gone_filter=1' })).toBe(false)
    const of = (...propertyIds: number[]) => ({ ...state, filters: { ...state.filters, propertyIds } })
    expect(hasUnsavedChanges(calls, of(11, 12), { address: screenAddress(calls, of(12, 11)) })).toBe(false)
    expect(hasUnsavedChanges(calls, of(11, 12), { address: screenAddress(calls, of(11)) })).toBe(true)
    const regrouped = { ...state, filters: { ...state.filters, groupBy: 'hour' as const } }
    expect(hasUnsavedChanges(calls, regrouped, saved)).toBe(true)
    expect(hasUnsavedChanges(calls, regrouped, { address: screenAddress(calls, regrouped) })).toBe(false)
  })
})

describe('recipients', () => {
  const entry = (email: string, firstName: string, propertyId: number) => ({
    email,
    firstName,
    lastName: '',
    propertyId,
    userRole: 'leasing_agent',
  })

  test('are listed once each, by name, with all their properties', () => {
    const people = groupByPerson([
      entry('b@x.example', 'bea', 1),
      entry('A@x.example', 'Ann', 1),
      entry('a@x.example', 'Ann', 2),
    ])
    expect(people.map(({ name, propertyIds }) => [name, propertyIds])).toEqual([
      ['Ann', [1, 2]],
      ['bea', [1]],
    ])
    expect(roleLabel('leasing_agent')).toBe('Leasing agent')
  })

  test.each([
    ['a@b.example', ['a@b.example']],
    [' a@b.example; c@d.example,\ne@f.example ', ['a@b.example', 'c@d.example', 'e@f.example']],
    ['', []],
    ['a@b', null],
    ['Ann <a@b.example>', null],
    ['a@b.example nobody', null],
    ['a@@b.example', null],
  ])('reads %j', (text, expected) => expect(parseEmails(text)).toEqual(expected))

  test('are the same in any letter case', () => {
    expect(mergeEmails(['A@x.example'], ['a@X.example', 'b@x.example'])).toEqual(['A@x.example', 'b@x.example'])
    expect(removeEmail(['A@x.example'], 'a@x.example')).toEqual([])
    expect(includesEmail(['A@x.example'], 'a@x.example')).toBe(true)
  })
})

describe('what a recipients field offers', () => {
  const person = (name: string, email: string, propertyIds: number[]) => ({ name, email, propertyIds, role: 'agent' })
  const people = [
    person('Alice Archer', 'alice@pine.example', [11]),
    person('Ben Brook', 'ben@pine.example', [11, 12]),
    person('Carla Cruz', 'carla@oak.example', [12]),
  ]
  const properties = [
    { id: 11, name: 'Harbor Point' },
    { id: 12, name: 'Sunset Terrace' },
    { id: 13, name: 'Nobody’s Place' },
  ]
  const offered = (text: string, chosen: string[] = []) =>
    suggestionsFor(text, people, properties, chosen, roleLabel).map(({ kind, label }) => [kind, label])

  test('is people by the start of a name, address, or role, then teams', () => {
    expect(offered('ar')).toEqual([['person', 'Alice Archer']])
    expect(offered('pine')).toEqual([
      ['person', 'Alice Archer'],
      ['person', 'Ben Brook'],
    ])
    expect(offered('agent c')).toEqual([['person', 'Carla Cruz']])
    expect(offered('harb')).toEqual([['team', 'Everyone at Harbor Point']])
    expect(offered('zzz')).toEqual([])
  })

  test('is never what is chosen already, nor a team of one', () => {
    expect(offered('al', ['Alice@pine.example'])).toEqual([])
    expect(offered('everyone at', ['ben@pine.example'])).toEqual([])
  })

  test('is a typed address, unless it is a colleague’s', () => {
    expect(offered('owner@outside.example')).toEqual([['typed', 'owner@outside.example']])
    expect(offered('ben@pine.example')).toEqual([['person', 'Ben Brook']])
  })

  test.each([
    ['Ann <a@b.example>, c@d.example', ['a@b.example', 'c@d.example'], ''],
    ['a@b.example\nc@d.example\tthe owner', ['a@b.example', 'c@d.example'], 'the owner'],
    ['no address', [], 'no address'],
  ])('reads what is pasted: %j', (text, emails, rest) => expect(readPasted(text)).toEqual({ emails, rest }))
})

test('requires a day for a weekly timing', () => {
  const timing = { frequency: 'WEEKLY', weekdays: [], dayOfMonth: null, time: '07:00', timeZone: 'UTC' } as const
  expect(isTimingComplete({ ...timing, weekdays: [] })).toBe(false)
  expect(isTimingComplete({ ...timing, weekdays: [5] })).toBe(true)
  expect(isTimingComplete({ ...timing, weekdays: [5], time: '' })).toBe(false)
  expect(isTimingComplete({ ...timing, weekdays: [], frequency: 'MONTHLY' })).toBe(true)
})
