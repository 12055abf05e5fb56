import Fastify, { type FastifyInstance } from 'fastify'

/** What is wrong with a value by a JSON schema of the server's document; Fastify's own validator checks, strictly. */
async function errorsBy(app: FastifyInstance, schema: object, value: unknown): Promise<unknown> {
  const checker = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false } },
    bodyLimit: 64 * 1024 * 1024,
  })
  checker.post('/', (request) => {
    const check = request.compileValidationSchema({ ...schema, components: app.openApi().components })
    return { faults: check((request.body as { value: unknown }).value) ? null : check.errors }
  })
  const payload = JSON.stringify({ value })
  const headers = { 'content-type': 'application/json' }
  const response = await checker.inject({ method: 'POST', url: '/', payload, headers })
  return response.json().faults
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
