import { showMyPage } from '../myPage/service'
import type { Fields } from './context'
import { GraphQLBoolean, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const PinType = new GraphQLObjectType({
  name: 'Pin',
  description: 'A number, a chart or a finding that the user pinned.',
  fields: {
    id: { type: nonNull(GraphQLString), description: 'Its id.' },
    kind: { type: nonNull(GraphQLString), description: 'One of number, chart, finding.' },
    item: {
      type: nonNull(GraphQLString),
      description: 'The column of the number, the key of the chart or the key of the finding.',
    },
    name: { type: GraphQLString, description: 'The name that the user gave it; null where it has only its own.' },
    label: { type: nonNull(GraphQLString), description: 'What the product calls it.' },
    report: { type: nonNull(GraphQLString), description: 'The report’s key.' },
    title: { type: nonNull(GraphQLString), description: 'The report’s title.' },
    address: { type: nonNull(GraphQLString), description: 'Where its report opens in that state.' },
    inWords: { type: nonNullList(GraphQLString), description: 'Its period and filters as text.' },
    available: { type: nonNull(GraphQLBoolean), description: 'Whether it is open to the user now.' },
    problem: { type: GraphQLString, description: 'Why it can’t be shown; null where it can.' },
    leftOut: { type: GraphQLString, description: 'What of its choice is not open to the user any more.' },
  },
})

const MyPage = new GraphQLObjectType({
  name: 'MyPage',
  description: 'A user’s own page.',
  fields: {
    pins: { type: nonNullList(PinType), description: 'What the user pinned, in the user’s order.' },
    most: { type: nonNull(Long), description: 'How many pins a page can have.' },
    startPage: { type: nonNull(GraphQLBoolean), description: 'Whether the user starts on this page.' },
  },
})

/** The query for the user's own page. */
export const myPageQueries = (): Fields => ({
  myPage: {
    type: nonNull(MyPage),
    description: 'What the user pinned to My page.',
    resolve: async (_root, _args, { api, viewer }) => showMyPage(api, viewer),
  },
})
