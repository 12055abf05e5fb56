import { comparisons, filter, formatRange, type NameLookup, periodsOf, type ReportDefinition } from '@leaselight/model'
import { groupingIn } from './groupings'
import type { Misfit, Settled } from './settle'
import type { Comparison, DateReading, Known, Meaning, Place, Question, Value } from './types'

/** Another reading that a chip offers. */
export interface Choice {
  label: string
  hint?: string
  question: Question
}

/** A part of a question as it is shown, with what it can be changed to. */
export interface Chip {
  key: string
  /** What it is, for screen readers: `Dates`. */
  name: string
  label: string
  /** The label inside a sentence, where it is written otherwise. */
  text?: string
  hint?: string
  /** Whether the report chooses it where nothing is said. */
  isAssumed: boolean
  misfit: Misfit | null
  choices: readonly Choice[]
  /** The question without it; null where it can't be without. */
  without: Question | null
}

/** What chips are named and changed with. */
export interface ChipContext {
  known: Known
  /** Null while no number is named. */
  settled: Settled | null
  names: NameLookup
  /** The values that a part can be changed to: the other properties. */
  properties: readonly Value[]
}

/** A number's or a report's own name. */
export const labelOf = ({ report, column }: Place): string =>
  (column === null ? undefined : report.columns[column]?.label) ?? report.title

type ChipName = Pick<Chip, 'name' | 'label' | 'text' | 'hint'>

/** What dates are called: a period that moves with the calendar has a small letter in a sentence. */
export function datesNamed({ label, past, future }: DateReading): ChipName {
  const range = past ?? future
  const isNamed = range !== undefined && range.preset !== 'custom'
  return { name: 'Dates', label, ...(isNamed && { text: label.charAt(0).toLowerCase() + label.slice(1) }) }
}

/** What a part is, and what it says. */
export function namedAs(
  meaning: Meaning,
  report: ReportDefinition | undefined,
  { settled, known }: Pick<ChipContext, 'settled' | 'known'>,
): ChipName {
  switch (meaning.kind) {
    case 'number':
      return { name: 'Number', label: meaning.label }
    case 'report':
      return { name: 'Report', label: meaning.report.title }
    case 'grouping': {
      const way = report && groupingIn(report, meaning.grouping)
      const label = meaning.grouping.attribute ?? way?.label ?? meaning.grouping.label
      return { name: 'Grouping', label: `by ${label.toLowerCase()}` }
    }
    case 'value': {
      const { group, label, hint } = meaning.value
      return { name: group, label, ...(hint && { hint }) }
    }
    case 'dates':
      return datesNamed(meaning.readings[0] ?? { label: '' })
    case 'comparison':
      return { name: 'Comparison', label: `vs ${comparisonLabel(meaning.comparison, report, settled, known)}` }
    case 'all':
      return { name: filter(meaning.filter).label, label: `All ${filter(meaning.filter).label.toLowerCase()}` }
    case 'unread':
      return { name: '', label: '' }
  }
}

function comparisonLabel(
  comparison: Comparison,
  report: ReportDefinition | undefined,
  settled: Settled | null,
  { today }: Known,
): string {
  if ('basis' in comparison)
    return comparison.basis === 'before' ? 'the period before' : comparisons[comparison.basis].toLowerCase()
  // What applies may be the part of the named dates that has as many days.
  return report && settled
    ? formatRange(periodsOf(report, settled.state.filters, today).prior, today)
    : comparison.label
}
