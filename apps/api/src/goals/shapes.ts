import { goalStates } from '@leaselight/model'
import { z } from 'zod'

const goal = z.string().max(100).meta({ description: 'The number that the goals are for, such as `leases`.' })
const month = z.string().max(7).meta({ description: 'A month such as 2026-11.' })

const group = {
  attribute: z
    .string()
    .max(200)
    .nullable()
    .meta({ description: 'An attribute such as Region; null for all properties.' }),
  value: z.string().max(500).nullable().meta({ description: 'Its value such as West; null for all properties.' }),
}

/** One number's goals to set; a target of null removes one. */
export const goalsBody = z.object({
  goal,
  targets: z
    .array(z.object({ property_id: z.int().min(1), month, target: z.int().nullable() }))
    .max(20_000)
    .default([]),
  groups: z
    .array(z.object({ ...group, month, target: z.int().nullable() }))
    .max(20_000)
    .default([])
    .meta({ description: 'Goals of groups, for those who see every property of the group.' }),
})

/** A table of goals: a column for the property and one for each month, or the columns Property, Month and Target. */
export const sheetBody = z.object({
  goal,
  text: z.string().max(500_000).meta({ description: 'CSV, or text as a spreadsheet copies it.' }),
})

export const savedAnswer = z.object({ saved: z.int() }).meta({ id: 'SavedGoals' })

const monthList = z.array(z.string()).meta({ description: 'The months, such as 2026-11.' })

export const gridAnswer = z
  .object({
    goal: z.string(),
    label: z.string(),
    definition: z.string(),
    year: z.int(),
    months: monthList,
    goals: z.array(z.object({ goal: z.string(), label: z.string() })).meta({ description: 'Every number with goals.' }),
    first_open_month: z.string().meta({ description: 'Goals of earlier months stay as they were.' }),
    may_set: z.boolean(),
    properties: z.array(
      z
        .object({
          property_id: z.int(),
          property: z.string(),
          targets: z.array(z.int().nullable()).meta({ description: 'One for each month; null without a goal.' }),
        })
        .meta({ id: 'PropertyGoals' }),
    ),
    groups: z
      .array(
        z
          .object({
            ...group,
            group: z.string().meta({ description: '`Region: West`, or `All properties`.' }),
            size: z.int().meta({ description: 'How many properties it has.' }),
            targets: z.array(z.int().nullable()).meta({ description: 'Its own goals, one for each month.' }),
          })
          .meta({ id: 'GroupGoals' }),
      )
      .meta({ description: 'The company and each value of an attribute of which the viewer sees every property.' }),
  })
  .meta({ id: 'Goals' })

export const yearBeforeAnswer = z
  .object({
    goal: z.string(),
    year: z.int(),
    months: monthList,
    properties: z.array(
      z.object({
        property_id: z.int(),
        counts: z.array(z.int().nullable()).meta({ description: 'What the same month of the year before had.' }),
      }),
    ),
  })
  .meta({ id: 'GoalsYearBefore' })

export const sheetAnswer = z
  .object({
    saved: z.int(),
    targets: z.array(z.object({ property_id: z.int(), month: z.string(), target: z.int() })),
    groups: z.array(z.object({ ...group, month: z.string(), target: z.int() })),
    problems: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .meta({ description: 'The lines that could not be used, each with its reason.' }),
  })
  .meta({ id: 'ImportedGoals' })

const pace = {
  target: z.int(),
  done: z.int(),
  gone: z.number().meta({ description: 'The days that were counted; of several properties their average.' }),
  left: z.number().meta({ description: 'The days of the month after them.' }),
  state: z.enum(goalStates).meta({
    description:
      '`behind`: the days left would have to bring more than is usual after the days gone. `early` in the first 7 days, `thin` while both what is done and what is missing are under 10.',
  }),
  needs_per_day: z.number().nullable(),
  does_per_day: z.number().nullable(),
  expected: z.int().nullable().meta({ description: 'What the month ends with at the pace so far.' }),
  text: z.string().meta({ description: '`14 of 22 · needs 0.7 a day, does 0.5`' }),
}

export const paceAnswer = z
  .object({
    month: z.string(),
    goals: z.array(
      z
        .object({
          goal: z.string(),
          label: z.string(),
          as_of: z.string().nullable().meta({ description: 'The last day that is counted.' }),
          total: z.object(pace).meta({ id: 'GoalPace' }),
          own: z.string().nullable().meta({
            description: 'The group whose own goal the total has; null where it has the sum of its properties’ goals.',
          }),
          groups: z
            .array(z.object({ ...group, group: z.string(), ...pace }).meta({ id: 'GroupPace' }))
            .meta({ description: 'The other groups with goals of their own, those furthest behind first.' }),
          properties: z
            .array(z.object({ property_id: z.int(), property: z.string(), ...pace }).meta({ id: 'PropertyPace' }))
            .meta({ description: 'Those furthest behind first.' }),
          without: z.int().meta({ description: 'How many properties have no goal.' }),
        })
        .meta({ id: 'PaceOfGoal' }),
    ),
  })
  .meta({ id: 'GoalsPace' })

export const gridParameters = z.object({
  goal: goal.optional().meta({ description: 'The first number with goals without it.' }),
  year: z.int().optional().meta({ description: 'The current year without it.' }),
})

export const paceParameters = z.object({
  month: z.string().optional().meta({ description: 'A month such as 2026-11; the current one without it.' }),
  goal: goal.optional(),
  property_ids: z.string().optional().meta({ description: 'Property ids with commas; all properties without it.' }),
  attribute: z.string().optional().meta({ description: 'With `value`: the properties that have it, such as Region.' }),
  value: z.string().optional().meta({ description: 'The value of the attribute, such as West.' }),
})
