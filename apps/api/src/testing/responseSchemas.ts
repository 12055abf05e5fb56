import Fastify from 'fastify'
import { openApiDocument } from '../http/openapi/document'

type Schema = Record<string, unknown>

/** The document as it is served. */
export const openApi = openApiDocument() as {
  paths: Record<string, Schema>
  components: { schemas: Record<string, Schema> }
}

/** What is wrong with an answer by the document's shape of that name; Fastify's own validator checks, strictly. */
export async function schemaErrors(name: string, answer: unknown): Promise<unknown> {
  const checker = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false } },
  })
  checker.post('/', (request) => {
    const check = request.compileValidationSchema({
      $ref: `#/components/schemas/${name}`,
      components: openApi.components,
    })
    return { faults: check(request.body) ? null : check.errors }
  })
  const response = await checker.inject({
    method: 'POST',
    url: '/',
    payload: JSON.stringify(answer),
    headers: { 'content-type': 'application/json' },
  })
  return response.json().faults
}
