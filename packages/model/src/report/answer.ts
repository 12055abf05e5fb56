import { asNoun, capitalized, countInWords, joinWithAnd, lowercaseLabel } from '../format/text'
import { isTelling, isUncompared, type Tone } from '../judgement/judge'
import { type Judgement, numberText } from '../judgement/words'
import { firstTwoSentence, largestSentence } from './answerLargest'
import { fitSentences, type RankedSentence, type SaidShorter } from './answerLength'
import { namedRows } from './answerRows'
import { fillSentence } from './answerTemplate'
import { changedTo, subjectOf } from './changeWords'
import { titleColumns } from './chartSpec'
import type { ReportDefinition } from './definition'
import type { ReportResult } from './result'
import type { ReportState } from './state'
import { isColumnVisible, visibleTiles } from './visible'

/** One number that was judged to have changed, as a sentence. */
export interface ToldChange {
  text: string
  tone: Tone
  direction: Judgement['direction']
}

/** What a report's page says first. */
export interface ReportAnswer {
  /** Where its main number changed, otherwise its numbers in words; then the largest part. Empty where nothing is to say. */
  sentences: readonly string[]
  /** The changes among its headline numbers, the most certain first. */
  changes: ToldChange[]
  /** What is to be said of the comparison where nothing changed: `All as usual.` */
  otherwise: string
  /** The keys of the rows that the sentences name. */
  named: readonly string[]
}

const MAX_CHANGES = 3

interface JudgedTile {
  key: string
  judgement: Judgement
  /** Whether both periods have the number. */
  isKnown: boolean
}

/**
 * A report's answer to its question, made by rules from its judged rows and totals. The numbers of the totals are beside it
 * in tiles, so where a row changed it is said instead of them.
 */
export function reportAnswer(report: ReportDefinition, state: ReportState, result: ReportResult): ReportAnswer {
  const tiles = visibleTiles(report, state)
  const judgedOf = (key: string): JudgedTile[] => {
    const judgement = result.judgement?.[key]
    const isKnown = [result.total, result.priorTotal].every((numbers) => typeof numbers?.[key] === 'number')
    return judgement ? [{ key, judgement, isKnown }] : []
  }
  const judged = tiles.flatMap(judgedOf)
  // What a chart's title tells of is not "as usual" here.
  const drawn = new Set(report.charts.flatMap((spec) => titleColumns(spec, report.columns)))
  const isBesideTiles = (key: string) => {
    const column = report.columns[key]
    return !tiles.includes(key) && column !== undefined && isColumnVisible(column, state.filters)
  }
  const changes = [...judged, ...[...drawn].filter(isBesideTiles).flatMap(judgedOf)]
    .filter(({ judgement }) => isTelling(judgement))
    .sort((a, b) => Math.abs(b.judgement.deviations) - Math.abs(a.judgement.deviations))
    .slice(0, MAX_CHANGES)
    .map(({ key, judgement }) => changeInWords(report, key, judgement, result))
  const rows = namedRows(report, state, result)
  // Rows that changed are names enough.
  const ahead = largestSentence(report, state, result) ?? (rows ? null : firstTwoSentence(report, state, result))
  const unchanged = changes.length > 0 ? UNSAID : unchangedText(report, judged, rows !== null)
  const reason = commonReason(report, state, result)
  return {
    sentences: fitSentences([
      ...ranked(rows ? [rows.sentence, { text: rows.others }] : sentencesOf(report, state, result)),
      ...(ahead ? [{ ...ahead, rank: 1 }] : []),
    ]),
    changes,
    otherwise: [unchanged.text, reason !== null && reason !== unchanged.reason ? `Not compared: ${reason}.` : '']
      .filter(Boolean)
      .join(' '),
    named: rows?.keys ?? [],
  }
}

/** What an answer says of changes, as one text; nothing in a report of now, which is compared with nothing. */
export function changesInWords(
  { asOf }: Pick<ReportDefinition, 'asOf'>,
  { changes, otherwise }: Pick<ReportAnswer, 'changes' | 'otherwise'>,
): string {
  return asOf ? '' : [...changes.map(({ text }) => text), otherwise].filter(Boolean).join(' ')
}

/**
 * Why several of a report's headline numbers can't be compared, where they have one reason: the answer says it for all of
 * them.
 */
