import { directoryQueries } from './directory'
import { insightQueries } from './insights'
import { GraphQLObjectType, GraphQLSchema } from './library'
import { peopleQueries } from './people'
import { reportFields } from './reports'
import { messageMutations } from './sharing'
import { threadBatchQueries } from './threadBatches'

/** The whole schema, made from the register of reports; a new report is in it by itself. */
export function buildGraphqlSchema(): GraphQLSchema {
  const { queries, mutations } = reportFields()
  return new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: { ...directoryQueries, ...peopleQueries, ...insightQueries(), ...threadBatchQueries(), ...queries },
    }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: { ...messageMutations, ...mutations } }),
  })
}
