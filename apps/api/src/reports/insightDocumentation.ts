import { z } from 'zod'
import { freshness, period } from '../http/answers'
import { explainedReport, insightParams } from './insights'
import { stateParameters } from './parameters'
import { judgementShape } from './shapes'

const numbers = { current: z.int(), prior: z.int(), change: z.int() }
export const reportLink = z
  .object({ report: z.string(), params: z.record(z.string(), z.string()), href: z.string() })
  .meta({ id: 'ReportLink' })

const contribution = z
  .object({ key: z.string(), name: z.string(), ...numbers, sentence: z.string(), link: reportLink })
  .meta({ id: 'Contribution' })

const changeBy = z
  .object({
    dimension: z.string(),
    label: z.string(),
    contributions: z.array(contribution),
    others: z.object({ rows: z.int(), ...numbers }),
  })
  .meta({
    id: 'ChangeBy',
    description: 'A change by property, source or agent; contributions and others sum to it exactly.',
  })

const headline = z
  .object({
    column: z.string(),
    label: z.string(),
    ...numbers,
    ratio: z.number().nullable(),
    verdict: z.enum(['good', 'bad', 'neutral']),
    notable: z.boolean(),
    judgement: judgementShape.nullable(),
    sentence: z.string(),
    explanation: z.string().nullable(),
    explained_by: z.string().nullable(),
    by: z.array(changeBy),
    link: reportLink,
  })
  .meta({ id: 'Headline' })

const whatChanged = z
  .object({
    report: z.string(),
    period,
    prior_period: period,
    time_zone: z.string(),
    headlines: z.array(headline),
    notes: z.array(z.string()),
    freshness,
  })
  .meta({ id: 'WhatChanged', description: 'What changed most against the prior period, and why.' })

/** The schema of what changed. */
export function whatChangedSchema() {
  const { named: _, ...state } = insightParams()
  const named = z
    .int()
    .min(1)
    .max(50)
    .optional()
    .meta({ description: 'How many rows are named for each dimension; 5 without it.' })
  return {
    operationId: 'whatChanged',
    tag: 'Reports',
    summary: 'What changed most, and why',
    description: 'What changed most against the prior period, and which property, source or agent explains it.',
    parameters: z.object({ ...stateParameters(explainedReport(), state), named }),
    answer: whatChanged,
  } as const
}
