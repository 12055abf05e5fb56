import type { Cell } from '../format/values'
import type { Columns } from '../report/columns'
import type { Numbers } from '../report/numbers'
import type { Estimate } from './bands'

/** Fewer cases than this are written as they are: `3 of 4`, never as a percentage. */
export const MIN_CASES = 20

/** Below this, in both periods, a count says nothing about a change. */
export const MIN_COUNT = 10

/** What a number rests on, which decides how far chance alone moves it. */
export type Evidence =
  /** Records counted: a count, a sum of counts, or a difference; `events` are all the records. */
  | { kind: 'count'; value: number; events: number }
  /** A share of cases. */
  | { kind: 'rate'; value: number; part: number; whole: number }
  /** A ratio of counts, or of money and a count: the counts it is made of. */
  | { kind: 'ratio'; value: number; counts: readonly number[] }
  /** A quantile, an average, or a sum of values, estimated from `count` records. */
  | ({ kind: 'estimate'; count: number } & Estimate)
  /** Nothing is known of its spread. */
  | { kind: 'unknown'; value: number }

/** Whether a number rests on too few cases to say anything of it. */
export function hasFewCases(one: Evidence): boolean {
  switch (one.kind) {
    case 'count':
      return one.events < MIN_COUNT
    case 'rate':
      return one.whole < MIN_CASES
    case 'ratio':
      return Math.min(...one.counts) < MIN_COUNT
    case 'estimate':
      return one.count < MIN_COUNT
    case 'unknown':
      return false
  }
}

/** What the engine knows of a measured number besides the number, by column. */
export type Spreads = Readonly<Record<string, Spread>>

/** How many values a measured number comes from, and its standard errors. */
export interface Spread {
  count: number
  below: number
  above: number
}

/**
 * What a column's number rests on, in a row or total; null without a number.
 * @param total the total that shares are of
 */
export function evidenceOf(
  columns: Columns,
  key: string,
  numbers: Numbers,
  spreads: Spreads = {},
  total: Numbers = numbers,
): Evidence | null {
  const column = columns[key]
  const value = numbers[key]
  if (!column || value === null || value === undefined) return null
  switch (column.kind) {
    case 'fact':
      return null
    case 'count':
      return { kind: 'count', value, events: value }
    case 'measure': {
      const spread = spreads[key]
      return spread ? { kind: 'estimate', value, ...spread } : { kind: 'unknown', value }
    }
    case 'computed':
      return { kind: 'unknown', value }
    case 'sum':
    case 'difference': {
      const events = eventsOf(columns, key, numbers)
      return events === null ? { kind: 'unknown', value } : { kind: 'count', value, events }
    }
    case 'share': {
      const cases = casesOf(columns, key, numbers, total)
      return cases && isShareOf(cases) ? { kind: 'rate', value, ...cases } : { kind: 'unknown', value }
    }
    case 'ratio':
      return ratioEvidence(columns, key, value, numbers, spreads)
  }
}

function ratioEvidence(columns: Columns, key: string, value: number, numbers: Numbers, spreads: Spreads): Evidence {
  const cases = casesOf(columns, key, numbers)
  if (cases && isShareOf(cases)) return { kind: 'rate', value, ...cases }
  const column = columns[key]
  if (column?.kind !== 'ratio') return { kind: 'unknown', value }
  const [top, bottom] = column.of
  const whole = eventsOf(columns, bottom, numbers)
  if (whole === null) return { kind: 'unknown', value }
  const part = eventsOf(columns, top, numbers)
  if (part !== null) return { kind: 'ratio', value, counts: [part, whole] }
  const spread = spreads[top]
  // The mean of values: its error is that of their sum, less what their number explains.
  if (spread && spread.count === whole && whole > 0) {
    const error = Math.sqrt(Math.max(0, spread.above ** 2 - value ** 2 * whole)) / whole
    return { kind: 'estimate', value, count: whole, below: error, above: error }
  }
  return columns[top]?.format === 'money' ? { kind: 'ratio', value, counts: [whole] } : { kind: 'unknown', value }
}

/** Whether the part can be among the whole. */
const isShareOf = ({ part, whole }: Cases): boolean => part >= 0 && part <= whole

/** All records behind a count, or a sum or difference of counts; null for anything else. */
function eventsOf(columns: Columns, key: string, cells: Cells): number | null {
  const column = columns[key]
  if (column?.kind === 'count') return numberIn(cells, key)
  if (column?.kind !== 'sum' && column?.kind !== 'difference') return null
  return column.of.reduce<number | null>((all, part) => {
    const events = eventsOf(columns, part, cells)
    return all === null || events === null ? null : all + events
  }, 0)
}

/** A row or total, of which only the numbers are read. */
type Cells = Readonly<Record<string, Cell>>

/** Looked up for one cell after another: to copy a row's numbers for each took more than everything else in a table. */
function numberIn(cells: Cells, key: string): number | null {
  const cell = cells[key]
  return typeof cell === 'number' ? cell : null
}

/** `3 of 4`: the cases behind a percentage. */
export interface Cases {
  part: number
  whole: number
}

/** The cases behind a percentage of a row or total; null where it is not a share of counted cases. */
export function casesOf(columns: Columns, key: string, cells: Cells, total: Cells = cells): Cases | null {
  const column = columns[key]
  if (column?.format !== 'percent') return null
  if (column.kind === 'share') {
    const cases = wholeCases(columns, column.of[0], cells, column.of[0], total)
    if (!cases || cases.whole > 0) return cases
    // Of rows below a row the whole total isn't there, but a part and its share tell it.
    const share = numberIn(cells, key)
    return share ? { part: cases.part, whole: Math.round(cases.part / share) } : null
  }
  return column.kind === 'ratio' ? wholeCases(columns, column.of[0], cells, column.of[1], cells) : null
}

/**
 * A number as pictures show it: none for a share without cases, whatever its definition gives. Tables and texts write `—`
 * there.
 */
export function drawnNumber(columns: Columns, key: string, cells: Cells): number | null {
  return casesOf(columns, key, cells)?.whole === 0 ? null : numberIn(cells, key)
}

function wholeCases(columns: Columns, top: string, cells: Cells, bottom: string, total: Cells): Cases | null {
  if (eventsOf(columns, top, cells) === null || eventsOf(columns, bottom, total) === null) return null
  const [part, whole] = [numberIn(cells, top), numberIn(total, bottom)]
  return part === null || whole === null ? null : { part, whole }
}