export function commonReason(
  report: ReportDefinition,
  state: ReportState,
  { judgement, total }: Pick<ReportResult, 'judgement' | 'total'>,
): string | null {
  if (!report.answer) return null
  const reasons = visibleTiles(report, state).flatMap((key) => {
    const one = judgement?.[key]
    // A number that isn't there has its prior number as words.
    return one?.state === 'incomparable' && one.words && typeof total[key] === 'number' ? [one.words] : []
  })
  return reasons.find((words, index) => reasons.indexOf(words) < index) ?? null
}

/** What a headline number's change is worth, beside it: nothing where the answer above says why several have none. */
export function tileJudgements(
  report: ReportDefinition,
  state: ReportState,
  result: Pick<ReportResult, 'judgement' | 'total'>,
): (key: string) => Judgement | null {
  const reason = commonReason(report, state, result)
  return (key) => {
    const judgement = result.judgement?.[key] ?? null
    return reason !== null && judgement?.words === reason ? null : judgement
  }
}

/** After the first sentence, the names of those ahead tell more than a second one. */
const ranked = (sentences: readonly SaidShorter[]): RankedSentence[] =>
  sentences.map((sentence, index) => ({ ...sentence, rank: index === 0 ? 0 : index + 1 }))

function sentencesOf(report: ReportDefinition, { filters }: ReportState, { total }: ReportResult): SaidShorter[] {
  const texts = (report.answer ?? []).map((sentence) =>
    fillSentence(sentence, ({ column: key, isRequired, one, many }) => {
      const [column, value] = [report.columns[key], total[key]]
      if (!column || typeof value !== 'number' || !isColumnVisible(column, filters)) return null
      if (isRequired && value === 0) return null
      const isNone = value === 0 && isCount(report, key)
      if (one !== undefined || isNone) return countInWords(value, one, many)
      return numberText(report.columns, key, total, { total })
    }),
  )
  return texts.flatMap((text) => (text === null ? [] : [{ text: capitalized(text) }]))
}

const isCount = ({ columns }: Pick<ReportDefinition, 'columns'>, key: string): boolean =>
  columns[key]?.format === 'integer'

function changeInWords(
  report: ReportDefinition,
  key: string,
  { state, tone, direction }: Judgement,
  { total, priorTotal }: ReportResult,
): ToldChange {
  const text = (numbers: ReportResult['total']) => numberText(report.columns, key, numbers, { total: numbers })
  const [now, before] = [text(total), text(priorTotal ?? {})]
  const moved = direction === 'up' ? 'rose' : 'fell'
  return { text: `${subjectOf(report, key)} ${moved} ${changedTo(state, now, before)}.`, tone, direction }
}

/** What is said where nothing changed, and the reason that it gives for what can't be compared. */
interface Unchanged {
  text: string
  reason: string | null
}

const UNSAID: Unchanged = { text: '', reason: null }

// Of what can't be compared the report's main number decides, so that one reason is told, not five.
function unchangedText(report: ReportDefinition, judged: readonly JudgedTile[], namesRows: boolean): Unchanged {
  const states = judged.map(({ judgement }) => judgement.state)
  const [main] = judged
  if (!main) return UNSAID
  const { state, words } = main.judgement
  if (state === 'usual' || (state === 'thin' && states.includes('usual'))) return usualText(report, judged, namesRows)
  if (state === 'thin') return { text: 'Too few to compare with the period before.', reason: null }
  return words ? { text: `${capitalized(words)}.`, reason: words } : UNSAID
}

/** Says what is as usual: all of it, or the numbers that can be compared, and why the others can't. */
function usualText({ columns }: ReportDefinition, judged: readonly JudgedTile[], namesRows: boolean): Unchanged {
  const [other] = judged.filter(isWithheld)
  if (!other)
    return { text: namesRows ? 'The total is as usual.' : 'As usual compared with the period before.', reason: null }
  const { state, words } = other.judgement
  const others = judged.filter((one) => isWithheld(one) && one.judgement.state === state)
  const usual = judged.filter(({ judgement }) => judgement.state === 'usual')
  const labels = (tiles: readonly JudgedTile[]) =>
    joinWithAnd(tiles.map(({ key }) => lowercaseLabel(asNoun(columns[key]?.label ?? ''))))
  const why = words.replace(': ', ', ')
  const text =
    others.length < usual.length
      ? `As usual, except ${labels(others)}: ${why}.`
      : `${capitalized(labels(usual))} as usual. ${state === 'settling' ? capitalized(why) : `Not compared: ${why}`}.`
  return { text, reason: words }
}

/** A number that is known of both periods and not compared all the same. */
const isWithheld = ({ isKnown, judgement }: JudgedTile): boolean => isKnown && isUncompared(judgement)
