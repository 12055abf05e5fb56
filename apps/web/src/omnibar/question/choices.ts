import { comparisons, looksAhead, type ReportDefinition } from '@leaselight/model'
import { type ChipContext, type Choice, labelOf, namedAs } from './chip'
import { pastPreset } from './dates'
import { groupingIn, otherGroupings } from './groupings'
import { canTake, fitOf } from './settle'
import type { Comparison, DateReading, Meaning, NumberPlace, Part, Place, Question } from './types'
import { isOfProperties } from './values'

/** How many of a kind a menu offers: typing more finds the others. */
export const MOST_CHOICES = 9

/** The question without a part. */
export const removed = (question: Question, part: Part): Question => ({
  ...question,
  parts: question.parts.filter((one) => one !== part),
})

const replaced = (question: Question, part: Part, meaning: Meaning): Question => {
  const others = [part.meaning, ...part.others].filter((one) => one !== meaning)
  return {
    ...question,
    parts: question.parts.map((one) => (one === part ? { ...part, meaning, others } : one)),
  }
}

/** The question with one more part. */
export function added(question: Question, meaning: Meaning): Question {
  const last = Math.max(0, ...question.parts.map(({ id }) => Number(/^added (\d+)$/.exec(id)?.[1] ?? 0)))
  return { ...question, parts: [...question.parts, { id: `added ${last + 1}`, said: '', meaning, others: [] }] }
}

/** What a part can be changed to. */
export function choicesOf(question: Question, part: Part, context: ChipContext): Choice[] {
  const { known } = context
  const { meaning } = part
  const report = question.target?.report
  const to = (other: Meaning): Choice => ({
    ...namedAs(other, report, context),
    question: replaced(question, part, other),
  })
  switch (meaning.kind) {
    case 'number':
    case 'report': {
      const places: readonly (Place | NumberPlace)[] =
        meaning.kind === 'number' ? meaning.places : [{ report: meaning.report, column: null }]
      return places.slice(0, MOST_CHOICES).map((place) => ({
        label: labelOf(place),
        ...(place.column !== null && { hint: `in ${place.report.title}` }),
        question: {
          ...removed(question, part),
          target: place,
          places: meaning.kind === 'number' ? meaning.places : [],
        },
      }))
    }
    case 'grouping': {
      if (!report) return []
      const way = groupingIn(report, meaning.grouping)
      const others = otherGroupings(report, way && meaning.grouping.attribute === undefined ? way.dimension : null)
      return [...others.map((grouping) => to({ kind: 'grouping', grouping })), ...part.others.map(to)]
    }
    case 'value':
      return [
        ...part.others.filter((other) => !report || fitOf(report, other, known) > 0),
        ...(isOfProperties(meaning.value) ? otherProperties(question, part, context) : []),
      ]
        .slice(0, MOST_CHOICES)
        .map(to)
    case 'dates':
      return dateChoices(meaning.readings, report).map((readings) => to({ kind: 'dates', readings }))
    case 'comparison':
      return otherComparisons(meaning.comparison).map((comparison) => to({ kind: 'comparison', comparison }))
    case 'all':
    case 'unread':
      return []
  }
}

/** The report's properties that the question doesn't name. */
function otherProperties({ parts, target }: Question, part: Part, { known, properties }: ChipContext): Meaning[] {
  const named = new Set(
    [...parts.map(({ meaning }) => meaning), ...part.others].flatMap((one) =>
      one.kind === 'value' ? [one.value.label] : [],
    ),
  )
  return properties
    .filter((value) => !named.has(value.label) && (!target || canTake(target.report, value, known)))
    .map((value): Meaning => ({ kind: 'value', value }))
}

/** The other readings of dates, each first among them, and then the usual periods. */
export function dateChoices(readings: readonly DateReading[], report: ReportDefinition | undefined): DateReading[][] {
  const [, ...others] = readings
  const isAhead = report && looksAhead(report)
  const all = [...others, ...(isAhead ? [] : USUAL.map(pastPreset))]
  const labels = all.map(({ label }) => label)
  return all
    .filter(({ label }, index) => label !== readings[0]?.label && labels.indexOf(label) === index)
    .map((reading) => [reading, ...readings.filter(({ label }) => label !== reading.label)])
}

const USUAL = ['last_7_days', 'last_30_days', 'last_month', 'month_to_date', 'year_to_date'] as const

function otherComparisons(now: Comparison): Comparison[] {
  const bases = ['before' as const, ...(Object.keys(comparisons) as (keyof typeof comparisons)[])]
  return bases.filter((basis) => !('basis' in now && now.basis === basis)).map((basis) => ({ basis }))
}
