import { AsyncLocalStorage } from 'node:async_hooks'
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createYoga, type Plugin } from 'graphql-yoga'
import { z } from 'zod'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { rootCause, toFailure } from '../http/failures'
import { parseBody } from '../http/params'
import type { Shutdown } from '../operations/shutdown'
import { type GraphContext, graphContext } from './context'
import { GraphQLError, NoSchemaIntrospectionCustomRule } from './library'
import { buildGraphqlSchema } from './schema'

const body = z.object({
  query: z.string().max(100_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** GraphQL at one address; the same session, the same engine and the same sentences as REST. */
export function addGraphql(app: FastifyInstance, api: Api): void {
  // An error is written down under the id of the request it belongs to, which the library does not hand on.
  const asking = new AsyncLocalStorage<FastifyBaseLogger>()
  const withoutIntrospection: Plugin = {
    onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
  }
  const plainRefusals: Plugin = {
    onResultProcess: ({ result, setResult }) => {
      if ('errors' in result && result.errors) setResult({ ...result, errors: result.errors.map(limitExceeded) })
    },
  }
  const yoga = createYoga<GraphContext>({
    schema: buildGraphqlSchema(),
    graphqlEndpoint: '/api/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    plugins: [EnvelopArmorPlugin(), plainRefusals, ...(api.settings.introspection ? [] : [withoutIntrospection])],
    maskedErrors: { maskError: (error) => maskGraphqlError(error, asking.getStore() ?? app.log, api.stopping) },
  })

  app.post('/api/graphql', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const asked = parseBody(body, request.body)
    const signal = clientSignal(reply)
    const response = await asking.run(request.log, async () =>
      yoga.fetch(
        'http://localhost/api/graphql',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(asked),
          signal,
        },
        graphContext(api, viewer, signal),
      ),
    )
    return reply
      .code(response.status)
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await response.text())
  })
}

/** The library that limits questions calls what is too much a mistake of writing; nothing is wrong with how it is written. */
function limitExceeded(error: GraphQLError): GraphQLError {
  const [, sentence] = /^Syntax Error: (.* limit of \d+ exceeded.*)$/.exec(error.message) ?? []
  return sentence ? new GraphQLError(sentence, { extensions: { code: 'too_much' } }) : error
}

/** What a client reads of an error: our sentence and its code, and nothing of what nobody foresaw. */
function maskGraphqlError(error: unknown, log: FastifyBaseLogger, stopping: Shutdown): Error {
  if (!(error instanceof GraphQLError)) return expectedError(stopping.errorFor(error), log)
  // Errors of the query itself (unknown field, bad argument) have no cause and speak for themselves.
  const cause = error.originalError
  if (!cause || cause instanceof GraphQLError) return error
  const { message, extensions } = expectedError(stopping.errorFor(cause), log)
  const { nodes, path } = error
  return new GraphQLError(message, { nodes, path, extensions })
}

function expectedError(error: unknown, log: FastifyBaseLogger): GraphQLError {
  const { status, code, message, isUnexpected } = toFailure(error)
  if (isUnexpected) log.error({ err: error }, 'GraphQL request failed')
  if (status === 503) log.warn({ code, reason: rootCause(error) }, 'a part is away')
  return new GraphQLError(message, { extensions: { code, status } })
}
