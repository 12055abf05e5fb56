import type { CountColumn, SumColumn } from '../report/columns'
import type { ReportDefinition } from '../report/definition'
import { dateFilterKey, periodsOf } from '../report/definition'
import { activeFilters, neutralState, type ReportState } from '../report/state'
import type { Day, DayRange } from '../time/dates'
import { goalsIn } from './checkGoals'
import type { GoalGroup } from './groups'
import { type Month, monthOf, monthOfPeriod } from './months'

type GoalColumnDefinition = CountColumn | SumColumn

/** A number that may have goals, with the report that counts it by property. */
export interface GoalColumn {
  /** What is stored: `leases`. */
  goal: string
  report: ReportDefinition
  /** The report's column. */
  key: string
  column: GoalColumnDefinition
}

const countsByProperty = ({ rows, groupByOptions }: ReportDefinition): boolean =>
  rows[0] === 'property' || (rows[0] === 'groupBy' && (groupByOptions ?? []).includes('property'))

/** Every number that may have goals, each from the report that counts most of them by property. */
export function goalColumns(reports: readonly ReportDefinition[]): GoalColumn[] {
  const found = new Map<string, GoalColumn>()
  const numberOf = (report: ReportDefinition) => Object.keys(goalsIn(report.columns)).length
  for (const report of reports.filter(countsByProperty).toSorted((a, b) => numberOf(b) - numberOf(a)))
    for (const [key, goal] of Object.entries(goalsIn(report.columns))) {
      const column = report.columns[key]
      if (!found.has(goal) && (column?.kind === 'count' || column?.kind === 'sum'))
        found.set(goal, { goal, report, key, column })
    }
  return [...found.values()]
}

/** A report's state that counts by property over some days, and filters nothing else. */
export function goalState(
  report: ReportDefinition,
  { start, end }: DayRange,
  propertyIds: readonly number[],
): ReportState {
  const { filters, switches } = neutralState(report)
  return {
    filters: {
      ...filters,
      groupBy: 'property',
      propertyIds: [...propertyIds],
      [dateFilterKey(report)]: { preset: 'custom', start, end },
    },
    switches,
  }
}

/**
 * The month whose goals a report's numbers can be compared with; null when its period is no month, when it has no goals,
 * or when a filter besides chosen properties, or one value of an attribute, leaves something out.
 */
export function goalMonth(report: ReportDefinition, state: ReportState, today: Day): Month | null {
  return canHaveGoals(report, state) ? monthOfPeriod(periodsOf(report, state.filters, today).current, today) : null
}

/**
 * The month whose goals are beside a report's numbers: the month of `goalMonth`, and on a page that says how things are
 * going, whatever its period, the month in which it ends. Its numbers are not compared with them then.
 */
export function goalMonthBeside(report: ReportDefinition, state: ReportState, today: Day): Month | null {
  if (report.shape !== 'brief' || !canHaveGoals(report, state)) return goalMonth(report, state, today)
  const { end } = periodsOf(report, state.filters, today).current
  return monthOf(end < today ? end : today)
}

const canHaveGoals = (report: ReportDefinition, state: ReportState): boolean =>
  !report.asOf && Object.keys(goalsIn(report.columns)).length > 0 && !hasOtherFilters(report, state)

/** The properties that a state names; empty for all. */
export const namedProperties = ({ filters }: ReportState): readonly number[] =>
  filters.property > 0 ? [filters.property] : filters.propertyIds

/** The properties whose goals a state's numbers are compared with. */
export interface GoalChoice {
  /** Empty for all. */
  propertyIds: readonly number[]
  /** The one value of an attribute that the state filters. */
  group: GoalGroup | null
}

/** What a state chooses of the properties, as goals know it. */
export const goalChoice = (state: ReportState): GoalChoice => ({
  propertyIds: namedProperties(state),
  group: filteredGroup(state),
})

/** The one value of one attribute that a state filters; null for several, and for none. */
function filteredGroup({ filters }: ReportState): GoalGroup | null {
  const [one, ...others] = Object.entries(filters.propertiesByAttributes)
  const [value, ...values] = one?.[1] ?? []
  if (!one || value === undefined || others.length > 0 || values.length > 0) return null
  return { attribute: one[0], value }
}

/** Whether a state leaves something out of its properties' numbers, which no goal does. */
export const hasOtherFilters = (report: ReportDefinition, state: ReportState): boolean =>
  activeFilters(report, state).some(
    (key) =>
      key !== 'propertyIds' &&
      key !== 'property' &&
      !(key === 'propertiesByAttributes' && filteredGroup(state) !== null),
  )
