import { type DurationUnit, type Format, formatCell, formatDurationIn, formatShare } from '../format/values'
import { MIN_CASES } from '../judgement/evidence'
import { PORTFOLIO } from './columns'
import { MIN_PEERS, type PeerRank, type Quartile } from './rank'

/** How the numbers of a column are written. */
interface Written {
  format: Format
  /** The unit of all its durations. */
  unit?: DurationUnit
}

/** Who the peers of a property are. */
export interface PeerGroup {
  /** `portfolio`, or the attribute that they share. */
  by: string
  /** The attribute’s value; of the portfolio `portfolio`, and null where the property has none. */
  group: string | null
}

/** Where a number is among its peers, as a position only: the best may be no signal. */
export const quartileLabels: Readonly<Record<Quartile, string>> = {
  1: 'best quarter',
  2: 'second quarter',
  3: 'third quarter',
  4: 'last quarter',
}

const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
}
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })

/** `3rd`. */
const ordinal = (rank: number): string => `${rank.toLocaleString('en-US')}${SUFFIXES[ordinalRules.select(rank)]}`

/** `Portfolio`, `Same Region`. */
export const peersLabel = (by: string): string => (by === PORTFOLIO ? 'Portfolio' : `Same ${by}`)

/** A rank, or why there is none, in a few words beside its number: `3rd of 12`. */
export function shortStanding({ state, rank, of }: Pick<PeerRank, 'state' | 'rank' | 'of'>, by: string): string {
  switch (state) {
    case 'ranked':
      return `${ordinal(rank ?? 0)} of ${of}`
    case 'thin':
      return 'too few cases'
    case 'fewPeers':
      return 'too few peers'
    case 'noGroup':
      return `no ${by}`
    case 'unknown':
      return 'not ranked'
    case 'missing':
      return ''
  }
}

/** The median of peers as text, in the unit of its column. */
export function medianText(median: number, { format, unit }: Written): string {
  if (unit) return formatDurationIn(median, unit)
  return format === 'percent' ? formatShare(median, MIN_CASES) : formatCell(median, format)
}

/**
 * A rank, or why there is none, with what half of the peers reach:
 * `3rd of 12 in Midwest, best quarter. Half are at 41% or better.`
 */
export function standingWords(standing: PeerRank, { by, group }: PeerGroup, column: Written): string {
  const { state, rank, tied, of, quartile, median } = standing
  const at = by === PORTFOLIO ? 'in the portfolio' : `in ${group}`
  const half = median === null ? '' : `Half of the ${of} ranked ${at} are at ${medianText(median, column)} or better.`
  const sentence = (): string => {
    switch (state) {
      case 'ranked': {
        const place = `${tied ? 'Tied for ' : ''}${ordinal(rank ?? 0)} of ${of} ${at}`
        return quartile === null ? `${place}.` : `${place}, ${quartileLabels[quartile]}.`
      }
      case 'thin':
        return 'Too few cases to rank.'
      case 'fewPeers':
        return `Too few peers to rank: ${of} ${at}, and a rank needs ${MIN_PEERS}.`
      case 'noGroup':
        return `This property has no ${by}, so it has no peers.`
      case 'unknown':
        return 'Not ranked, because it isn’t known how many cases this number rests on.'
      case 'missing':
        return 'Nothing to rank in this period.'
    }
  }
  return [sentence(), state === 'ranked' ? half.replace(/^Half of .* are/, 'Half are') : half].filter(Boolean).join(' ')
}
