import { describe, expect, it } from 'vitest'
import {
  ALL_PROPERTIES,
  attributeGroups,
  chosenProperties,
  describeCount,
  describeSelection,
  findOptions,
  isSameChoice,
  type PropertyOption,
  toggleGroup,
  toggleOption,
} from './selection'

const properties: PropertyOption[] = [
  { id: 1, name: 'Harbor View', attributes: { Region: 'West', Class: 'A' } },
  { id: 2, name: 'Oak Court', attributes: { Region: 'East' } },
  { id: 3, name: 'Café Lofts', attributes: { Region: 'West' } },
]

describe('choosing properties', () => {
  it('treats an empty list and -1 as all', () => {
    expect(chosenProperties([])).toEqual([])
    expect(chosenProperties([ALL_PROPERTIES])).toEqual([])
    expect(chosenProperties([3, 1])).toEqual([3, 1])
  })

  it('adds and removes one', () => {
    expect(toggleOption([], 2)).toEqual([2])
    expect(toggleOption([2, 3], 2)).toEqual([3])
  })

  it('adds the missing ones of a group, and removes a complete group', () => {
    expect(toggleGroup([3, 2], [1, 3])).toEqual([3, 2, 1])
    expect(toggleGroup([3, 2, 1], [1, 3])).toEqual([2])
  })

  it('groups by every attribute value, in the order of key and value', () => {
    expect(attributeGroups(properties)).toEqual([
      { key: 'Class', value: 'A', ids: [1] },
      { key: 'Region', value: 'East', ids: [2] },
      { key: 'Region', value: 'West', ids: [1, 3] },
    ])
  })
})

describe('saying what is chosen', () => {
  it('names the first and counts the rest', () => {
    expect(describeSelection([], 'All properties')).toBe('All properties')
    expect(describeSelection(['Harbor View'], 'All')).toBe('Harbor View')
    expect(describeSelection(['Harbor View', 'Oak Court', 'Café Lofts'], 'All')).toBe('Harbor View and 2 more')
  })

  it('counts properties', () => {
    expect(describeCount(0, 1000)).toBe('All 1,000 properties')
    expect(describeCount(1, 24)).toBe('1 of 24 properties')
  })
})

it.each([
  [[1, 2], [2, 1], true],
  [['a', 'b'], ['b', 'a'], true],
  [[1, 2], [1], false],
  [{ days: [], hours: [6, 22] }, { days: [], hours: [22, 6] }, false],
  ['a', 'b', false],
  [null, [], false],
])('a choice of %j is one of %j: %s', (one, other, same) => expect(isSameChoice(one, other)).toBe(same))

describe('finding options', () => {
  const options = properties.map(({ id, name }) => ({ value: id, label: name, hint: id === 2 ? 'Team 7' : '' }))

  it('needs every word, in label or hint, without regard to case and accents', () => {
    expect(findOptions(options, 'lofts CAFE').map(({ value }) => value)).toEqual([3])
    expect(findOptions(options, 'oak 7').map(({ value }) => value)).toEqual([2])
    expect(findOptions(options, 'oak 8')).toEqual([])
    expect(findOptions(options, '  ')).toBe(options)
  })
})
