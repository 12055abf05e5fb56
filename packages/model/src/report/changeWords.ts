import type { JudgementState } from '../judgement/judge'
import type { ReportDefinition } from './definition'

/** The end of a sentence about a change: `to 12 from 5`, `to 20 from none`. */
export function changedTo(state: JudgementState | undefined, now: string, before: string): string {
  if (state === 'new') return `to ${now} from none`
  if (state === 'gone') return `to none from ${before}`
  return `to ${now} from ${before}`
}

/** The subject of a sentence about a number, with an initial capital: its noun, or a label that is one. */
export function subjectOf({ nouns, columns }: Pick<ReportDefinition, 'nouns' | 'columns'>, key: string): string {
  const noun = nouns?.[key] ?? columns[key]?.label ?? key
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

/** `40 → 22` */
export const fromTo = ({ prior, current }: { prior: number; current: number }): string =>
  `${prior.toLocaleString('en-US')} → ${current.toLocaleString('en-US')}`

/** `18 fewer` */
export const moreOrFewer = (change: number): string =>
  change === 0 ? 'unchanged' : `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'}`
