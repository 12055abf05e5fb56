import { readFindings } from '../findings/read'
import type { Fields } from './context'
import { Link } from './insights'
import { GraphQLFloat, GraphQLList, GraphQLObjectType, GraphQLString } from './library'
import { Period } from './reportTypes'
import { Long, nonNull, nonNullList } from './scalars'

const Proof = new GraphQLObjectType({
  name: 'FindingProof',
  description: 'One number that shows a finding.',
  fields: {
    report: { type: nonNull(GraphQLString), description: 'The report’s key.' },
    title: { type: nonNull(GraphQLString), description: 'The report’s title.' },
    sentence: { type: nonNull(GraphQLString), description: 'The number as a sentence.' },
    comparison: { type: nonNull(GraphQLString), description: 'What the number would have been without it.' },
    period: { type: nonNull(Period), description: 'The days of the number.' },
    link: { type: nonNull(Link), description: 'The report that shows the number.' },
  },
})

const Subject = new GraphQLObjectType({
  name: 'FindingSubject',
  description: 'What a finding is about.',
  fields: {
    kind: { type: nonNull(GraphQLString), description: 'Company, property or source.' },
    propertyId: { type: Long, description: 'The property’s id; null for the company and for a source.' },
    name: { type: nonNull(GraphQLString), description: 'The name as the viewer may see it.' },
  },
})

const Cost = new GraphQLObjectType({
  name: 'FindingCost',
  description: 'An estimate of what a finding costs each month.',
  fields: {
    leases: { type: nonNull(GraphQLFloat), description: 'Leases that are not signed.' },
    dollars: { type: nonNull(GraphQLFloat), description: 'The same in dollars, with other costs.' },
    text: { type: nonNull(GraphQLString), description: 'The cost as text.' },
  },
})

const Band = new GraphQLObjectType({
  name: 'FindingBand',
  description: 'What a week of a finding’s trend usually was.',
  fields: {
    low: { type: nonNull(GraphQLFloat), description: 'The lowest usual number.' },
    high: { type: nonNull(GraphQLFloat), description: 'The highest usual number.' },
  },
})

const NoteAround = new GraphQLObjectType({
  name: 'NoteAround',
  description: 'A note on the timeline around a change: a candidate, never its cause.',
  fields: {
    id: { type: nonNull(GraphQLString), description: 'The note’s id.' },
    startDate: { type: nonNull(GraphQLString), description: 'The first day.' },
    endDate: { type: nonNull(GraphQLString), description: 'The last day.' },
    text: { type: nonNull(GraphQLString), description: 'What happened.' },
    place: { type: nonNull(GraphQLString), description: 'What it is about, where that is more than the subject.' },
    says: { type: nonNull(GraphQLString), description: 'The note with its days, as text.' },
  },
})

const Finding = new GraphQLObjectType({
  name: 'Finding',
  description: 'Something that hurts, beyond what chance explains.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The same from day to day.' },
    topic: { type: nonNull(GraphQLString), description: 'The key of the topic.' },
    about: { type: nonNull(GraphQLString), description: 'The topic as text.' },
    subject: { type: nonNull(Subject), description: 'What it is about.' },
    sentence: { type: nonNull(GraphQLString), description: 'The finding as a sentence.' },
    comparison: { type: nonNull(GraphQLString), description: 'What the number would have been without it.' },
    since: { type: GraphQLString, description: 'About the first day after the change; null where it was always so.' },
    sinceText: { type: nonNull(GraphQLString), description: 'The same as text; empty where it was always so.' },
    cost: { type: nonNull(Cost), description: 'What it costs each month.' },
    who: { type: nonNullList(GraphQLString), description: 'The agents whose own numbers show it.' },
    trend: {
      type: nonNull(new GraphQLList(GraphQLFloat)),
      description: 'The number in each of the latest weeks, oldest first.',
    },
    usual: { type: Band, description: 'What a week of the trend usually was; null where that is unknown.' },
    level: {
      type: GraphQLFloat,
      description: 'What a case usually brought; null where the finding isn’t about the subject’s own cases.',
    },
    proofs: { type: nonNullList(Proof), description: 'What shows it.' },
    around: {
      type: nonNullList(NoteAround),
      description: 'Notes on the timeline that begin or end within 14 days of the change: candidates, never causes.',
    },
    link: { type: nonNull(Link), description: 'The report that shows it.' },
  },
})

const Hidden = new GraphQLObjectType({
  name: 'HiddenFinding',
  description: 'A finding that was snoozed, or is no problem.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The finding’s key.' },
    kind: { type: nonNull(GraphQLString), description: 'Whether it was snoozed or dismissed.' },
    sentence: { type: nonNull(GraphQLString), description: 'What it says, or what it was about.' },
    until: { type: GraphQLString, description: 'The end of a snooze.' },
    by: { type: GraphQLString, description: 'The word you, where the viewer said it.' },
  },
})

const Findings = new GraphQLObjectType({
  name: 'Findings',
  description: 'What hurts, the heaviest first.',
  fields: {
    findings: { type: nonNullList(Finding), description: 'What is shown.' },
    hidden: { type: nonNullList(Hidden), description: 'What is not shown.' },
    lookedAt: { type: nonNull(Long), description: 'How many numbers were looked at.' },
    end: { type: GraphQLString, description: 'The last day that the findings know; null before any import.' },
    computedAt: { type: nonNull(GraphQLString), description: 'When they were found.' },
  },
})

/** The query for what hurts, across all reports. */
export const findingQueries = (): Fields => ({
  findings: {
    type: nonNull(Findings),
    description: 'What hurts, found across all reports at the properties that the viewer may see; the heaviest first.',
    resolve: async (_root, _args, { api, viewer, signal }) => readFindings(api, viewer, signal),
  },
})
