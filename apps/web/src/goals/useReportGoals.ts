import {
  GOAL_RULE,
  type GoalPace,
  goalChoice,
  goalMonth,
  goalMonthBeside,
  goalStateLabels,
  goalsIn,
  goalTone,
  type Month,
  paceText,
  pluralize,
  type ReportDefinition,
  type ReportState,
  targetPerDay,
} from '@leaselight/model'
import type { GoalsBeside } from '@leaselight/reports/views'
import type { CellNote } from '@leaselight/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { goalPace, type PaceOfGoal } from './queries'

/** The goals of a report's numbers, by column: of the total, and by the key of a property's row. */
export type ReportGoals = Readonly<
  Record<
    string,
    { total: GoalPace; rows: ReadonlyMap<string, GoalPace>; perDay: number; isPartial: boolean; at: string }
  >
>

/**
 * The goals that a report's numbers can be compared with: of a month, without other filters than the properties.
 * `isWaiting` until it is known whether there are any.
 */
export function useReportGoals(
  report: ReportDefinition,
  state: ReportState,
): { goals: ReportGoals | undefined; isWaiting: boolean } {
  const { today } = useGlobal()
  const { goals, isLoading, isNext } = useGoalsOf(report, state, goalMonth(report, state, today))
  return { goals: isNext ? undefined : goals, isWaiting: isLoading || isNext }
}

/**
 * The goals beside a page that says how things are going, with their month; undefined while the first load, and without
 * any number while others do.
 */
export function useGoalsBeside(report: ReportDefinition, state: ReportState): GoalsBeside | null | undefined {
  const { today } = useGlobal()
  const month = goalMonthBeside(report, state, today)
  const { goals, isLoading, isNext } = useGoalsOf(report, state, month)
  return useMemo(() => {
    if (isLoading) return undefined
    return goals && month !== null ? { month, goals: isNext ? {} : goals } : null
  }, [goals, isLoading, isNext, month])
}

function useGoalsOf(
  report: ReportDefinition,
  state: ReportState,
  month: Month | null,
): { goals: ReportGoals | undefined; isLoading: boolean; isNext: boolean } {
  const { client } = useServices()
  const {
    data,
    isLoading,
    isPlaceholderData: isNext,
  } = useQuery({
    ...goalPace(client, { month: month ?? '', ...goalChoice(state) }, month !== null),
    placeholderData: keepPreviousData,
  })
  const goals = useMemo(() => {
    if (month === null || data?.month !== month) return undefined
    const byGoal = new Map(data.goals.map((one) => [one.goal, one]))
    const found = Object.entries(goalsIn(report.columns)).flatMap(([column, goal]) => {
      const own = byGoal.get(goal)
      if (!own) return []
      const rows = new Map(own.properties.map((pace) => [`property:${pace.propertyId}`, pace]))
      const perDay = targetPerDay(own.total.target, month)
      return [
        [
          column,
          { total: own.total, rows, perDay, isPartial: own.own === null && own.without > 0, at: placesOf(own) },
        ] as const,
      ]
    })
    return found.length > 0 ? Object.fromEntries(found) : undefined
  }, [month, data, report])
  return { goals, isLoading, isNext }
}

/** What follows a number of the table that has a goal: `of 22`. */
export function goalNote(goals: ReportGoals | undefined, row: string | null, column: string): CellNote | undefined {
  const goal = goals?.[column]
  const pace = row === null ? (goal?.isPartial ? undefined : goal?.total) : goal?.rows.get(row)
  if (!pace) return undefined
  const title = `${paceText(pace)}. ${goalStateLabels[pace.state]}. ${GOAL_RULE}`
  return { text: `of ${pace.target.toLocaleString('en-US')}`, title, tone: goalTone(pace.state) }
}

/** How many a day the goals of the total need, by column; not where some properties of the total have none. */
export const dailyGoals = (goals: ReportGoals | undefined): Readonly<Record<string, number>> | undefined =>
  goals &&
  Object.fromEntries(
    Object.entries(goals).flatMap(([column, { perDay, isPartial }]) => (isPartial ? [] : [[column, perDay]])),
  )

/** Where the goals of a number are, if not everywhere: ` at 20 properties`. */
const placesOf = ({ own, without, properties }: PaceOfGoal): string =>
  own === null && without > 0 ? ` at ${pluralize(properties.length, 'property', 'properties')}` : ''
