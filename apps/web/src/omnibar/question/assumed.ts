import {
  dateFilterKey,
  type FilterKey,
  type Filters,
  filter,
  formatRange,
  type NameLookup,
  presetLabel,
  type ReportDefinition,
} from '@leaselight/model'
import { type Chip, type ChipContext, datesNamed, namedAs } from './chip'
import { added, dateChoices, MOST_CHOICES } from './choices'
import { pastPreset } from './dates'
import { fitOf, type Settled } from './settle'
import type { DateReading, Known, Meaning, Place, Question } from './types'

/** What the report chooses itself: its dates, its one property, and what it leaves out by default. */
export function assumedChips(question: Question, { report }: Place, settled: Settled, context: ChipContext): Chip[] {
  const { known, names, properties } = context
  const { filters } = settled.state
  const opening = known.openingState(report).filters
  const has = (kind: Meaning['kind']) =>
    question.parts.some(({ id, meaning }) => meaning.kind === kind && !settled.misfits.has(id))
  const assumed = (
    key: FilterKey,
    said: Pick<Chip, 'label' | 'name'>,
    meanings: readonly Meaning[],
    without: Question | null = null,
  ): Chip => ({
    key: `assumed ${key}`,
    ...said,
    isAssumed: true,
    misfit: null,
    choices: meanings.map((meaning) => ({
      ...namedAs(meaning, report, context),
      question: added(question, meaning),
    })),
    without,
  })
  const isSet = (key: FilterKey) =>
    question.parts.some(
      ({ meaning }) =>
        (meaning.kind === 'all' && meaning.filter === key) ||
        (meaning.kind === 'value' && meaning.value.settings.some((one) => 'filter' in one && one.filter === key)),
    )
  const chips: Chip[] = []
  const dates = dateFilterKey(report)
  if (!has('dates') && fitOf(report, ANY_DATES, known) > 0)
    chips.push(
      assumed(dates, datesNamed(openingDates(opening, dates, known)), usualDates(opening, dates, report, known)),
    )
  const single = 'property'
  if (filters.property > 0 && report.defaultFilters.includes(single) && !isSet(single)) {
    const others = properties.filter((value) => value.label !== names.property(filters.property))
    const meanings = others.map((value): Meaning => ({ kind: 'value', value }))
    const said = { name: filter(single).label, label: names.property(filters.property) }
    chips.push(assumed(single, said, meanings.slice(0, MOST_CHOICES)))
  }
  for (const key of Object.keys(report.defaults ?? {}) as FilterKey[]) {
    if (isSet(key) || filter(key).scope !== 'records') continue
    const all: Meaning = { kind: 'all', filter: key }
    const said = { name: filter(key).label, label: describe(key, filters, names) }
    chips.push(assumed(key, said, [all], added(question, all)))
  }
  return chips
}

const ANY_DATES: Meaning = {
  kind: 'dates',
  readings: [{ ...pastPreset('last_7_days'), future: { preset: 'next_7_days' } }],
}

const describe = <K extends FilterKey>(key: K, filters: Filters, names: NameLookup): string =>
  filter(key).describe(filters[key], names)

/** The dates with which the report opens. */
function openingDates(filters: Filters, key: 'dateRange' | 'dateRangeFuture', { today }: Known): DateReading {
  const range = filters[key]
  const label = range.preset === 'custom' ? formatRange(range, today) : presetLabel(range.preset)
  return key === 'dateRange' ? { label, past: filters.dateRange } : { label, future: filters.dateRangeFuture }
}

function usualDates(
  filters: Filters,
  key: 'dateRange' | 'dateRangeFuture',
  report: ReportDefinition,
  known: Known,
): Meaning[] {
  return dateChoices([openingDates(filters, key, known)], report).map(
    ([reading]): Meaning => ({ kind: 'dates', readings: reading ? [reading] : [] }),
  )
}
