import {
  type Cell,
  formatAverage,
  formatCell,
  formatChange,
  formatDay,
  formatDurationIn,
  formatShare,
  formatShortMoney,
  MISSING,
  unitOfText,
} from '../format/values'
import type { Column, Columns } from '../report/columns'
import type { Day } from '../time/dates'
import type { Band } from './bands'
import { casesOf, MIN_CASES } from './evidence'
import {
  type Decision,
  isTelling,
  type JudgementState,
  type TellingState,
  type Tone,
  toldChange,
  toneOf,
} from './judge'

/** What a comparison is worth, in a form that a screen, a file, or a client shows as it is. */
export interface Judgement {
  state: JudgementState
  /** Good or bad only for a change that was judged to be one. */
  tone: Tone
  direction: 'up' | 'down' | 'flat'
  /** How many standard deviations it is from the expected number; 0 where nothing can be said. */
  deviations: number
  /** The usual range; null where nothing is known of it. */
  low: number | null
  high: number | null
  /** `+12.3%`, `new`, `stopped`; empty where no change is to be told. */
  change: string
  /** `was 98`, `no data before May 21, 2025` */
  words: string
}

/** A judgement that may color, title, or rank. */
export type TellingJudgement = Judgement & { state: TellingState }

/** How a number is written. */
export interface TextOptions {
  /** The total that shares are of. */
  total?: Readonly<Record<string, Cell>> | undefined
  /** Where no one adds it up, as in a tile: `$427K`. */
  short?: boolean
}

/**
 * A number as text: a percentage has as many decimals as its cases allow; of fewer than 20 it is written `3 of 4` (`5 to 4` when it is more than all), and
 * `—` when there were none.
 */
export function numberText(
  columns: Columns,
  key: string,
  numbers: Readonly<Record<string, Cell>>,
  { total, short = false }: TextOptions = {},
): string {
  const column = columns[key]
  if (!column) return MISSING
  const value = numbers[key]
  if (short && column.format === 'money' && typeof value === 'number') return formatShortMoney(value)
  if (column.kind === 'measure' && column.cases !== undefined)
    return formatAverage(value, column.format, Number(numbers[column.cases] ?? 0))
  return casesText(value, column.format, casesOf(columns, key, numbers, total))
}

/** A value as text, or its cases where they are too few for a percentage. */
export function casesText(
  value: Cell | undefined,
  format: Column['format'],
  cases: { part: number; whole: number } | null,
): string {
  if (cases && cases.whole >= MIN_CASES && typeof value === 'number') return formatShare(value, cases.whole)
  if (!cases) return formatCell(value, format)
  if (cases.whole === 0) return MISSING
  const { part, whole } = cases
  // What isn't among the whole is beside it.
  const word = part >= 0 && part <= whole ? 'of' : 'to'
  return `${formatCell(part, 'integer')} ${word} ${formatCell(whole, 'integer')}`
}

/** A number and the one it is compared with, as they are shown. */
export interface ShownComparison {
  column: Pick<Column, 'format' | 'better'>
  current: Cell | undefined
  prior: Cell | undefined
  /** The prior number as text. */
  priorText: string
}

/**
 * A decision with its tone and words.
 * @param obstacle why the numbers can't be compared
 */
export function describeDecision(
  { state, band, deviations }: Decision,
  { column, current, prior, priorText }: ShownComparison,
  obstacle?: string,
): Judgement {
  const [now, before] = [numberOf(current), numberOf(prior)]
  const telling = isTelling({ state })
  const change = telling || state === 'usual' ? toldChange(column, now, before) : null
  return {
    state,
    tone: toneOf(column, state, now, before),
    direction: !telling || now === before ? 'flat' : (now ?? 0) > (before ?? 0) ? 'up' : 'down',
    deviations: Math.round(deviations * 100) / 100,
    ...(band ? shownBand(band, column.format) : { low: null, high: null }),
    change: changeText(state, change, column.format),
    words: obstacle ?? (before === null ? '' : `was ${priorText}`),
  }
}

/** A usual range as it is shown: no time is shorter than none, however far chance reaches. */
export const shownBand = ({ low, high }: Band, format: Column['format']): Band => ({
  low: format === 'duration' ? Math.max(0, low) : low,
  high,
})

function changeText(state: JudgementState, change: number | null, format: Column['format']): string {
  if (state === 'new') return 'new'
  if (state === 'gone') return 'stopped'
  if (change === null) return ''
  return change === 0 ? 'no change' : formatChange(change, format)
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/**
 * `72 – 128` or `91 – 99%`, the range that makes a change none; empty where nothing is known.
 * @param number the number's own text: the range has its unit, and as many decimals
 */
export function rangeText(
  { low, high }: Pick<Judgement, 'low' | 'high'>,
  format: Column['format'],
  number: string,
): string {
  if (low === null || high === null) return ''
  const from = textLike(number, low, format)
  return `${format === 'percent' ? from.replace(/%$/, '') : from} – ${textLike(number, high, format)}`
}

/** A value as text, written as another one of its format is. */
function textLike(number: string, value: number, format: Column['format']): string {
  const unit = format === 'duration' ? unitOfText(number) : null
  if (unit) return formatDurationIn(value, unit)
  if (format === 'money' && /[KM]$/.test(number)) return formatShortMoney(value)
  if (number.includes('.')) return formatCell(value, format)
  if (format === 'percent') return `${Math.round(value * 100)}%`
  return formatCell(value, format === 'tenths' ? 'integer' : format)
}

/** `usual 72 – 128` beside a number of this text. */
export function usualText(
  judgement: Pick<Judgement, 'low' | 'high'>,
  format: Column['format'],
  number: string,
): string {
  const range = rangeText(judgement, format, number)
  return range && `usual ${range}`
}

/** `no data before May 21, 2025` */
export const noDataBefore = (day: Day, today: Day): string => `no data before ${formatDay(day, today)}`
