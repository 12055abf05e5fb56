import { describe, expect, it } from 'vitest'
import type { Evidence } from '../judgement/evidence'
import { type AttributedProperty, peerGroups } from './compare'
import { type PeerNumber, rankPeers } from './rank'
import { shortStanding, standingWords } from './words'

const rate = (part: number, whole: number): Evidence => ({ kind: 'rate', value: part / whole, part, whole })
const inEast = (...all: (Evidence | null)[]): PeerNumber[] => all.map((evidence) => ({ group: 'East', evidence }))
const percent = { format: 'percent' } as const

describe('a rank among peers', () => {
  it('is by what is better, with the median of the properties’ own numbers', () => {
    const numbers = inEast(rate(10, 100), rate(30, 40), rate(20, 50), rate(9, 20))
    const ranks = (better: 'higher' | 'lower') => rankPeers(numbers, better).map(({ rank }) => rank)
    expect(ranks('higher')).toEqual([4, 1, 3, 2])
    expect(ranks('lower')).toEqual([1, 4, 2, 3])
    // (40% + 45%) / 2, where 69 of 210 cases are 33%.
    for (const { median } of rankPeers(numbers, 'higher')) expect(median).toBeCloseTo(0.425, 12)
    expect(rankPeers(numbers, 'higher').map(({ quartile }) => quartile)).toEqual([4, 1, 3, 2])
  })

  it('is shared by equal numbers, whose quarter is that of their middle', () => {
    const found = rankPeers(inEast(rate(10, 20), rate(20, 40), rate(5, 20), rate(20, 80), rate(15, 20)), 'higher')
    expect(found.map(({ rank, tied, quartile }) => [rank, tied, quartile])).toEqual([
      [2, true, 2],
      [2, true, 2],
      [4, true, 4],
      [4, true, 4],
      [1, false, 1],
    ])
    const same = rankPeers(inEast(...Array.from({ length: 6 }, () => rate(10, 20))), 'lower')
    expect(new Set(same.map(({ rank, quartile }) => `${rank} ${quartile}`))).toEqual(new Set(['1 2']))
  })

  it('is not of a number that rests on too few cases, nor is that number in the median', () => {
    const found = rankPeers(
      inEast(rate(19, 19), rate(10, 100), rate(30, 100), rate(20, 100), rate(10, 20), null),
      'higher',
    )
    expect(found.map(({ state, rank, of, median }) => [state, rank, of, median])).toEqual([
      ['thin', null, 4, 0.25],
      ['ranked', 4, 4, 0.25],
      ['ranked', 2, 4, 0.25],
      ['ranked', 3, 4, 0.25],
      ['ranked', 1, 4, 0.25],
      ['missing', null, 4, 0.25],
    ])
  })

  it('takes four peers with enough cases', () => {
    const found = rankPeers(inEast(rate(10, 100), rate(30, 100), rate(20, 100), rate(1, 2)), 'higher')
    expect(found.map(({ state, of, median }) => [state, of, median])).toEqual([
      ['fewPeers', 3, null],
      ['fewPeers', 3, null],
      ['fewPeers', 3, null],
      ['thin', 3, null],
    ])
  })

  it('is within a group, and not of a number in no group or of unknown cases', () => {
    const four = inEast(rate(10, 100), rate(30, 100), rate(20, 100), rate(40, 100))
    const found = rankPeers(
      [
        ...four,
        { group: 'West', evidence: rate(99, 100) },
        { group: null, evidence: rate(99, 100) },
        { group: 'East', evidence: { kind: 'unknown', value: 0.99 } },
      ],
      'higher',
    )
    expect(found.map(({ state, rank, of }) => [state, rank, of])).toEqual([
      ['ranked', 4, 4],
      ['ranked', 2, 4],
      ['ranked', 3, 4],
      ['ranked', 1, 4],
      ['fewPeers', null, 1],
      ['noGroup', null, 0],
      ['unknown', null, 4],
    ])
  })
})

describe('the groups of properties', () => {
  const properties: AttributedProperty[] = [
    { id: 1, attributes: { Region: 'East', Class: 'A' } },
    { id: 2, attributes: { Region: '' } },
    { id: 3, attributes: {} },
  ]
  const groupsBy = (key: string) => {
    const { by, groupOf } = peerGroups(key, properties)
    return [by, ...properties.map(({ id }) => groupOf(id))]
  }

  it('are the values of an attribute, in whatever case its key is written', () => {
    expect(groupsBy('Region')).toEqual(['Region', 'East', null, null])
    expect(groupsBy('region')).toEqual(['Region', 'East', null, null])
    expect(groupsBy('portfolio')).toEqual(['portfolio', 'portfolio', 'portfolio', 'portfolio'])
  })

  it('are none by an attribute that no property has', () => {
    expect(groupsBy('Owner')).toEqual(['Owner', null, null, null])
    expect(groupsBy('constructor')).toEqual(['constructor', null, null, null])
    expect(groupsBy('__proto__')).toEqual(['__proto__', null, null, null])
  })
})

describe('the words', () => {
  const ranked = rankPeers(inEast(rate(12, 100), rate(30, 100), rate(20, 100), rate(40, 100)), 'higher')
  const wordsOf = (index: number, by = 'Region') => {
    const standing = ranked[index]
    if (!standing) throw new Error('There is no such rank.')
    return [shortStanding(standing, by), standingWords(standing, { by, group: 'East' }, percent)]
  }

  it('name place, group, quarter and median', () => {
    expect(wordsOf(3)).toEqual(['1st of 4', '1st of 4 in East, best quarter. Half are at 25% or better.'])
    expect(wordsOf(0, 'portfolio')).toEqual([
      '4th of 4',
      '4th of 4 in the portfolio, last quarter. Half are at 25% or better.',
    ])
  })

  it('say why there is no rank', () => {
    const [thin, , , , none] = rankPeers(
      [
        ...inEast(rate(1, 3), rate(30, 100), rate(20, 100), rate(40, 100)),
        { group: null, evidence: null },
        ...inEast(rate(12, 100)),
      ],
      'higher',
    )
    const [few] = rankPeers(inEast(rate(12, 100)), 'higher')
    const east = { by: 'Region', group: 'East' }
    if (!thin || !none || !few) throw new Error('A rank is missing.')
    expect(standingWords(thin, east, percent)).toBe(
      'Too few cases to rank. Half of the 4 ranked in East are at 25% or better.',
    )
    expect(standingWords(few, east, percent)).toBe('Too few peers to rank: 1 in East, and a rank needs 4.')
    expect(standingWords(none, { by: 'Region', group: null }, percent)).toBe(
      'This property has no Region, so it has no peers.',
    )
    expect([thin, few, none].map((one) => shortStanding(one, 'Region'))).toEqual([
      'too few cases',
      'too few peers',
      'no Region',
    ])
  })
})
