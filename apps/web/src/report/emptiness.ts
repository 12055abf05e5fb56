import {
  type CountedResult,
  countsNothing,
  hasNoNumber,
  narrowingFilters,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'

/**
 * How a page stands with nothing to show: `no`, there is something; `unknown` until its goals have come; `alone`, one
 * block says so in place of the page; `beside`, a block in place of the rows, on a page that also tells of other things.
 */
export type Emptiness = 'no' | 'unknown' | 'alone' | 'beside'

interface Shown {
  report: ReportDefinition
  state: ReportState
  result: CountedResult
  /** The report has a page of its own. */
  ownPage: boolean
  /** Whether numbers have goals beside them; `unknown` while they load. */
  goals: 'none' | 'some' | 'unknown'
}

/** Whether a result leaves nothing to show on its page, and how the page says so. */
export function emptinessOf({ report, state, result, ownPage, goals }: Shown): Emptiness {
  const isNarrowed = narrowingFilters(report, state).length > 0
  if (result.rows.length > 0) {
    // Where filters leave only zeros, they are named; beside a goal 0 is an answer.
    if (!isNarrowed || !countsNothing(report, result) || goals === 'some') return 'no'
    if (goals === 'unknown') return 'unknown'
  }
  return ownPage && readsOn(report, isNarrowed) ? 'beside' : 'alone'
}

/** Whether the numbers, too, say nothing, so that a page is better without them. */
export const isWithoutNumbers = (emptiness: Emptiness, report: ReportDefinition, result: CountedResult): boolean =>
  emptiness === 'beside' && hasNoNumber(report, result)

/**
 * Whether a page of its own has more to tell than its rows: one read from top to bottom, one of the days ahead beside its
 * period, and one of today, where nobody waiting is good news as long as no filter hides them.
 */
const readsOn = ({ shape, asOf }: ReportDefinition, isNarrowed: boolean): boolean =>
  shape === 'brief' || (asOf ? !isNarrowed : shape === 'homes')
