import {
  formatMonth,
  formatShortDay,
  type GoalPace,
  goalChoice,
  goalMonth,
  goalMonthBeside,
  goalStateLabels,
  goalsIn,
  type ReportDefinition,
  type ReportState,
  type Viewer,
} from '@leaselight/model'
import type { Api } from '../http/context'
import { readPace } from './pace'

/** The goals of a report's month: for its tiles, by column, where all of a number has one; and as sentences for its notes. */
interface GoalsOfFile {
  goals: Readonly<Record<string, GoalPace>>
  /** `Goal for leases in Nov 2026, by Nov 22: 94 of 159 · needs 7.8 a day, does 4.3. Behind.` */
  notes: string[]
}

const NO_GOALS: GoalsOfFile = { goals: {}, notes: [] }

/** The goals of a report's month (`goalMonthBeside`), for its files and mails; none with other filters. */
export async function goalsOfFile(
  api: Pick<Api, 'engine' | 'state' | 'now'>,
  viewer: Viewer,
  report: ReportDefinition,
  state: ReportState,
  signal?: AbortSignal,
): Promise<GoalsOfFile> {
  const own = goalsIn(report.columns)
  if (Object.keys(own).length === 0) return NO_GOALS
  const { today } = await api.engine.companyContext(viewer)
  const month = goalMonthBeside(report, state, today)
  if (month === null) return NO_GOALS
  const shown = new Set(Object.values(own))
  const found = await readPace(api, viewer, { month, ...goalChoice(state), signal })
  // A bar below a number must be about all of it, and the number about that month.
  const isCompared = goalMonth(report, state, today) !== null
  const whole = found.filter((one) => isCompared && (one.own !== null || one.without === 0))
  const byGoal = new Map(whole.map((one) => [one.goal, one.total]))
  const notes = found
    .filter(({ goal }) => shown.has(goal))
    .map(({ label, asOf, total: { text, state: judged } }) => {
      const by = asOf === null ? '' : `, by ${formatShortDay(asOf)}`
      const verdict = text.includes(goalStateLabels[judged].toLowerCase()) ? '' : ` ${goalStateLabels[judged]}.`
      return `Goal for ${label.toLowerCase()} in ${formatMonth(`${month}-01`, today)}${by}: ${text}.${verdict}`
    })
  const goals = Object.fromEntries(
    Object.entries(own).flatMap(([column, goal]) => {
      const pace = byGoal.get(goal)
      return pace ? [[column, pace]] : []
    }),
  )
  return { goals, notes }
}
