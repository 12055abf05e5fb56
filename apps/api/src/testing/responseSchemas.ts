import Fastify, { type FastifyInstance } from 'fastify'

/** A checker for each server. It compiles a schema once, with the part of the document that the schema refers to. */
const checkers = new WeakMap<FastifyInstance, (schema: object, value: unknown) => Promise<unknown>>()

function checkerOf(app: FastifyInstance): (schema: object, value: unknown) => Promise<unknown> {
  const server = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false } },
    bodyLimit: 64 * 1024 * 1024,
  })
  const { components } = app.openApi()
  // Fastify knows a compiled schema by its object.
  const schemas = new Map<string, object>()
  server.post('/', (request) => {
    const { schema, value } = request.body as { schema: object; value: unknown }
    const key = JSON.stringify(schema)
    const whole = schemas.get(key) ?? { ...schema, components }
    schemas.set(key, whole)
    const check = request.compileValidationSchema(whole)
    return { faults: check(value) ? null : check.errors }
  })
  return async (schema, value) => {
    const payload = JSON.stringify({ schema, value })
    const headers = { 'content-type': 'application/json' }
    const response = await server.inject({ method: 'POST', url: '/', payload, headers })
    return response.json().faults
  }
}

/** What is wrong with a value by a JSON schema of the server's document; Fastify's own validator checks, strictly. */
async function errorsBy(app: FastifyInstance, schema: object, value: unknown): Promise<unknown> {
  const check = checkers.get(app) ?? checkerOf(app)
  checkers.set(app, check)
  return check(schema, value)
}

/** Violations of the document's schema with that name in a response. */
export const schemaErrors = (app: FastifyInstance, name: string, answer: unknown): Promise<unknown> =>
  errorsBy(app, { $ref: `#/components/schemas/${name}` }, answer)

/** Violations of the document's response of an operation in a response. */
export async function answerErrors(app: FastifyInstance, operationId: string, answer: unknown): Promise<unknown> {
  const operations = Object.values(app.openApi().paths).flatMap((methods) => Object.values(methods))
  const { content } = operations.find((one) => one.operationId === operationId)?.responses['200'] ?? {}
  const schema = (content as Record<string, { schema: object }> | undefined)?.['application/json']?.schema
  return schema ? errorsBy(app, schema, answer) : `The document has no JSON answer of ${operationId}.`
}
