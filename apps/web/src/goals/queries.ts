import type { GoalChoice, GoalGroup, GoalPace, Month } from '@leaselight/model'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Client } from '../api/request'

/** Goals of one number over a year. */
export interface GoalGrid {
  goal: string
  label: string
  definition: string
  year: number
  months: Month[]
  goals: { goal: string; label: string }[]
  firstOpenMonth: Month
  maySet: boolean
  properties: GridProperty[]
  /** The company and each value of an attribute of which the reader sees every property. */
  groups: GridGroup[]
}

export interface GridGroup extends GoalGroup {
  /** `Region: West` */
  group: string
  /** How many properties it has. */
  size: number
  targets: (number | null)[]
}

export interface GridProperty {
  propertyId: number
  property: string
  targets: (number | null)[]
}

/** How the goals of one number go in a month. */
export interface PaceOfGoal {
  goal: string
  label: string
  asOf: string | null
  total: GoalPace
  /** The group whose own goal the total has; null where it is the sum of the properties’ goals. */
  own: string | null
  groups: (GoalPace & { group: string })[]
  properties: (GoalPace & { propertyId: number; property: string })[]
  without: number
}

/** What a table of goals brought. */
export interface ImportedGoals {
  targets: { propertyId: number; month: Month; target: number }[]
  groups: (GoalGroup & { month: Month; target: number })[]
  problems: { line: number; message: string }[]
}

/** What the months of the year before had. */
export interface YearBefore {
  months: Month[]
  properties: { propertyId: number; counts: (number | null)[] }[]
}

export const goalsKey = ['goals']

export const goalGrid = (client: Client, goal: string | undefined, year: number | undefined) =>
  queryOptions({
    queryKey: [...goalsKey, 'grid', goal, year],
    queryFn: ({ signal }) => client.json<GoalGrid>('/api/goals', { query: { goal, year }, signal }),
    placeholderData: keepPreviousData,
  })

/** The pace of a month's goals, of all numbers or one, at some properties or all. */
export const goalPace = (
  client: Client,
  { month, goal, propertyIds = [], group }: { month: Month; goal?: string | undefined } & Partial<GoalChoice>,
  isWanted = true,
) =>
  queryOptions({
    queryKey: [...goalsKey, 'pace', month, goal, propertyIds, group],
    queryFn: ({ signal }) =>
      client.json<{ month: Month; goals: PaceOfGoal[] }>('/api/goals/pace', {
        query: {
          ...{ month, goal, attribute: group?.attribute ?? undefined, value: group?.value ?? undefined },
          propertyIds: propertyIds.length > 0 ? propertyIds.join(',') : undefined,
        },
        signal,
      }),
    enabled: isWanted,
  })

export const yearBefore = (client: Client, goal: string, year: number) =>
  queryOptions({
    queryKey: [...goalsKey, 'year-before', goal, year],
    queryFn: ({ signal }) => client.json<YearBefore>('/api/goals/year-before', { query: { goal, year }, signal }),
  })
