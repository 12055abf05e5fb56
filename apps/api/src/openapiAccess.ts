import { flags } from '@leaselight/model'
import { bodySchema, json, operation, type Schema } from './openapiParts'
import { exactly, list, textOrNull } from './openapiShapes'
import { flagBody } from './routes/flags'

const yesOrNo: Schema = { type: 'boolean' }

const flagList = exactly({
  flags: list(
    exactly({
      flag: { enum: [...flags] },
      value: { ...yesOrNo, description: 'What holds.' },
      imported: { ...yesOrNo, description: 'What the company’s own record says.' },
      set: { type: ['boolean', 'null'], description: 'What an administrator set above it.' },
      set_at: textOrNull,
    }),
  ),
})

/** The doors of administrators. */
export function accessPaths(): Schema {
  return {
    '/api/flags': {
      get: operation('The company’s feature flags, for administrators.', json(flagList)),
      put: operation(
        'Sets a flag of the company; null takes the setting back.',
        json(flagList),
        [],
        bodySchema(flagBody),
      ),
    },
  }
}
