import { isTelling, type JudgementState, type Tone } from '../judgement/judge'
import { type Judgement, usualText } from '../judgement/words'
import type { Column } from './columns'

/** How a number compares with its usual range: a bar and words, or only why there is none. */
export interface UsualCell {
  /** Standard deviations from what was expected, from −3 to 3; null where nothing can be said. */
  deviations: number | null
  tone: Tone
  /** `lower than usual`; empty where nothing can be said. */
  words: string
  /** `12, usual 20 – 46`, or why nothing is said. */
  detail: string
}

/** Farther than this is as far as the bar goes. */
export const MOST_DEVIATIONS = 3

/** What is judged of a number, as totals and rows have it. */
export type Judged = Pick<Judgement, 'state' | 'deviations' | 'low' | 'high'>

/** Whether it is known how far a number stands from its usual range. */
export const isPlaced = ({ state, low }: Pick<Judged, 'state' | 'low'>): boolean =>
  isTelling({ state }) || (state === 'usual' && low !== null)

/**
 * How a number compares with its usual range.
 * @param text the number's own text
 * @param reason why its report has nothing to compare with
 */
export function usualCell(
  judged: Judged | null,
  { format, better }: Pick<Column, 'format' | 'better'>,
  text: string,
  reason = '',
): UsualCell {
  if (!judged) return unsaid('')
  if (!isPlaced(judged)) return unsaid(reasons[judged.state] ?? reason)
  const { state, deviations } = judged
  const isMore = deviations > 0
  return {
    deviations: Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, deviations)),
    tone: !isTelling({ state }) || !better ? 'neutral' : isMore === (better === 'higher') ? 'good' : 'bad',
    words: wordsOf(state, isMore, format),
    detail: [text, usualText(judged, format, text)].filter(Boolean).join(', '),
  }
}

const unsaid = (detail: string): UsualCell => ({ deviations: null, tone: 'neutral', words: '', detail })

const reasons: Partial<Record<JudgementState, string>> = {
  thin: 'too few to compare',
  usual: 'its usual range is not known',
}

function wordsOf(state: JudgementState, isMore: boolean, format: Column['format']): string {
  if (state === 'new') return 'new'
  if (state === 'gone') return 'stopped'
  if (state === 'usual') return 'as usual'
  const [more, less] = format === 'duration' ? ['longer', 'shorter'] : ['higher', 'lower']
  return `${isMore ? more : less} than usual`
}
