import type { PeerState as Standing, JudgementState as State } from '@leaselight/model'
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLObjectType,
  GraphQLString,
} from './library'
import { Long, nonNull, nonNullList } from './scalars'

const coveredDays: GraphQLFieldConfigMap<unknown, unknown> = {
  first: { type: GraphQLString, description: 'The first day with data, YYYY-MM-DD; null without any.' },
  last: { type: GraphQLString, description: 'The last day with data, no later than today.' },
}

const PropertyCoverage = new GraphQLObjectType({
  name: 'PropertyCoverage',
  description: 'The days that the data of a property covers.',
  fields: { propertyId: { type: nonNull(Long), description: 'The property’s id.' }, ...coveredDays },
})

/** The days that the data of an answer covers. */
export const Coverage = new GraphQLObjectType({
  name: 'Coverage',
  description: 'The days that the data of an answer covers.',
  fields: {
    ...coveredDays,
    properties: { type: nonNullList(PropertyCoverage), description: 'The same at each property in the answer.' },
  },
})

/** What a change is worth, by name alone. */
export const JudgementState = new GraphQLEnumType({
  name: 'JudgementState',
  description: 'What a change from the prior period is worth.',
  values: {
    INCOMPARABLE: { value: 'incomparable', description: 'The prior period has no data, or counts something else.' },
    THIN: { value: 'thin', description: 'Too few cases to say anything.' },
    USUAL: { value: 'usual', description: 'Chance alone moves it as far.' },
    SIGNAL: { value: 'signal', description: 'It changed.' },
    NEW: { value: 'new', description: 'There was none before.' },
    GONE: { value: 'gone', description: 'There is none any more.' },
    SETTLING: { value: 'settling', description: 'What it counts is still happening.' },
  } satisfies Record<Uppercase<State>, { value: State; description: string }>,
})

/** What a change from the prior period is worth. */
export const Judgement = new GraphQLObjectType({
  name: 'Judgement',
  description: 'What a change from the prior period is worth.',
  fields: {
    state: { type: nonNull(JudgementState), description: 'Only signal, new and gone are changes.' },
    tone: { type: nonNull(GraphQLString), description: 'How to read it: good, bad or neutral.' },
    direction: { type: nonNull(GraphQLString), description: 'Where it went: up, down or flat.' },
    deviations: {
      type: nonNull(GraphQLFloat),
      description: 'Standard deviations from the expected number; 0 where unknown.',
    },
    low: { type: GraphQLFloat, description: 'The least that would be usual; null where unknown.' },
    high: { type: GraphQLFloat, description: 'The most that would be usual; null where unknown.' },
    change: { type: nonNull(GraphQLString), description: 'The change as text; empty where there is none to show.' },
    words: { type: nonNull(GraphQLString), description: 'What it was, or why it is not compared.' },
  },
})

/** The judgement of a row's main number against its usual range. */
export const RowUsual = new GraphQLObjectType({
  name: 'RowUsual',
  description: 'A row’s main number beside its usual range.',
  fields: {
    column: { type: nonNull(GraphQLString), description: 'The number by which the report’s rows are read first.' },
    deviations: { type: nonNull(GraphQLFloat), description: 'Standard deviations from the expected number.' },
    low: { type: GraphQLFloat, description: 'The least that would be usual; null where there was none.' },
    high: { type: GraphQLFloat, description: 'The most that would be usual; null where there was none.' },
  },
})

/** The numbers that a judgement calls usual. */
export const UsualRange = new GraphQLObjectType({
  name: 'UsualRange',
  description: 'The numbers that would be usual.',
  fields: {
    low: { type: nonNull(GraphQLFloat), description: 'The least.' },
    high: { type: nonNull(GraphQLFloat), description: 'The most.' },
  },
})

/** Why a number has a rank among peers, or none. */
const PeerState = new GraphQLEnumType({
  name: 'PeerState',
  description: 'Whether a number is ranked among those of its peers, or why it is not.',
  values: {
    RANKED: { value: 'ranked', description: 'It has a rank.' },
    THIN: { value: 'thin', description: 'It rests on too few cases.' },
    FEWPEERS: { value: 'fewPeers', description: 'Too few properties of its group have enough cases.' },
    NOGROUP: { value: 'noGroup', description: 'Its property doesn’t have the attribute that peers share.' },
    UNKNOWN: { value: 'unknown', description: 'It isn’t known on how many cases it rests.' },
    MISSING: { value: 'missing', description: 'There is no number.' },
  } satisfies Record<Uppercase<Standing>, { value: Standing; description: string }>,
})

/** A number of a property among those of its peers. */
export const PeerStanding = new GraphQLObjectType({
  name: 'PeerStanding',
  description: 'A number of a property among those of its peers.',
  fields: {
    state: { type: nonNull(PeerState), description: 'Whether it is ranked.' },
    rank: { type: Long, description: '1 is the best; equal numbers share a rank.' },
    tied: { type: nonNull(GraphQLBoolean), description: 'Whether another property has the same rank.' },
    of: { type: nonNull(Long), description: 'How many of its group can be ranked.' },
    quartile: { type: Long, description: '1 is the best quarter, 4 the last.' },
    median: { type: GraphQLFloat, description: 'The median of those that can be ranked; null where they are too few.' },
    words: { type: nonNull(GraphQLString), description: 'The same as a sentence.' },
  },
})
