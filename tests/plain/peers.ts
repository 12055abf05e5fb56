/** A property's number: its value, and whether it rests on enough cases. */
export interface PlainNumber {
  property: number
  group: string | null
  value: number | null
  isEnough: boolean
}

/** What a rank is by counting alone. */
export interface PlainRank {
  state: string
  rank: number | null
  of: number
  quartile: number | null
  median: number | null
}

const NONE = { rank: null, quartile: null, median: null }

/** Ranks by counting, for each number, how many are better and how many are as good. */
export function plainRanks(numbers: readonly PlainNumber[], isBetter: (a: number, b: number) => boolean) {
  return new Map(
    numbers.map(({ property, group, value, isEnough }): [number, PlainRank] => {
      if (group === null) return [property, { ...NONE, state: 'noGroup', of: 0 }]
      const peers = numbers.flatMap((one) =>
        one.group === group && one.isEnough && one.value !== null ? [one.value] : [],
      )
      const of = peers.length
      const median = of < 4 ? null : middleOf(peers)
      if (value === null) return [property, { ...NONE, state: 'missing', of, median }]
      if (!isEnough) return [property, { ...NONE, state: 'thin', of, median }]
      if (of < 4) return [property, { ...NONE, state: 'fewPeers', of }]
      const ahead = peers.filter((other) => isBetter(other, value)).length
      const equal = peers.filter((other) => other === value).length
      const share = (ahead + equal / 2) / of
      const quartile = [0.25, 0.5, 0.75, 1].findIndex((border) => share <= border) + 1
      return [property, { state: 'ranked', rank: ahead + 1, of, quartile, median }]
    }),
  )
}

function middleOf(values: readonly number[]): number {
  const below = (one: number) => values.filter((other) => other < one).length
  const upTo = (one: number) => values.filter((other) => other <= one).length
  const half = values.length / 2
  const low = values.find((one) => below(one) < half && upTo(one) >= half) ?? 0
  const high = values.find((one) => below(one) <= half && upTo(one) > half) ?? low
  return (low + high) / 2
}
