import { type InsightLink, stringifySearch } from '@leaselight/model'
import { explainedReport, readWhatChanged } from '../reports/insights'
import type { Fields } from './context'
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLObjectType, GraphQLString } from './library'
import { Freshness, inputFields, inputOf, Period } from './reportTypes'
import { toRestParams } from './restParams'
import { Long, nonNull, nonNullList } from './scalars'

const Link = new GraphQLObjectType<InsightLink>({
  name: 'InsightLink',
  description: 'Where to see a number by itself: a report with filters set.',
  fields: {
    report: { type: nonNull(GraphQLString) },
    // As one text: a list of them would stand deeper than a question may go.
    params: {
      type: nonNull(GraphQLString),
      description: 'The report’s parameters as REST takes them, `property_ids=11&group_by=source`.',
      resolve: ({ params }) => stringifySearch(params).slice(1),
    },
    href: { type: nonNull(GraphQLString), description: 'Its address on the screen.' },
  },
})

const changeFields = {
  current: { type: nonNull(Long) },
  prior: { type: nonNull(Long) },
  change: { type: nonNull(Long), description: 'Current minus prior.' },
}

const Contribution = new GraphQLObjectType({
  name: 'Contribution',
  description: 'What one row did to a change.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The row’s key.' },
    name: { type: nonNull(GraphQLString) },
    ...changeFields,
    sentence: { type: nonNull(GraphQLString) },
    link: { type: nonNull(Link) },
  },
})

const Others = new GraphQLObjectType({
  name: 'OtherContributions',
  description: 'The rows that are not named, together.',
  fields: { rows: { type: nonNull(Long) }, ...changeFields },
})

const ChangeBy = new GraphQLObjectType({
  name: 'ChangeBy',
  description: 'A change by property, source or agent; contributions and others sum to it exactly.',
  fields: {
    dimension: { type: nonNull(GraphQLString) },
    label: { type: nonNull(GraphQLString) },
    contributions: { type: nonNullList(Contribution), description: 'Largest first.' },
    others: { type: nonNull(Others) },
  },
})

const HeadlineChange = new GraphQLObjectType({
  name: 'HeadlineChange',
  description: 'How a headline number changed against the prior period, and what explains it.',
  fields: {
    column: { type: nonNull(GraphQLString) },
    label: { type: nonNull(GraphQLString) },
    ...changeFields,
    ratio: { type: GraphQLFloat, description: 'Relative to the prior number; null where that was 0.' },
    verdict: { type: nonNull(GraphQLString), description: 'good, bad or neutral.' },
    notable: { type: nonNull(GraphQLBoolean), description: 'More than chance alone does to counts of this size.' },
    sentence: { type: nonNull(GraphQLString) },
    explanation: { type: GraphQLString, description: 'Null where nothing stands out.' },
    explainedBy: { type: GraphQLString },
    by: { type: nonNullList(ChangeBy) },
    link: { type: nonNull(Link) },
  },
})

const WhatChanged = new GraphQLObjectType({
  name: 'WhatChanged',
  description: 'What changed most between the prior and this period, the most telling change first.',
  fields: {
    report: { type: nonNull(GraphQLString) },
    period: { type: Period },
    priorPeriod: { type: Period },
    timeZone: { type: nonNull(GraphQLString) },
    headlines: { type: nonNullList(HeadlineChange) },
    notes: { type: nonNullList(GraphQLString) },
    freshness: { type: nonNull(Freshness) },
  },
})

/** What changed, and why. */
export function insightQueries(): Fields {
  const { groupBy: _, ...input } = inputFields(explainedReport())
  return {
    whatChanged: {
      type: nonNull(WhatChanged),
      description: 'What changed most against the prior period, and which property, source or agent explains it.',
      args: {
        input: {
          type: inputOf('WhatChangedInput', {
            ...input,
            named: { type: GraphQLInt, description: 'How many rows are named for each dimension; 5 unless said.' },
          }),
        },
      },
      resolve: async (_root, { input }: { input?: Record<string, unknown> | null }, { api, viewer, signal }) =>
        readWhatChanged(api, viewer, toRestParams(input ?? {}), signal),
    },
  }
}
