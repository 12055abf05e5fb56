import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createYoga, type Plugin } from 'graphql-yoga'
import { z } from 'zod'
import { type Api, clientSignal } from '../http/context'
import { rootCause, toFailure } from '../http/failures'
import { parseBody } from '../http/params'
import { route } from '../http/routeSchema'
import type { Shutdown } from '../operations/shutdown'
import { type GraphContext, graphContext } from './context'
import { GraphQLError, getOperationAST, NoSchemaIntrospectionCustomRule, printSchema } from './library'
import { withLongVariables } from './longVariables'
import { buildGraphqlSchema } from './schema'

const body = z.object({
  query: z.string().max(100_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** `POST /api/graphql`, with the same session, engine and error messages as REST, and the schema as text. */
export function addGraphql(app: FastifyInstance, api: Api): void {
  // Errors are logged with the id of their request, which Yoga does not pass on.
  const requestLog = new AsyncLocalStorage<FastifyBaseLogger>()
  const schema = buildGraphqlSchema()
  const withoutIntrospection: Plugin = {
    onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
  }
  const idVariables: Plugin = {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (!(result instanceof Error)) replaceParseResult(withLongVariables(schema, result))
      },
  }
  const plainLimitErrors: Plugin = {
    onResultProcess: ({ result, setResult }) => {
      if ('errors' in result && result.errors) setResult({ ...result, errors: result.errors.map(limitExceeded) })
    },
  }
  const readOnlyKeys: Plugin<GraphContext> = {
    onExecute({ args: { document, operationName, contextValue }, setResultAndStopExecution }) {
      if (!contextValue.byKey || getOperationAST(document, operationName)?.operation === 'query') return
      const error = new GraphQLError('An API key reads reports. It can’t change anything.', {
        extensions: { code: 'read_only' },
      })
      setResultAndStopExecution({ errors: [error] })
    },
  }
  const yoga = createYoga<GraphContext>({
    schema,
    graphqlEndpoint: '/api/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    plugins: [
      EnvelopArmorPlugin(),
      idVariables,
      plainLimitErrors,
      readOnlyKeys,
      ...(api.settings.introspection ? [] : [withoutIntrospection]),
    ],
    maskedErrors: { maskError: (error) => maskGraphqlError(error, requestLog.getStore() ?? app.log, api.stopping) },
  })

  const options = route('viewer', { undocumented: 'GraphQL has a schema of its own.' }, { forKeys: true })
  app.post('/api/graphql', options, async (request, reply) => {
    const operation = parseBody(body, request.body)
    const signal = clientSignal(reply)
    const response = await requestLog.run(request.log, async () =>
      yoga.fetch(
        'http://localhost/api/graphql',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(operation),
          signal,
        },
        graphContext(request, api, signal),
      ),
    )
    return reply
      .code(response.status)
      .type('application/json; charset=utf-8')
      .send(await response.text())
  })

  addSchemaText(app, printSchema(schema))
}

/** `GET /api/schema.graphql`: the schema for code generators, which introspection hides in production. */
function addSchemaText(app: FastifyInstance, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const options = route('viewer', {
    operationId: 'graphqlSchema',
    tag: 'Server',
    summary: 'The schema of GraphQL, in its own language',
    answer: { 'text/plain': { type: 'string' } },
  })
  app.get('/api/schema.graphql', options, async (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    const isKnown = request.headers['if-none-match']?.includes(etag) ?? false
    return isKnown ? reply.code(304).send() : reply.type('text/plain; charset=utf-8').send(text)
  })
}

/** graphql-armor reports an exceeded limit as a syntax error; this keeps its message and sets its own code. */
function limitExceeded(error: GraphQLError): GraphQLError {
  const [, sentence] = /^Syntax Error: (.* limit of \d+ exceeded.*)$/.exec(error.message) ?? []
  return sentence ? new GraphQLError(sentence, { extensions: { code: 'too_much' } }) : error
}

/** What clients see of an error: our message and code; details of unexpected errors are only logged. */
function maskGraphqlError(error: unknown, log: FastifyBaseLogger, stopping: Shutdown): Error {
  if (!(error instanceof GraphQLError)) return expectedError(stopping.errorFor(error), log)
  // Errors of the query itself (unknown field, bad argument) have no cause and are passed on.
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
