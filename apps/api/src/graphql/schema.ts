import { directoryQueries } from './directory'
import { findingQueries } from './findings'
import { goalQueries } from './goals'
import { insightQueries } from './insights'
import { keyMutations, keyQueries } from './keys'
import { GraphQLObjectType, GraphQLSchema } from './library'
import { myPageQueries } from './myPage'
import { peopleQueries } from './people'
import { reconciliationMutations, reconciliationQueries } from './reconciliations'
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
        ...keyQueries(),
        ...reconciliationQueries(),
        ...threadBatchQueries(),
        ...queries,
      },
    }),
    mutation: new GraphQLObjectType({
      name: 'Mutation',
      description:
        'Exports, saves and shares reports, sends messages, makes API keys, and compares files of property systems.',
      fields: { ...messageMutations, ...keyMutations(), ...reconciliationMutations(), ...mutations },
    }),
  })
}
