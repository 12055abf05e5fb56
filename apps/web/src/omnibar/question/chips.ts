import { assumedChips } from './assumed'
import { type Chip, type ChipContext, labelOf, namedAs } from './chip'
import { choicesOf, MOST_CHOICES, removed } from './choices'
import type { Part, Place, Question } from './types'

/** The question as chips: what is asked for, then its parts in their order, then what the report chooses itself. */
export function chipsOf(question: Question, context: ChipContext): Chip[] {
  const { target, parts } = question
  const own = parts.map((part) => chipOf(question, part, context))
  if (!target || !context.settled) return own
  return [targetChip(question, target), ...own, ...assumedChips(question, target, context.settled, context)]
}

function targetChip(question: Question, target: Place): Chip {
  const { report, column } = target
  const isOpen = (place: Place) => place.report === report && place.column === column
  const titled = question.places.filter((place) => !isOpen(place)).slice(0, MOST_CHOICES)
  return {
    key: 'target',
    name: column === null ? 'Report' : 'Number',
    label: labelOf(target),
    ...(column !== null && { hint: report.title }),
    isAssumed: false,
    misfit: null,
    choices: titled.map((place) => ({
      label: labelOf(place),
      hint: `in ${place.report.title}`,
      question: { ...question, target: place },
    })),
    without: { ...question, target: null, places: [] },
  }
}

function chipOf(question: Question, part: Part, context: ChipContext): Chip {
  const { meaning } = part
  return {
    key: part.id,
    ...namedAs(meaning, question.target?.report, context),
    isAssumed: false,
    misfit: context.settled?.misfits.get(part.id) ?? null,
    choices: choicesOf(question, part, context),
    without: removed(question, part),
  }
}
