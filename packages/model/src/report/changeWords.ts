import { capitalized } from '../format/text'
import type { JudgementState } from '../judgement/judge'
import type { ReportDefinition } from './definition'

/** The end of a sentence about a change: `to 12 from 5`, `to 20 from none`. */
export function changedTo(state: JudgementState | undefined, now: string, before: string): string {
  if (state === 'new') return `to ${now} from none`
  if (state === 'gone') return `to none from ${before}`
  return `to ${noneText(now)} from ${noneText(before)}`
}

const noneText = (count: string): string => (count === '0' ? 'none' : count)

/** The subject of a sentence about a number, with an initial capital: its noun, or a label that is one. */
export function subjectOf({ nouns, columns }: Pick<ReportDefinition, 'nouns' | 'columns'>, key: string): string {
  const noun = nouns?.[key] ?? columns[key]?.label ?? key
  return capitalized(noun)
}
