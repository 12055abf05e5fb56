import { dateFilterKey, joinWithAnd, type ReportDefinition } from '@leaselight/model'
import { labelOf } from './chip'
import { fitOf, type Settled } from './settle'
import { phraseOf } from './tokens'
import type { Known, Meaning, Part, Place, Question } from './types'
import { isOfProperties } from './values'

/** A sentence about a question, and what can be done about it. */
export interface Note {
  text: string
  offer?: { label: string; question: Question }
}

/** What a question leaves out or could mean otherwise, as sentences. */
export function notesOf(question: Question, settled: Settled | null, known: Known): Note[] {
  const { parts, unread } = question
  return [
    ...(unread.length > 0 ? [{ text: `Not understood: ${shortened(unread.join(', '))}. ${ASKABLE}` }] : []),
    ...parts.flatMap((part) => {
      const misfit = settled?.misfits.get(part.id)
      if (misfit && question.target) return [misfitNote(question, question.target, part, misfit === 'taken', known)]
      return ambiguityNote(part)
    }),
  ]
}

const ASKABLE = 'You can name numbers, properties, filters and dates, as in “visits by source last month vs last year”.'
const LONGEST_SHOWN = 120
const shortened = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)

function ambiguityNote({ said, meaning, others }: Part): Note[] {
  if (meaning.kind !== 'value' || !meaning.value.isName || said === phraseOf(meaning.value.label)) return []
  const names = others.flatMap((other) => (other.kind === 'value' && other.value.isName ? [other.value.label] : []))
  const shown = names.filter((name) => name !== (meaning.kind === 'value' ? meaning.value.label : ''))
  if (shown.length === 0) return []
  const rest = shown.length > MOST_NAMED ? `${shown.slice(0, MOST_NAMED).join(', ')} and others` : joinWithAnd(shown)
  return [{ text: `Read as ${meaning.value.label}. Also called so: ${rest}.` }]
}

const MOST_NAMED = 3

function misfitNote(question: Question, target: Place, part: Part, isTaken: boolean, known: Known): Note {
  const { report } = target
  if (isTaken) return { text: takenText(report, part.meaning) }
  const offer = offerFor(question, target, part, known)
  return { text: misfitText(report, part.meaning, offer?.target?.report), ...(offer && { offer: offerLabel(offer) }) }
}

const offerLabel = (question: Question) => ({
  label: question.target?.column
    ? `Show ${labelOf(question.target)} in ${question.target.report.title}`
    : `Open ${question.target?.report.title ?? ''}`,
  question,
})

function takenText({ title }: ReportDefinition, meaning: Meaning): string {
  switch (meaning.kind) {
    case 'number':
      return `One number at a time: ${meaning.label} is left out.`
    case 'report':
      return `One report at a time: ${meaning.report.title} is left out.`
    case 'grouping':
      return `Rows are grouped by one thing at a time: ${meaning.grouping.label.toLowerCase()} is left out.`
    case 'dates':
      return `One period at a time: ${meaning.readings[0]?.label ?? ''} is left out.`
    case 'value':
      return `${title} takes one ${meaning.value.group.toLowerCase()} at a time: ${meaning.value.label} is left out.`
    case 'comparison':
      return 'One comparison at a time: the second is left out.'
    case 'all':
    case 'unread':
      return ''
  }
}

function misfitText(report: ReportDefinition, meaning: Meaning, other?: ReportDefinition): string {
  const { title, lockedScope } = report
  const alternative = other ? ` ${other.title} can.` : ''
  switch (meaning.kind) {
    case 'dates':
      if (lockedScope?.dates) return lockedScope.dates
      return dateFilterKey(report) === 'dateRange' ? `${title} has no days ahead.` : `${title} has only days ahead.`
    case 'comparison':
      return `${title} has no period to compare with.`
    case 'grouping':
      return `${title} can’t be grouped by ${meaning.grouping.label.toLowerCase()}.${alternative}`
    case 'value': {
      const { group, label } = meaning.value
      if (isOfProperties(meaning.value)) return lockedScope?.properties ?? `${title} doesn’t include ${label}.`
      const what = group === label ? label.toLowerCase() : `${group.toLowerCase()}: ${label}`
      return `${title} can’t be filtered by ${what}.${alternative}`
    }
    case 'number':
    case 'report':
    case 'all':
    case 'unread':
      return ''
  }
}

/** The question with a report that can take a part: one with the same number, else the first one. */
function offerFor(question: Question, { report }: Place, { meaning }: Part, known: Known): Question | undefined {
  const takes = (other: ReportDefinition) => other !== report && fitOf(other, meaning, known) > 0
  const place = question.places.find((one) => takes(one.report))
  if (place) return { ...question, target: place }
  // Most reports have dates and properties: only one beside it is about the same.
  const isCommon = meaning.kind !== 'grouping' && !(meaning.kind === 'value' && !isOfProperties(meaning.value))
  const other = known.reports.find((one) => takes(one) && (!isCommon || one.path === report.path))
  return other && { ...question, target: { report: other, column: null } }
}
