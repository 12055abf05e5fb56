import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Access } from './access'
import { errorAnswer } from './answers'
import { type JsonSchema, type MediaTypes, type RouteDocumentation, tags } from './routeSchema'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the routes that have been added. */
    openApi: () => OpenApiDocument
  }
}

/** An operation of the document. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: JsonSchema[]
  parameters?: JsonSchema[]
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, JsonSchema>
}

/** The REST interface in OpenAPI 3.1. */
export interface OpenApiDocument extends Record<string, unknown> {
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'parameters' | 'responses' | 'securitySchemes', Record<string, JsonSchema>>
}

interface DocumentedRoute {
  method: string
  url: string
  access: Access
  schema: FastifySchema
}

/** Addresses that the document has to describe; all others are files of the web application. */
const DESCRIBED = /^\/(api|healthz|readyz|metrics)(\/|$)/

/**
 * Collects the schemas of the routes added from here on and serves them as one OpenAPI document. A described address whose
 * route has no documentation stops the start.
 */
export function addOpenApi(app: FastifyInstance): void {
  const routes: DocumentedRoute[] = []
  let document: OpenApiDocument | undefined
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!DESCRIBED.test(url)) return
    if (schema?.undocumented !== undefined) return
    if (!schema?.operationId && !schema?.variants) throw new Error(`The route ${method} ${url} must have a schema.`)
    for (const verb of [method].flat())
      if (verb !== 'HEAD') routes.push({ method: verb.toLowerCase(), url, access: config?.access ?? 'public', schema })
  })
  app.decorate('openApi', () => {
    document ??= buildDocument(routes)
    return document
  })
  app.get(
    '/api/openapi.json',
    { config: { access: 'public' }, schema: { undocumented: 'This is the document itself.' } },
    async () => app.openApi(),
  )
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a session, as sign-in and refresh return it. Where a request only reads, also a personal API key.',
  },
  importKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-import-key',
    description: 'A key that an operator has set for a company’s imports.',
  },
  feedKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-feed-key',
    description: 'A key of one feed, which an administrator made.',
  },
  operatorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-operator-key',
    description: 'Known to the commands on the server’s own machine.',
  },
}

const security: Readonly<Record<Access, JsonSchema[]>> = {
  public: [],
  viewer: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  importer: [{ bearer: [] }, { importKey: [] }],
  feed: [{ bearer: [] }, { feedKey: [] }],
  batchToken: [{ bearer: [] }, {}],
  founder: [{ bearer: [] }],
  setup: [{ bearer: [] }, {}],
  operator: [{ operatorKey: [] }],
}

const failures: Readonly<Record<string, [name: string, description: string]>> = {
  '400': ['BadRequest', 'The request can’t be read. The sentence says why.'],
  '401': ['BadSession', 'The session is not valid, or its account or company is gone.'],
  '404': ['NotFound', 'It is not there, or not for this user.'],
  '429': ['TooManyRequests', 'Too many requests. The sentence says how long to wait.'],
  '503': ['Unavailable', 'A database or the CRM can’t be reached.'],
  '504': ['TooSlow', 'The database took too long.'],
}

function buildDocument(routes: readonly DocumentedRoute[]): OpenApiDocument {
  const schemas = new Components()
  const paths: OpenApiDocument['paths'] = {}
  const error = schemas.convert(errorAnswer, 'output')
  for (const { method, url, access, schema } of routes)
    for (const { path, ...documentation } of variantsOf(url, schema)) {
      const operation = operationOf({ path, access, schema, documentation }, schemas)
      paths[path] = { ...paths[path], [method]: operation }
    }
  const parameters = shareParameters(Object.values(paths).flatMap((methods) => Object.values(methods)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leaselight',
      version: '1',
      description:
        'Reports on leasing. Names are snake_case; ratios are 0..1 or null, durations seconds, money dollars.',
    },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      schemas: schemas.sorted(),
      parameters,
      responses: Object.fromEntries(
        Object.values(failures).map(([name, description]) => [name, { description, ...json(error) }]),
      ),
    },
  }
}

function variantsOf(url: string, schema: FastifySchema): ({ path: string } & RouteDocumentation)[] {
  if (schema.variants) return [...schema.variants]
  const { operationId, tag, summary, answer } = schema
  if (!operationId || !tag || !summary || !answer) throw new Error(`The schema of ${url} is not complete.`)
  return [{ ...schema, operationId, tag, summary, answer, path: url.replace(/:(\w+)/g, '{$1}') }]
}

