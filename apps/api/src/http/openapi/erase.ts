import { eraseBody } from '../../operations/erase/erasure'
import { bodySchema, json, operation, type Schema } from './parts'
import { integer, list, strictObject, text } from './schemas'

const erasure = strictObject({
  people: integer,
  unknown: {
    ...list(integer),
    description: 'Ids that nothing was known of; they were not put on the list of the erased.',
  },
  rows: list(
    strictObject({
      store: { enum: ['facts', 'state', 'files'] },
      table: text,
      found: { ...integer, description: 'Rows of every version that held something of them.' },
      left: { ...integer, description: 'The same counted again at the end.' },
      kept: { type: 'boolean', description: 'The rows stay, without the person.' },
    }),
  ),
  left: {
    ...integer,
    description: 'The sum of what is left; anything but 0 means that the same is to be asked again.',
  },
})

/** The door by which administrators erase people of their company. */
export const erasePaths = (): Schema => ({
  '/api/admin/erase': {
    post: operation(
      'Erases people of the company for good: every version of their records, and their names from what users wrote. No import brings them back.',
      json(erasure),
      [],
      bodySchema(eraseBody),
    ),
  },
})
