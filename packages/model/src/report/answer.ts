import { pluralize } from '../format/text'
import { isTelling, type Tone } from '../judgement/judge'
import { type Judgement, numberText } from '../judgement/words'
import { fillSentence } from './answerTemplate'
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
  /** Its numbers in words; empty when it has none. */
  sentence: string
  /** The changes among its headline numbers, the most certain first. */
  changes: ToldChange[]
  /** What is to be said of the comparison where nothing changed: `All as usual.` */
  otherwise: string
}

const MAX_CHANGES = 3

/** A report's answer to its question, made by rules from its totals and their judgements. */
export function reportAnswer(report: ReportDefinition, state: ReportState, result: ReportResult): ReportAnswer {
  const judged = visibleTiles(report, state).flatMap((key) => {
    const judgement = result.judgement?.[key]
    return judgement ? [{ key, judgement }] : []
  })
  const changes = judged
    .filter(({ judgement }) => isTelling(judgement))
    .sort((a, b) => Math.abs(b.judgement.deviations) - Math.abs(a.judgement.deviations))
    .slice(0, MAX_CHANGES)
    .map(({ key, judgement }) => changeInWords(report, key, judgement, result))
  return {
    sentence: sentenceOf(report, state, result),
    changes,
    otherwise: changes.length > 0 ? '' : unchangedText(judged.map(({ judgement }) => judgement)),
  }
}

function sentenceOf(report: ReportDefinition, { filters }: ReportState, { total, timeZone }: ReportResult): string {
  const texts = (report.answer ?? []).map((sentence) =>
    fillSentence(sentence, ({ column: key, one, many }) => {
      const [column, value] = [report.columns[key], total[key]]
      if (!column || typeof value !== 'number' || !isColumnVisible(column, filters)) return null
      return one === undefined
        ? numberText(report.columns, key, total, { total, zone: timeZone })
        : pluralize(value, one, many)
    }),
  )
  return texts.filter((text) => text !== null).join(' ')
}

function changeInWords(
  report: ReportDefinition,
  key: string,
  { state, tone, direction }: Judgement,
  { total, priorTotal, timeZone }: ReportResult,
): ToldChange {
  const label = report.columns[key]?.label.replace(/ %$/, '') ?? key
  const text = (numbers: ReportResult['total']) =>
    numberText(report.columns, key, numbers, { total: numbers, zone: timeZone })
  const [now, before] = [text(total), text(priorTotal ?? {})]
  if (state === 'new') return { text: `${label}: ${now}, none before.`, tone, direction }
  if (state === 'gone') return { text: `${label}: none, ${before} before.`, tone, direction }
  return { text: `${label} ${direction === 'up' ? 'rose' : 'fell'} to ${now} from ${before}.`, tone, direction }
}

// Of what can't be compared the report's main number decides, so that one reason is told, not five.
function unchangedText(judgements: readonly Judgement[]): string {
  const [main] = judgements
  if (!main) return ''
  if (main.state === 'usual' || (main.state === 'thin' && judgements.some(({ state }) => state === 'usual')))
    return 'As usual compared with the period before.'
  if (main.state === 'thin') return 'Too few to compare with the period before.'
  return main.words && `${main.words[0]?.toUpperCase()}${main.words.slice(1)}.`
}