interface DocumentedOperation {
  path: string
  access: Access
  schema: FastifySchema
  documentation: RouteDocumentation
}

function operationOf({ path, access, schema, documentation }: DocumentedOperation, schemas: Components): Operation {
  const {
    operationId,
    tag,
    summary,
    description = summary,
    parameters,
    answer,
    success,
    payload,
    consumes,
  } = documentation
  const allParameters = [...pathParameters(path, schema.params, schemas), ...queryParameters(parameters, schemas)]
  const requestBody = requestBodyOf(schema.body ?? payload, consumes, schemas)
  const { status, description: meaning } = success ?? { status: 200, description: 'The answer.' }
  const content = answer instanceof z.ZodType ? json(schemas.convert(answer, 'output')) : mediaTypes(answer)
  const refused = Object.entries(failures).filter(([code]) => code !== '401' || access !== 'public')
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: security[access],
    ...(allParameters.length > 0 && { parameters: allParameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [status]: { description: meaning, ...(status < 300 && content) },
      ...Object.fromEntries(refused.map(([code, [name]]) => [code, { $ref: `#/components/responses/${name}` }])),
    },
  }
}

function requestBodyOf(body: unknown, consumes: MediaTypes | undefined, schemas: Components): Operation['requestBody'] {
  if (consumes) return { required: true, ...mediaTypes(consumes) }
  if (!(body instanceof z.ZodType)) return undefined
  return { required: !body.safeParse(undefined).success, ...json(schemas.convert(body, 'input')) }
}

function pathParameters(path: string, params: unknown, schemas: Components): JsonSchema[] {
  const known = params instanceof z.ZodObject ? schemas.properties(params) : {}
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description, ...schema } = known[name] ?? { type: 'string' }
    return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema }
  })
}

function queryParameters(parameters: z.ZodObject | undefined, schemas: Components): JsonSchema[] {
  if (!parameters) return []
  return Object.entries(schemas.properties(parameters)).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    ...(!parameters.shape[name]?.safeParse(undefined).success && { required: true }),
    schema,
    // Lists are written with commas.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  }))
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })

const mediaTypes = (types: MediaTypes) => ({
  content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
})

/** The schemas with an id, which the document names once and refers to. */
class Components {
  readonly #found = new Map<string, string>()

  /** A zod schema as the document writes it: those with an id are references, at every depth. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, override: withoutNoise })
    for (const [name, definition] of Object.entries($defs)) this.#add(name, definition)
    return withComponentRefs(own)
  }

  /** The properties of an object, of which none is a reference as a whole. */
  properties(object: z.ZodObject): Record<string, JsonSchema> {
    return this.convert(object, 'input').properties as Record<string, JsonSchema>
  }

  sorted(): Record<string, JsonSchema> {
    const names = [...this.#found.keys()].sort()
    return Object.fromEntries(names.map((name) => [name, JSON.parse(this.#found.get(name) ?? '')]))
  }

  #add(name: string, definition: unknown): void {
    const text = JSON.stringify(withComponentRefs(definition))
    if ((this.#found.get(name) ?? text) !== text) throw new Error(`Two different schemas are called ${name}.`)
    this.#found.set(name, text)
  }
}

/** Bounds and patterns that say nothing a reader needs: those of every safe integer and every instant. */
function withoutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}

const withComponentRefs = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))

/** Names the query parameters that several operations have alike, and refers to them from there. */
function shareParameters(operations: readonly Operation[]): Record<string, JsonSchema> {
  const uses = new Map<string, number>()
  const all = operations.flatMap(({ parameters = [] }) => parameters.filter(({ in: place }) => place === 'query'))
  for (const parameter of all) uses.set(JSON.stringify(parameter), (uses.get(JSON.stringify(parameter)) ?? 0) + 1)
  // Where parameters of one name differ, the most common form gets the name.
  const shared = new Map<string, string>()
  for (const [text, count] of [...uses].sort(([, a], [, b]) => b - a)) {
    const { name } = JSON.parse(text)
    if (count > 1 && !shared.has(name)) shared.set(name, text)
  }
  for (const operation of operations)
    operation.parameters = operation.parameters?.map((parameter) =>
      shared.get(String(parameter.name)) === JSON.stringify(parameter)
        ? { $ref: `#/components/parameters/${parameter.name}` }
        : parameter,
    )
  return Object.fromEntries([...shared].sort().map(([name, text]) => [name, JSON.parse(text)]))
}
