import { monthOf } from '@leaselight/model'
import { type PaceOfGoal, readPace } from '../goals/pace'
import { parseGroup, parseMonthParam } from '../goals/routes'
import { readGrid } from '../goals/service'
import type { Fields } from './context'
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const paceFields = {
  target: { type: nonNull(Long), description: 'The goal.' },
  done: { type: nonNull(Long), description: 'What was counted so far.' },
  gone: {
    type: nonNull(GraphQLFloat),
    description: 'The days that were counted; of several properties their average.',
  },
  left: { type: nonNull(GraphQLFloat), description: 'The days of the month after them.' },
  state: {
    type: nonNull(GraphQLString),
    description:
      'One of upcoming, early, thin, behind, possible, onPace, ahead, reached, missed; judged as the documentation says.',
  },
  needsPerDay: { type: GraphQLFloat, description: 'How many a day are needed; null when the month is over.' },
  doesPerDay: { type: GraphQLFloat, description: 'How many a day were done; null before the first complete day.' },
  expected: { type: Long, description: 'What the month ends with at the pace so far.' },
  text: { type: nonNull(GraphQLString), description: 'The pace as text.' },
}

const PropertyPace = new GraphQLObjectType({
  name: 'PropertyPace',
  description: 'How a property’s goal is going.',
  fields: {
    propertyId: { type: nonNull(Long), description: 'The property’s id.' },
    property: { type: nonNull(GraphQLString), description: 'The property’s name.' },
    ...paceFields,
  },
})

const groupFields = {
  attribute: { type: GraphQLString, description: 'The attribute, such as Region; null for all properties.' },
  value: { type: GraphQLString, description: 'Its value, such as West; null for all properties.' },
  group: { type: nonNull(GraphQLString), description: 'Region: West, or All properties.' },
}

const GroupPace = new GraphQLObjectType({
  name: 'GroupPace',
  description: 'How a group’s own goal is going.',
  fields: { ...groupFields, ...paceFields },
})

const GroupGoals = new GraphQLObjectType({
  name: 'GroupGoals',
  description: 'A group’s own goals of a year.',
  fields: {
    ...groupFields,
    size: { type: nonNull(Long), description: 'How many properties it has.' },
    targets: { type: nonNull(new GraphQLList(Long)), description: 'One for each month; null without a goal.' },
  },
})

const GoalPaceType = new GraphQLObjectType({
  name: 'GoalPace',
  description: 'How a goal is going over all properties that have it.',
  fields: paceFields,
})

const PaceOfGoalType = new GraphQLObjectType<PaceOfGoal>({
  name: 'PaceOfGoal',
  description: 'How the goals of one number are going.',
  fields: {
    goal: { type: nonNull(GraphQLString), description: 'The number, such as leases.' },
    label: { type: nonNull(GraphQLString), description: 'The number’s label.' },
    asOf: { type: GraphQLString, description: 'The last day that is counted; null where none is complete.' },
    total: { type: nonNull(GoalPaceType), description: 'Over all properties with a goal, or the group’s own.' },
    own: { type: GraphQLString, description: 'The group whose own goal the total has; null where it is a sum.' },
    groups: { type: nonNullList(GroupPace), description: 'The other groups with goals of their own.' },
    properties: { type: nonNullList(PropertyPace), description: 'Those furthest behind first.' },
    without: { type: nonNull(Long), description: 'How many properties have no goal.' },
  },
})

const PropertyGoals = new GraphQLObjectType({
  name: 'PropertyGoals',
  description: 'A property’s goals of a year.',
  fields: {
    propertyId: { type: nonNull(Long), description: 'The property’s id.' },
    property: { type: nonNull(GraphQLString), description: 'The property’s name.' },
    targets: { type: nonNull(new GraphQLList(Long)), description: 'One for each month; null without a goal.' },
  },
})

const Goals = new GraphQLObjectType({
  name: 'Goals',
  description: 'The goals of one number over a year.',
  fields: {
    goal: { type: nonNull(GraphQLString), description: 'The number, such as leases.' },
    label: { type: nonNull(GraphQLString), description: 'The number’s label.' },
    months: { type: nonNullList(GraphQLString), description: 'The months, such as 2026-11.' },
    firstOpenMonth: { type: nonNull(GraphQLString), description: 'Goals of earlier months stay as they were.' },
    maySet: { type: nonNull(GraphQLBoolean), description: 'Whether the viewer may set goals.' },
    properties: { type: nonNullList(PropertyGoals), description: 'Every property that the number counts.' },
    groups: { type: nonNullList(GroupGoals), description: 'Every group of which the viewer sees all properties.' },
  },
})

interface PaceArgs {
  month?: string | null
  goal?: string | null
  propertyIds?: number[] | null
  attribute?: string | null
  value?: string | null
}

/** The queries for goals and their pace. */
export const goalQueries = (): Fields => ({
  goals: {
    type: nonNull(Goals),
    description: 'The goals of one number over a year, for the properties that the viewer may see.',
    args: {
      goal: { type: GraphQLString, description: 'The number, such as leases; the first one if left out.' },
      year: { type: GraphQLInt, description: 'The year; the current one if left out.' },
    },
    resolve: async (_root, args: { goal?: string | null; year?: number | null }, { api, viewer }) =>
      readGrid(api, viewer, { goal: args.goal ?? undefined, year: args.year ?? undefined }),
  },
  goalPace: {
    type: nonNullList(PaceOfGoalType),
    description: 'Which goals of a month are on pace.',
    args: {
      month: { type: GraphQLString, description: 'A month such as 2026-11; the current one if left out.' },
      goal: { type: GraphQLString, description: 'One number alone, such as leases.' },
      propertyIds: { type: new GraphQLList(nonNull(Long)), description: 'These properties alone.' },
      attribute: { type: GraphQLString, description: 'With value: the properties that have it, such as Region.' },
      value: { type: GraphQLString, description: 'The value of the attribute, such as West.' },
    },
    resolve: async (_root, args: PaceArgs, { api, viewer, signal, directory }) => {
      const month = args.month ? parseMonthParam(args.month) : monthOf((await directory()).today)
      const { goal, propertyIds, attribute, value } = args
      const group = parseGroup(attribute ?? undefined, value ?? undefined)
      return readPace(api, viewer, { month, goal: goal ?? undefined, propertyIds: propertyIds ?? [], group, signal })
    },
  },
})
