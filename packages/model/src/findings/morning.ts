import { capitalized } from '../format/text'
import { namedProperties } from '../goals/columns'
import { type ReportAnswer, reportAnswer } from '../report/answer'
import type { ReportDefinition } from '../report/definition'
import type { ReportResult } from '../report/result'
import type { ReportState } from '../report/state'
import { visibleTiles } from '../report/visible'
import { aroundText } from '../timelineNotes/around'
import type { FindingsAnswer } from './answer'
import type { WordedFinding } from './words'

/** How many findings are shown at once; the others are told by their number. */
export const MAX_SHOWN_FINDINGS = 5

const NUMBERS = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** `Three things need you.` */
export function needsSentence(count: number): string {
  if (count === 0) return 'Nothing needs you.'
  return `${NUMBERS[count] ?? count} ${count === 1 ? 'thing needs' : 'things need'} you.`
}

/**
 * The answer above findings: how many there are, and whether the report's own headline numbers changed. Everything else
 * is as usual only where each of them was judged so.
 */
export function morningAnswer(
  count: number,
  report: ReportDefinition,
  state: ReportState,
  result: ReportResult,
): ReportAnswer {
  const own = reportAnswer(report, state, result)
  const needs = needsSentence(count)
  if (count === 0) return { ...own, sentences: [needs, ...own.sentences] }
  const states = visibleTiles(report, state).map((key) => result.judgement?.[key]?.state)
  const isUsual = states.length > 0 && states.every((one) => one === 'usual')
  return isUsual
    ? { ...own, sentences: [needs, 'Everything else is as usual.'], otherwise: '' }
    : { ...own, sentences: [needs] }
}

/** Whether a finding is about the chosen properties; one about the company is so only while none is chosen. */
export const isAmongChosen = (propertyId: number | null, chosen: readonly number[]): boolean =>
  chosen.length === 0 || (propertyId !== null && chosen.includes(propertyId))

/** The findings about some properties, or all of them; and how many others there are. */
export function findingsAt(
  findings: readonly WordedFinding[],
  propertyIds: readonly number[],
): { shown: WordedFinding[]; others: number } {
  const shown = findings.filter(({ subject }) => isAmongChosen(subject.propertyId, propertyIds))
  return { shown, others: findings.length - shown.length }
}

/** Sentences below a finding's own: who, since when, what it costs, and what was noted around then. */
export const findingDetails = ({ who, sinceText, cost, around }: WordedFinding): string[] => [
  ...[who.length > 0 ? `Most of it: ${who.join(' and ')}` : '', sinceText, cost.text]
    .filter(Boolean)
    .map((text) => `${capitalized(text)}.`),
  ...[aroundText(around)].filter(Boolean),
]

/** A finding on paper: the screen's own sentences, and the course of its number. */
export interface PaperFinding extends Pick<WordedFinding, 'sentence' | 'trend' | 'usual'> {
  details: string
}

/** What needs the reader, on paper. */
export interface PaperFindings {
  answer: ReportAnswer
  items: PaperFinding[]
  /** How many more there are. */
  smaller: number
}

/** The findings of a report's page on paper, for the properties that its state selects. */
export function findingsOnPaper(
  { findings }: Pick<FindingsAnswer, 'findings'>,
  report: ReportDefinition,
  state: ReportState,
  result: ReportResult,
): PaperFindings {
  const { shown } = findingsAt(findings, state.filters.propertyIds)
  const items = shown.slice(0, MAX_SHOWN_FINDINGS).map((finding) => ({
    sentence: finding.sentence,
    details: [finding.comparison, ...findingDetails(finding)].join(' '),
    trend: finding.trend,
    usual: finding.usual,
  }))
  return { answer: morningAnswer(shown.length, report, state, result), items, smaller: shown.length - items.length }
}

/** The heaviest finding that a report's numbers show, as its page tells it; with its course where it is of this report. */
export function findingOnPaper(
  findings: readonly WordedFinding[],
  { key }: Pick<ReportDefinition, 'key'>,
  state: ReportState,
): PaperFinding | null {
  const chosen = namedProperties(state)
  const shown = findings.filter(({ subject }) => isAmongChosen(subject.propertyId, chosen))
  for (const { proofs, sinceText, trend, usual, link } of shown) {
    const proof = proofs.find(({ report }) => report === key)
    if (!proof) continue
    const isOwn = link.report === key
    return {
      sentence: proof.sentence,
      details: sinceText && `${capitalized(sinceText)}.`,
      trend: isOwn ? trend : [],
      usual: isOwn ? usual : null,
    }
  }
  return null
}
