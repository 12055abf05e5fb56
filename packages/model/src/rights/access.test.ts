import { describe, expect, it } from 'vitest'
import {
  applyStandaloneFlag,
  flags,
  flagsOfRecord,
  flagValue,
  gatedLists,
  lesserRole,
  onlyStandaloneAvailable,
  propertiesForGate,
  visibleProperties,
} from './access'

const property = (id: number, name: string, ...products: string[]) => ({ id, name, products })
const all = [
  property(1, 'b', 'tours'),
  property(2, ' A', 'call-intel', 'ai-chat'),
  property(3, 'c', 'call-intel-standalone', 'tours', 'ai'),
]

describe('visibleProperties', () => {
  it.each([
    ['admin', null, [1, 2, 3]],
    ['master', [2], [1, 2, 3]],
    ['manager', [], [1, 2, 3]],
    ['manager', [2, 99], [2]],
    ['manager', null, []],
    ['analytics_user', [], [1, 2, 3]],
    ['agent', [], []],
    ['agent', [3], [3]],
    ['something else', [], []],
  ])('%s with %o sees %o', (role, listed, seen) => {
    expect(visibleProperties(role, listed, all).map(({ id }) => id)).toEqual(seen)
  })
})

describe('gating', () => {
  it('removes standalone call-intelligence properties from the lists §4 names', () => {
    const lists = gatedLists(all)
    const ids = Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, list.map((item: { id: number }) => item.id)]),
    )
    expect(ids).toEqual({
      properties: [2, 1],
      toursGatedProperties: [1],
      callIntelGatedProperties: [2],
      callTranscriptGatedProperties: [],
      aiGatedProperties: [],
      aiEmailGatedProperties: [],
      aiChatGatedProperties: [2],
      aiSmsGatedProperties: [],
      callIntelStandaloneProperties: [3],
    })
    expect(onlyStandaloneAvailable(lists)).toBe(false)
    expect(onlyStandaloneAvailable(gatedLists([property(3, 'c', 'call-intel-standalone')]))).toBe(true)
    expect(onlyStandaloneAvailable(gatedLists([]))).toBe(false)
  })

  it.each([
    ['general', [1, 2]],
    ['calls', [1, 2, 3]],
    ['tours', [1]],
    ['call-intel', [2, 3]],
    ['call-transcripts', []],
    ['ai', [2]],
    ['ai-voice', []],
    ['ai-email', []],
    ['ai-chat', [2]],
    ['ai-sms', []],
  ] as const)('%s lets %o through', (gate, seen) => {
    expect(propertiesForGate(gate, all).map(({ id }) => id)).toEqual(seen)
  })
})

describe('without the flag for standalone handling', () => {
  const flagged = (flags: Record<string, boolean>) => gatedLists(applyStandaloneFlag(all, flags))
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

  it('has no standalone property: each is in the lists of its other products, and in the general one', () => {
    const lists = flagged({})
    expect(ids(lists.properties)).toEqual([2, 1, 3])
    expect(ids(lists.toursGatedProperties)).toEqual([1, 3])
    expect(ids(lists.aiGatedProperties)).toEqual([3])
    expect([lists.callIntelStandaloneProperties, ids(lists.callIntelGatedProperties)]).toEqual([[], [2]])
    expect(
      onlyStandaloneAvailable(gatedLists(applyStandaloneFlag([property(3, 'c', 'call-intel-standalone')], {}))),
    ).toBe(false)
  })

  it('with the flag follows §4', () => {
    expect(flagged({ call_intelligence_standalone: true })).toEqual(gatedLists(all))
  })
})

it('gives a company whose record names no flag all of them, and others only what they name', () => {
  expect(flagsOfRecord({})).toEqual(Object.fromEntries(flags.map((flag) => [flag, true])))
  expect(flagsOfRecord({ omnibar: true })).toEqual({ omnibar: true })
  expect(flagsOfRecord({ omnibar: false })).toEqual({ omnibar: false })
})

it('reads a flag as off unless it is set, and its old counterpart as its negation', () => {
  expect(flagValue('omnibar', {})).toBe(false)
  expect(flagValue('omnibar', { omnibar: true })).toBe(true)
  expect(flagValue('old_omnibar', { omnibar: true })).toBe(false)
  expect(flagValue('old-omnibar', {})).toBe(true)
})

it('the lesser of two roles sees what both see, whatever is assigned', () => {
  const roles = ['master', 'admin', 'manager', 'analytics_user', 'agent', 'unheard-of']
  for (const a of roles)
    for (const b of roles)
      for (const assigned of [null, [], [1, 3]]) {
        const seen = (role: string) => visibleProperties(role, assigned, all).map(({ id }) => id)
        expect(seen(lesserRole(a, b))).toEqual(seen(a).filter((id) => seen(b).includes(id)))
      }
})
