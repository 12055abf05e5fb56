import {
  formatMonth,
  formatShortDay,
  goalChoice,
  goalMonth,
  goalStateLabels,
  goalsIn,
  type ReportDefinition,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import type { Api } from '../http/context'
import { readPace } from './pace'

/**
 * A sentence for each goal of a report's month, for its files and mails; none for other periods and with other filters.
 * `Goal for leases in Nov 2026, by Nov 22: 94 of 159 · needs 7.8 a day, does 4.3. Behind.`
 */
export async function goalNotes(
  api: Pick<Api, 'engine' | 'state' | 'now'>,
  viewer: Viewer,
  report: ReportDefinition,
  state: ReportState,
  signal?: AbortSignal,
): Promise<string[]> {
  if (Object.keys(goalsIn(report.columns)).length === 0) return []
  const { today } = await api.engine.companyContext(viewer)
  const month = goalMonth(report, state, today)
  if (month === null) return []
  const shown = new Set(Object.values(goalsIn(report.columns)))
  const goals = await readPace(api, viewer, { month, ...goalChoice(state), signal })
  return goals
    .filter(({ goal }) => shown.has(goal))
    .map(({ label, asOf, total: { text, state: judged } }) => {
      const by = asOf === null ? '' : `, by ${formatShortDay(asOf)}`
      const verdict = text.includes(goalStateLabels[judged].toLowerCase()) ? '' : ` ${goalStateLabels[judged]}.`
      return `Goal for ${label.toLowerCase()} in ${formatMonth(`${month}-01`)}${by}: ${text}.${verdict}`
    })
}
