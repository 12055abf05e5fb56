import { type InsightLink, stringifySearch } from '@leaselight/model'
import { explainedReport, readWhatChanged } from '../reports/insights'
import type { Fields } from './context'
import { Judgement } from './judgementTypes'
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLObjectType, GraphQLString } from './library'
import { inputFields, inputOf, REPORT_INPUT } from './reportInput'
import { Freshness, Period, resultFields } from './reportTypes'
import { toRestParams } from './restParams'
import { Long, nonNull, nonNullList } from './scalars'

export const Link = new GraphQLObjectType<InsightLink>({
  name: 'InsightLink',
  description: 'A report with filters set that shows a number by itself.',
  fields: {
    report: { type: nonNull(GraphQLString), description: 'The report’s key.' },
    // One text: a list would exceed the depth limit of queries.
    params: {
      type: nonNull(GraphQLString),
      description: 'The report’s parameters as a REST query, like `property_ids=11&group_by=source`.',
      resolve: ({ params }) => stringifySearch(params).slice(1),
    },
    href: { type: nonNull(GraphQLString), description: 'The path of the report’s page in the web application.' },
  },
})

const changeFields = {
  current: { type: nonNull(Long), description: 'The number in the period.' },
  prior: { type: nonNull(Long), description: 'The number in the prior period.' },
  change: { type: nonNull(Long), description: 'Current minus prior.' },
}

const Contribution = new GraphQLObjectType({
  name: 'Contribution',
  description: 'How much one row contributed to a change.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The row’s key.' },
    name: { type: nonNull(GraphQLString), description: 'The row’s name.' },
    ...changeFields,
    sentence: { type: nonNull(GraphQLString), description: 'The contribution as a sentence.' },
    link: { type: nonNull(Link), description: 'The report that shows the row.' },
  },
})

const Others = new GraphQLObjectType({
  name: 'OtherContributions',
  description: 'All rows that are not listed, added up.',
  fields: { rows: { type: nonNull(Long), description: 'How many rows these are.' }, ...changeFields },
})

const ChangeBy = new GraphQLObjectType({
  name: 'ChangeBy',
  description: 'A change by property, source or agent; contributions and others sum to it exactly.',
  fields: {
    dimension: { type: nonNull(GraphQLString), description: 'The dimension’s key: property, source or agent.' },
    label: { type: nonNull(GraphQLString), description: 'The dimension’s name.' },
    contributions: { type: nonNullList(Contribution), description: 'The largest contributions, largest first.' },
    others: { type: nonNull(Others), description: 'The remaining rows.' },
  },
})

const HeadlineChange = new GraphQLObjectType({
  name: 'HeadlineChange',
  description: 'How a headline number changed against the prior period, and what explains it.',
  fields: {
    column: { type: nonNull(GraphQLString), description: 'The key of the report’s column.' },
    label: { type: nonNull(GraphQLString), description: 'The column’s name.' },
    ...changeFields,
    ratio: { type: GraphQLFloat, description: 'The change relative to the prior number; null where that was 0.' },
    verdict: { type: nonNull(GraphQLString), description: 'How to read the change: good, bad or neutral.' },
    notable: {
      type: nonNull(GraphQLBoolean),
      description: 'Whether its judgement says that it changed.',
    },
    judgement: { type: Judgement, description: 'What the change is worth; null without a prior period.' },
    sentence: { type: nonNull(GraphQLString), description: 'The change as a sentence.' },
    explanation: { type: GraphQLString, description: 'What explains the change; null where no row stands out.' },
    explainedBy: { type: GraphQLString, description: 'The key of the dimension that explains the change best.' },
    by: { type: nonNullList(ChangeBy), description: 'The change split by each dimension.' },
    link: { type: nonNull(Link), description: 'The report that shows the number.' },
  },
})

const WhatChanged = new GraphQLObjectType({
  name: 'WhatChanged',
  description: 'What changed most between the prior and the current period.',
  fields: {
    report: { type: nonNull(GraphQLString), description: resultFields.report.description },
    period: { type: Period, description: resultFields.period.description },
    priorPeriod: { type: Period, description: resultFields.priorPeriod.description },
    timeZone: { type: nonNull(GraphQLString), description: resultFields.timeZone.description },
    headlines: {
      type: nonNullList(HeadlineChange),
      description: 'The headline numbers, the most telling change first.',
    },
    notes: { type: nonNullList(GraphQLString), description: resultFields.notes.description },
    freshness: { type: nonNull(Freshness), description: resultFields.freshness.description },
  },
})

/** The query for what changed and why. */
export function insightQueries(): Fields {
  const { groupBy: _, ...input } = inputFields(explainedReport())
  return {
    whatChanged: {
      type: nonNull(WhatChanged),
      description: 'What changed most against the prior period, and which property, source or agent explains it.',
      args: {
        input: {
          description: REPORT_INPUT,
          type: inputOf('WhatChangedInput', 'Filters and period of the comparison.', {
            ...input,
            named: { type: GraphQLInt, description: 'How many rows are listed for each dimension; 5 if left out.' },
          }),
        },
      },
      resolve: async (_root, { input }: { input?: Record<string, unknown> | null }, { api, viewer, signal }) =>
        readWhatChanged(api, viewer, toRestParams(input ?? {}), signal),
    },
  }
}
