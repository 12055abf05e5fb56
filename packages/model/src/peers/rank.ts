import { medianOf } from '../findings/chance'
import { type Evidence, hasFewCases } from '../judgement/evidence'

/** A rank needs so many properties with enough cases, so that each quarter of them has one. */
export const MIN_PEERS = 4

/**
 * Why a number has a rank or none.
 * - `ranked`: it has one.
 * - `thin`: it rests on too few cases.
 * - `fewPeers`: too few properties of its group have enough cases.
 * - `noGroup`: its property doesn’t have the attribute that peers share.
 * - `unknown`: it isn’t known on how many cases it rests.
 * - `missing`: there is no number.
 */
export const peerStates = ['ranked', 'thin', 'fewPeers', 'noGroup', 'unknown', 'missing'] as const
export type PeerState = (typeof peerStates)[number]

/** From best to worst. */
export type Quartile = 1 | 2 | 3 | 4

/** A number among those of its peers. */
export interface PeerRank {
  state: PeerState
  /** 1 is the best; equal numbers share a rank. */
  rank: number | null
  /** Whether another one has the same rank. */
  tied: boolean
  /** How many of its group can be ranked, itself among them. */
  of: number
  quartile: Quartile | null
  /** The median of those that can be ranked; null where they are too few. */
  median: number | null
}

/** A property's number before it is ranked. */
export interface PeerNumber {
  /** The properties of one group are peers; null where the property is in none. */
  group: string | null
  /** What the number rests on; null without a number. */
  evidence: Evidence | null
}

/** The order of numbers by what is better: the best first, and last what has none. */
export const betterFirst =
  (better: 'higher' | 'lower') =>
  (a: number | null, b: number | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (a === b) return 0
    return a > b === (better === 'higher') ? -1 : 1
  }

/** Ranks each number among those of its group that rest on enough cases. */
export function rankPeers(numbers: readonly PeerNumber[], better: 'higher' | 'lower'): PeerRank[] {
  const groups = new Map<string, number[]>()
  for (const { group, evidence } of numbers) {
    if (group === null || !evidence || unrankable(evidence)) continue
    const values = groups.get(group) ?? []
    values.push(evidence.value)
    groups.set(group, values)
  }
  const ranked = new Map([...groups].map(([group, values]) => [group, standingsOf(values, better)]))
  return numbers.map(({ group, evidence }) => {
    const nothing = { rank: null, tied: false, of: 0, quartile: null, median: null }
    if (group === null) return { ...nothing, state: 'noGroup' }
    const peers = ranked.get(group)
    const context = { ...nothing, of: peers?.of ?? 0, median: peers?.median ?? null }
    const obstacle = evidence ? unrankable(evidence) : 'missing'
    if (obstacle || !evidence) return { ...context, state: obstacle ?? 'missing' }
    const place = context.of < MIN_PEERS ? undefined : peers?.places.get(evidence.value)
    return place ? { ...context, state: 'ranked', ...place } : { ...context, state: 'fewPeers' }
  })
}

function unrankable(evidence: Evidence): 'thin' | 'unknown' | null {
  if (evidence.kind === 'unknown') return 'unknown'
  return hasFewCases(evidence) ? 'thin' : null
}

/** The places of the numbers of one group. A number's quarter is where the middle of those equal to it is. */
function standingsOf(values: readonly number[], better: 'higher' | 'lower') {
  const sorted = values.toSorted(betterFirst(better))
  const of = sorted.length
  const places = new Map<number, Pick<PeerRank, 'rank' | 'tied' | 'quartile'>>()
  for (let ahead = 0; ahead < of; ) {
    const value = sorted[ahead] ?? 0
    const equal = sorted.lastIndexOf(value) + 1 - ahead
    places.set(value, { rank: ahead + 1, tied: equal > 1, quartile: quarterAt((ahead + equal / 2) / of) })
    ahead += equal
  }
  return { of, places, median: of < MIN_PEERS ? null : medianOf(values) }
}

/** The quarter of a position between 0, the best, and 1, the worst; a border belongs to the better one. */
const quarterAt = (position: number): Quartile =>
  position <= 1 / 4 ? 1 : position <= 1 / 2 ? 2 : position <= 3 / 4 ? 3 : 4
