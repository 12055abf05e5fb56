import { reports } from '@leaselight/reports'
import type { FastifyInstance } from 'fastify'
import type { Operation as DocumentOperation, OpenApiDocument } from '../http/openApi'
import { graphqlIdRoutes } from './graphqlIdRoutes'
import type { IdRoute, OwnIds, Request } from './idRouteTypes'
import { type IdSlot, idSlotOf, samples, WIDE } from './ids'

export interface JsonSchema {
  type?: string | string[]
  enum?: string[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  const?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  additionalProperties?: JsonSchema | boolean
}
interface Parameter {
  name: string
  in: 'query' | 'path'
  schema: JsonSchema
}
interface Operation {
  operationId?: string
  tags?: string[]
  responses?: Record<string, object>
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: JsonSchema }> }
}

interface Documented {
  method: string
  path: string
  operation: Operation
}

const operationsOf = new WeakMap<OpenApiDocument, readonly Documented[]>()

/** The document's operations by path and method, the parameters and bodies that it refers to in their places. */
export function documented(app: FastifyInstance): readonly Documented[] {
  const document = app.openApi()
  const operations = operationsOf.get(document) ?? operationsIn(document)
  operationsOf.set(document, operations)
  return operations
}

function operationsIn(document: OpenApiDocument): Documented[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => {
      const operation: Operation = JSON.parse(JSON.stringify({ ...declared, ...resolved(document, declared) }))
      return { method: method.toUpperCase(), path, operation }
    }),
  )
}

const resolved = ({ components }: OpenApiDocument, { parameters = [], requestBody }: DocumentOperation) => ({
  parameters: parameters.map(
    (one) =>
      components.parameters[
        String(one.$ref ?? '')
          .split('/')
          .at(-1) ?? ''
      ] ?? one,
  ),
  requestBody: requestBody && {
    content: Object.fromEntries(
      Object.entries(requestBody.content).map(([type, { schema }]) => [
        type,
        {
          schema:
            components.schemas[
              String(schema.$ref ?? '')
                .split('/')
                .at(-1) ?? ''
            ] ?? schema,
        },
      ]),
    ),
  },
})

/**
 * Every parameter for an id at every route that OpenAPI and the GraphQL schema describe: a new route or parameter is
 * included automatically. A parameter that looks like an id but isn't must be named in `testing/ids.ts`, with the
 * reason.
 */
export const idRoutes = (app: FastifyInstance): IdRoute[] => [
  ...documented(app)
    // The operator may name any company.
    .filter(({ path }) => !path.startsWith('/api/operator/'))
    .flatMap(({ method, path, operation }) => restIdRoutes(method as 'GET', path, operation)),
  ...graphqlIdRoutes(),
]

const keys = [...reports].sort((a, b) => b.key.length - a.key.length).map(({ key }) => key)

/** The path with a placeholder for a report's key. */
function familyOf(path: string): string {
  const key = keys.find((one) => path === `/api/reports/${one}` || path.startsWith(`/api/reports/${one}/`))
  return key ? path.replace(`/reports/${key}`, '/reports/*') : path
}

