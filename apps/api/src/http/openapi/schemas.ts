import { entityNames } from '@leaselight/contract'
import type { MetadataDefinition } from '@leaselight/model'

type Schema = Record<string, unknown>

/** A reference to a named shape of the document. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** An object whose fields are all there, and no others. */
export const strictObject = (properties: Schema, description?: string): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
  ...(description && { description }),
})

export const text = { type: 'string' }
export const textOrNull = { type: ['string', 'null'] }
export const integer = { type: 'integer' }
export const list = (items: Schema): Schema => ({ type: 'array', items })

export const entities: readonly string[] = entityNames

export const statuses: Readonly<Record<string, string>> = {
  '400': 'What was asked can’t be read; the sentence says why.',
  '401': 'The session is no good.',
  '404': 'Not there, or not for whoever asks.',
  '429': 'Too many requests.',
  '503': 'A store or the CRM is away.',
  '504': 'The question took too long.',
}

export const error = strictObject({ error: strictObject({ message: text, code: text }) })

export const config = strictObject({
  crm_web_url: text,
  admin_url: text,
  logout_url: text,
  now: textOrNull,
  single_sign_on: textOrNull,
  sentry_dsn: textOrNull,
})

export const signIn = strictObject({ token: textOrNull, refresh_token: textOrNull, message: text })
export const tokens = strictObject({ access_token: text, refresh_token: text })
export const message = strictObject({ message: text })

export const profile = strictObject({
  data: strictObject({
    profile: strictObject({
      is_deleted: { type: 'boolean' },
      email: textOrNull,
      first_name: textOrNull,
      last_name: textOrNull,
      manager_id: { type: ['integer', 'null'] },
      phone_number: textOrNull,
      phone_id: { type: ['string', 'integer', 'null'] },
      photo: textOrNull,
      timezone: textOrNull,
    }),
  }),
})

export const batches = list(
  strictObject({
    property_id: integer,
    leasing_team_id: { type: ['integer', 'null'] },
    access_token: text,
    batch_id: text,
    prospect_count: integer,
  }),
)

export const batch = strictObject({ batch_id: text, property_id: integer, prospect_ids: list(integer) })
export const addressBook = list(
  strictObject({ email: text, first_name: text, last_name: text, property_id: integer, user_role: text }),
)
export const ticket = strictObject({ url: text })

export const importReport = strictObject({
  entity: { enum: entities },
  taken: integer,
  replaced: integer,
  deleted: integer,
  refused: integer,
  seconds: { type: 'number' },
  unknown_fields: list(text),
  refusals: list(
    strictObject({
      entity: text,
      line: integer,
      id: { type: ['integer', 'string', 'null'] },
      field: text,
      reason: text,
    }),
  ),
})

export const memberPage = strictObject({
  columns: list(strictObject({ key: text, label: text, format: text })),
  rows: list({ type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } }),
  total: integer,
  page: integer,
  page_size: integer,
})

export const file: Schema = {
  content: {
    'text/csv': { schema: text },
    'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
  },
}

export const audio: Schema = { content: { 'audio/*': { schema: { type: 'string', format: 'binary' } } } }

/** A day that is still to come, or on which a number does not stand, has none. */
const orNothing = (numbers: Schema): Schema =>
  Object.fromEntries(Object.entries(numbers).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]))

/** A report's answer: what all share, with its own rows and numbers. */
export function resultSchema({
  about,
  row,
  numbers,
  extras,
}: {
  about: string
  row: Schema
  numbers: Schema
  extras: Readonly<Record<string, Pick<MetadataDefinition, 'kind' | 'description'>>>
}): Schema {
  const period = { ...strictObject({ start: text, end: text }), type: ['object', 'null'] }
  const rows = list({
    type: 'object',
    additionalProperties: false,
    required: ['key', 'depth', 'parent'],
    properties: { key: text, depth: integer, parent: textOrNull, ...row },
  })
  const series = list({
    type: 'object',
    additionalProperties: false,
    required: ['day'],
    properties: { day: text, ...orNothing(numbers) },
  })
  const total = strictObject(numbers)
  const extra = ({ kind, description }: Pick<MetadataDefinition, 'kind' | 'description'>): Schema => {
    if (kind === 'mark') return { type: 'boolean', description }
    return { ...(kind === 'rows' ? rows : list(text)), type: ['array', 'null'], description }
  }
  return strictObject(
    {
      report: text,
      period,
      prior_period: period,
      as_of: textOrNull,
      time_zone: text,
      property_time_zones: list(text),
      rows,
      total,
      prior_rows: rows,
      prior_total: { ...total, type: ['object', 'null'] },
      series,
      prior_series: series,
      notes: list(text),
      freshness: strictObject({ newest_fact_at: textOrNull, imported_at: textOrNull }),
      ...Object.fromEntries(Object.entries(extras).map(([name, one]) => [name, extra(one)])),
    },
    about,
  )
}
