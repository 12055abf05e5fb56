import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import type { FastifyInstance } from 'fastify'
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { type Api, clientSignal, viewerOf } from '../context'
import { failureOf } from '../failures'
import { type GraphContext, graphContext } from '../graphql/context'
import { buildGraphqlSchema } from '../graphql/schema'

/** GraphQL at one address; the same session, the same engine and the same sentences as REST. */
export function addGraphql(app: FastifyInstance, api: Api): void {
  const withoutIntrospection: Plugin = {
    onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
  }
  const yoga = createYoga<GraphContext>({
    schema: buildGraphqlSchema(),
    graphqlEndpoint: '/api/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    plugins: [EnvelopArmorPlugin(), ...(api.settings.introspection ? [] : [withoutIntrospection])],
    maskedErrors: { maskError: (error) => masked(error, app) },
  })

  app.post('/api/graphql', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const signal = clientSignal(reply)
    const response = await yoga.fetch(
      'http://localhost/api/graphql',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(request.body ?? null),
        signal,
      },
      graphContext(api, viewer, signal),
    )
    return reply
      .code(response.status)
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await response.text())
  })
}

/** What a client reads of an error: our sentence and its code, and nothing of what nobody foresaw. */
function masked(error: unknown, app: FastifyInstance): Error {
  if (!(error instanceof GraphQLError)) return foreseen(error, app)
  // Errors of the query itself (unknown field, bad argument) have no cause and speak for themselves.
  const cause = error.originalError
  if (!cause || cause instanceof GraphQLError) return error
  const { message, extensions } = foreseen(cause, app)
  const { nodes, path } = error
  return new GraphQLError(message, { nodes, path, extensions })
}

function foreseen(error: unknown, app: FastifyInstance): GraphQLError {
  const { status, code, message, unforeseen } = failureOf(error)
  if (unforeseen) app.log.error({ err: error }, 'GraphQL request failed')
  return new GraphQLError(message, { extensions: { code, status } })
}
