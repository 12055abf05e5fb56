import { connectorKinds } from '@leaselight/connectors'
import { json, operation, parameter, pathParameter, type Schema } from './parts'
import { entities, importReport } from './schemas'

const whole = { type: 'integer' }
const text = { type: 'string' }
const exactly = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const list = (items: Schema): Schema => ({ type: 'array', items })

const { refusals, ...counts } = importReport.properties as Record<string, Schema>

const connectorReport = exactly({
  kind: { enum: connectorKinds },
  dry_run: { type: 'boolean' },
  read: {
    type: 'object',
    description: 'By what was read: prospects and events, or rows. Each of them stands in exactly one other count.',
    additionalProperties: exactly({ read: whole, taken: whole, used: whole, skipped: whole, refused: whole }),
  },
  records: list(exactly(counts)),
  first: list(exactly({ entity: { enum: entities }, line: whole, record: { type: 'object' } })),
  notes: list(exactly({ entity: text, field: text, reason: text, count: whole })),
  refused: whole,
  stopped: { type: ['string', 'null'], description: 'Why the file was not read to its end.' },
  seconds: { type: 'number' },
  refusals,
})

const importRun = exactly({
  id: text,
  entity: text,
  source: text,
  status: text,
  account: {},
  started_at: text,
  finished_at: { type: ['string', 'null'] },
})

/** The doors for other people's data, and the list of imports. */
export function connectorPaths(): Schema {
  const file = { schema: { type: 'string', format: 'binary' } }
  return {
    '/api/intake/{kind}': {
      post: {
        ...operation(
          'Takes in a file of another system.',
          json(connectorReport),
          [
            pathParameter('kind', { enum: connectorKinds }),
            parameter(
              'mapping',
              text,
              'The property map or the mapping as JSON; without it the first line of the body.',
            ),
            parameter('dry_run', { enum: ['0', '1'] }, 'Reads and checks everything, takes nothing in.'),
            parameter('stream', { enum: ['0', '1'] }, 'Answers while it goes on, one JSON object a line.'),
          ],
          { content: { 'application/xml': file, 'text/csv': file } },
        ),
        security: [{ bearer: [] }, { importKey: [] }],
      },
    },
    '/api/intake/contract': {
      get: operation(
        'The entities that a table can be mapped to, with their fields.',
        json(
          exactly({
            entities: list(
              exactly({
                entity: { enum: entities },
                about: text,
                fields: list(
                  exactly({ field: text, kind: text, required: { type: 'boolean' }, values: list(text), note: text }),
                ),
              }),
            ),
          }),
        ),
      ),
    },
    '/api/imports': {
      get: operation('The latest imports of the company.', json(exactly({ imports: list(importRun) }))),
    },
  }
}
