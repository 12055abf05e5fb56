import { formatCell } from '../format/values'
import { numberText } from '../judgement/words'
import type { Columns } from '../report/columns'
import { isAdditive, type Numbers } from '../report/numbers'

/** A row inside a watched number, in both periods. */
export interface InnerRow {
  name: string
  /** Whether it stands for what is unknown, which explains nothing. */
  isMissing: boolean
  /** Whether its own change is judged to be one. */
  hasChanged: boolean
  current: Numbers
  prior: Numbers
}

/** The row of at least this part of a change explains it, even if chance alone could move the row as far. */
const LARGE_PART = 0.5

/**
 * A sentence about the one row with the largest part in a number's change: `Zillow accounts for 5 of the 7 fewer (8 → 3).`
 * Null when no row stands out. Additive numbers are split by their rows. The change of a ratio r = a / b is split by
 * Σ (a₁ᵢ − r₀ b₁ᵢ) / b₁ − (a₀ᵢ − r₀ b₀ᵢ) / b₀, whose parts add up to r₁ − r₀: how far each row moves the whole away from
 * the ratio before. Of other numbers, such as medians, the row whose own change is largest is named.
 * @param whole the watched number's own cells in both periods
 */
export function explainingRow(
  columns: Columns,
  key: string,
  whole: { current: Numbers; prior: Numbers; isTelling: boolean },
  rows: readonly InnerRow[],
): string | null {
  const column = columns[key]
  const change = difference(whole.current[key], whole.prior[key])
  if (!column || !change || rows.length < 2) return null
  const parts = rows
    .map((row) => ({ row, part: partOf(columns, key, whole, row) }))
    .filter(({ row, part }) => !row.isMissing && part !== null && part * change > 0)
    .sort((a, b) => Math.abs(b.part ?? 0) - Math.abs(a.part ?? 0))
  const splits = isAdditive(columns, key) || column.kind === 'ratio'
  const isLarge = (part: number | null) =>
    splits && whole.isTelling && Math.abs(part ?? 0) >= LARGE_PART * Math.abs(change)
  const best = parts.find(({ row, part }) => row.hasChanged || isLarge(part))
  // Only the largest part explains; a smaller one that changed by itself does not.
  if (!best || best !== parts[0]) return null
  const { name, current, prior } = best.row
  const text = (numbers: Numbers) => numberText(columns, key, numbers)
  const fromTo = `${text(prior)} → ${text(current)}`
  if (!isAdditive(columns, key) || column.kind === 'share') return `Most of it comes from ${name} (${fromTo}).`
  const [part, all] = [Math.abs(best.part ?? 0), Math.abs(change)]
  const amount = (value: number) => formatCell(value, column.format)
  const word = change > 0 ? 'more' : 'fewer'
  if (part >= all) return `${name} alone has ${amount(part)} ${word} (${fromTo}).`
  return `${name} accounts for ${amount(part)} of the ${amount(all)} ${word} (${fromTo}).`
}

function partOf(
  columns: Columns,
  key: string,
  whole: { current: Numbers; prior: Numbers },
  { current, prior }: InnerRow,
): number | null {
  const column = columns[key]
  if (column?.kind !== 'ratio') return difference(current[key], prior[key])
  const [a, b] = column.of
  const before = whole.prior[key]
  const [wholeNow, wholeBefore] = [whole.current[b], whole.prior[b]]
  if (typeof before !== 'number' || !wholeNow || !wholeBefore) return null
  const away = (numbers: Numbers, all: number) => ((numbers[a] ?? 0) - before * (numbers[b] ?? 0)) / all
  return away(current, wholeNow) - away(prior, wholeBefore)
}

const difference = (current: number | null | undefined, prior: number | null | undefined): number | null =>
  typeof current === 'number' && typeof prior === 'number' ? current - prior : null
