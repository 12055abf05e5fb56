import { fromTo, moreOrFewer } from './changeNumbers'
import type { ChangeBy, ChangeExplanation, HeadlineChange } from './insights'
import { type ToldBar, waterfall } from './waterfall'

/** The bars from a headline's number before to the one now, by one dimension. */
export function changeBars({ prior }: Pick<HeadlineChange, 'prior'>, { contributions, others }: ChangeBy): ToldBar[] {
  const rest = others.rows === 1 ? '1 other' : `${others.rows.toLocaleString('en-US')} others`
  const remaining = {
    ...{ key: 'others', name: rest, change: others.change, isRest: true },
    sentence: `${rest} together: ${moreOrFewer(others.change)} (${fromTo(others)}).`,
  }
  const parts = contributions.map(({ key, name, change, sentence }) => ({ key, name, change, sentence }))
  return waterfall(prior, [...parts, ...(others.rows > 0 ? [remaining] : [])])
}

/** A number that changed, on paper: the screen's own sentences, and the bars of what explains it best. */
export interface PaperChange {
  sentence: string
  explanation: string | null
  /** Null where no part of it is known. */
  parts: { by: string; prior: number; current: number; bars: ToldBar[] } | null
}

/** What changed, on paper. */
export const changesOnPaper = ({ headlines }: Pick<ChangeExplanation, 'headlines'>): PaperChange[] =>
  headlines.filter(({ notable }) => notable).map(changeOnPaper)

function changeOnPaper(headline: HeadlineChange): PaperChange {
  const { sentence, explanation, explainedBy, prior, current } = headline
  const known = headline.by.filter(({ contributions }) => contributions.length > 0)
  const part = known.find(({ dimension }) => dimension === explainedBy) ?? known[0]
  return {
    ...{ sentence, explanation },
    parts: part ? { by: part.label, prior, current, bars: changeBars(headline, part) } : null,
  }
}