function restIdRoutes(method: Required<Request>['method'], path: string, operation: Operation): IdRoute[] {
  const parameters = operation.parameters ?? []
  const body = jsonBodySchema(operation)
  const known = new Set(parameters.map(({ name }) => name))
  const ask =
    (set: (ids: string[]) => { at?: OwnIds; query?: object; payload?: object }) =>
    (ids: string[], own: OwnIds): Request => {
      const { at = {}, query = {}, payload } = set(ids)
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(
          at[name] ?? own[idSlotOf(path, name, 'path')?.kind ?? ''] ?? samples[name]?.toString() ?? '0',
        ),
      )
      const params = Object.entries({ ...defaults(parameters), ...query })
        .filter(([name]) => known.has(name))
        .map(([name, value]) => [name, String(value)])
      const sent = method === 'GET' ? undefined : { ...otherBodyFields(body), ...payload }
      const search = new URLSearchParams(params).toString()
      return { method, url: `${url}${search && '?'}${search}`, ...(sent && { payload: sent }) }
    }
  const idRoute = (where: string, slot: IdSlot, set: Parameters<typeof ask>[0]): IdRoute => ({
    label: `${method} ${path}, ${where}`,
    family: `${method} ${familyOf(path)}, ${where}`,
    slot,
    request: ask(set),
  })

  const inAddress = parameters.flatMap(({ name, in: place }): IdRoute[] => {
    const slot = idSlotOf(path, name, place)
    if (!slot) return []
    return [
      idRoute(name, slot, (ids) =>
        place === 'path' ? { at: { [name]: slot.write(ids) } } : { query: { [name]: slot.write(ids) } },
      ),
    ]
  })
  const inBody = Object.entries(body?.properties ?? {}).flatMap(([name, schema]): IdRoute[] => {
    const slot = idSlotOf(path, name, 'body')
    if (slot) {
      const typed = (ids: string[]) => typedAs(schema, slot.write(ids))
      return [idRoute(name, slot, (ids) => ({ payload: { [name]: typed(ids) } }))]
    }
    if (name === 'params')
      // Activity has these parameters; all reports share the code that reads them.
      return ['property_ids', 'property_attribute_ids', 'leasing_teams'].flatMap((param) => {
        const inner = idSlotOf(path, param, 'query')
        return inner
          ? [
              idRoute(`params.${param}`, inner, (ids) => ({
                payload: { ...reportIn(body), params: { ...periodFor(path), [param]: inner.write(ids) } },
              })),
            ]
          : []
      })
    const item = optional(optional(schema).items ?? {})
    const others = Object.fromEntries(
      (item.required ?? []).flatMap((field) => (field in samples ? [[field, samples[field]]] : [])),
    )
    return Object.keys(item.properties ?? {}).flatMap((field) => {
      const inner = idSlotOf(path, field, 'body')
      return inner
        ? [
            idRoute(`${name}[].${field}`, inner, ([id = '']) => ({
              payload: { ...reportIn(body), [name]: [{ ...others, [field]: Number(id) }] },
            })),
          ]
        : []
    })
  })
  return [...inAddress, ...inBody]
}

/** A watched number needs a period that is relative to the day. */
const periodFor = (path: string): Record<string, string> =>
  path.startsWith('/api/watches') ? { preset: 'last_7_days' } : WIDE

/** A good body of an operation: its required fields, and optional ones with a known valid value. */
export const sampleBody = (operation: Operation): Record<string, unknown> => otherBodyFields(jsonBodySchema(operation))

const optional = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

export const jsonBodySchema = ({ requestBody }: Operation): JsonSchema | undefined => {
  const schema = requestBody?.content['application/json']?.schema
  return schema && optional(schema)
}

const reportIn = (body: JsonSchema | undefined): object => (body?.properties?.report ? { report: 'activity' } : {})

/** Valid values for a route's other parameters. */
function defaults(parameters: readonly Parameter[]): Record<string, unknown> {
  return Object.fromEntries(
    parameters.flatMap(({ name, in: place, schema }): [string, unknown][] => {
      if (place === 'path') return []
      if (name === 'group_by') return schema.enum?.includes('property') ? [[name, 'property']] : []
      if (name === 'column') return [[name, schema.enum?.[0]]]
      const sample = samples[name]
      return sample === undefined || name === 'report' ? [] : [[name, sample]]
    }),
  )
}

/** The other fields of a body: required ones, and optional ones with a known valid value. */
function otherBodyFields(body: JsonSchema | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body?.properties ?? {}).flatMap(([name, schema]): [string, unknown][] => {
      const must = body?.required?.includes(name) ?? false
      // The same request twice must have the same effect, which erasing whom an optional list names has not.
      if (!must && name.endsWith('_ids')) return []
      const sample = samples[name] ?? (must ? schema.enum?.[0] : undefined)
      if (must && sample === undefined) throw new Error(`Say in testing/ids.ts what a good ${name} is.`)
      // Where the report is optional, another parameter may replace it.
      return sample === undefined || (name === 'report' && !must) ? [] : [[name, sample]]
    }),
  )
}

/** An id as the body's schema wants it: a number, a text, or a list of either. */
function typedAs(schema: JsonSchema, written: string): unknown {
  const { type, items } = optional(schema)
  if (type === 'array') return written.split(',').map((one) => typedAs(items ?? {}, one))
  return type === 'integer' || type === 'number' ? Number(written) : written
}
