import { directoryQueries } from './directory'
import { findingQueries } from './findings'
import { goalQueries } from './goals'
import { insightQueries } from './insights'
import { GraphQLObjectType, GraphQLSchema } from './library'
import { myPageQueries } from './myPage'
import { peopleQueries } from './people'
import { reportFields } from './reports'
import { messageMutations } from './sharing'
import { threadBatchQueries } from './threadBatches'
import { timelineNoteQueries } from './timelineNotes'

/** The whole schema, generated from the report register; a new report needs no further code. */
export function buildGraphqlSchema(): GraphQLSchema {
  const { queries, mutations } = reportFields()
  return new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      description: 'Reports, and the company they are about.',
      fields: {
        ...directoryQueries,
        ...peopleQueries,
        ...insightQueries(),
        ...findingQueries(),
        ...goalQueries(),
        ...timelineNoteQueries(),
        ...myPageQueries(),
        ...threadBatchQueries(),
        ...queries,
      },
    }),
    mutation: new GraphQLObjectType({
      name: 'Mutation',
      description: 'Exports, saves and shares reports, and sends messages.',
      fields: { ...messageMutations, ...mutations },
    }),
  })
}
