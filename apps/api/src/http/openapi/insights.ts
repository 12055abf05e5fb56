import { describeParam } from '../../graphql/reportTypes'
import { explainedReport, insightParams } from '../../reports/insights'
import { json, operation, parameter, paramSchema, type Schema } from './parts'
import { integer, list, ref, strictObject, text, textOrNull } from './schemas'

const numbers = { current: integer, prior: integer, change: integer }
const period = strictObject({ start: text, end: text })
const link = strictObject({ report: text, params: { type: 'object', additionalProperties: text }, href: text })

const contribution = strictObject({ key: text, name: text, ...numbers, sentence: text, link })

const changeBy = strictObject(
  {
    dimension: text,
    label: text,
    contributions: list(contribution),
    others: strictObject({ rows: integer, ...numbers }),
  },
  'A change by property, source or agent; contributions and others sum to it exactly.',
)

/** What changed, and why. */
export const whatChangedSchema: Schema = strictObject({
  report: text,
  period,
  prior_period: period,
  time_zone: text,
  headlines: list(
    strictObject({
      column: text,
      label: text,
      ...numbers,
      ratio: { type: ['number', 'null'] },
      verdict: { enum: ['good', 'bad', 'neutral'] },
      notable: { type: 'boolean' },
      sentence: text,
      explanation: textOrNull,
      explained_by: textOrNull,
      by: list(changeBy),
      link,
    }),
  ),
  notes: list(text),
  freshness: strictObject({ newest_fact_at: textOrNull, imported_at: textOrNull }),
})

/** The address of what changed. */
export function insightPaths(): Schema {
  const report = explainedReport()
  const about = (name: string) =>
    name === 'named' ? 'How many rows are named for each dimension; 5 unless said, 50 at most.' : undefined
  return {
    '/api/insights/what-changed': {
      get: operation(
        'What changed most against the prior period, and which property, source or agent explains it.',
        json(ref('WhatChanged')),
        Object.entries(insightParams()).map(([name, schema]) =>
          parameter(name, paramSchema(schema), about(name) ?? describeParam(report, name, schema)),
        ),
      ),
    },
  }
}
