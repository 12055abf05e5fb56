import { boxscoreMappingShape } from '@leaselight/connectors'
import { reconcileReasons } from '@leaselight/model'
import { z } from 'zod'
import { instant } from '../http/answers'

const day = z.string().meta({ description: 'As YYYY-MM-DD.' })
const leftOut = z.object({ says: z.string(), rows: z.int() }).meta({ id: 'ReconcileLeftOut' })
const named = z.object({ key: z.string(), label: z.string() })

/** A mapping with every field that has a default filled in. */
const mapping = boxscoreMappingShape.meta({ id: 'BoxscoreMapping' })

export const previewAnswer = z
  .object({
    columns: z.array(z.string()),
    rows: z.int().meta({ description: 'How many rows the file has below its header.' }),
    sample: z.array(z.array(z.string())).meta({ description: 'The first rows.' }),
    mapping,
    unknown_properties: z.array(z.string()),
    unknown_lines: z.array(z.string()),
    words: z.array(z.string()).meta({ description: 'Their names of lines, to be given one of ours or none.' }),
    community_names: z.array(z.string()).meta({ description: 'Their names of properties.' }),
    lines: z.array(named.meta({ id: 'ReconcileLineName' })).meta({ description: 'The lines that can be compared.' }),
    properties: z.array(z.object({ id: z.number(), name: z.string() }).meta({ id: 'ReconcileProperty' })),
    left_out: z.array(leftOut),
    read: z.int().meta({ description: 'How many numbers or records were read.' }),
    problem: z.string().nullable().meta({ description: 'What the mapping still lacks.' }),
  })
  .meta({ id: 'ReconciliationPreview' })

const summaryFields = {
  id: z.string(),
  file_name: z.string(),
  start_date: day,
  end_date: day,
  properties: z.array(z.string()),
  lines: z.int(),
  differing: z.int(),
  records: z.int(),
  unexplained: z.int(),
  checked_at: instant,
  created_at: instant,
  mine: z.boolean().meta({ description: 'Whether the caller may delete it.' }),
}

export const listAnswer = z
  .object({ reconciliations: z.array(z.object(summaryFields).meta({ id: 'ReconciliationSummary' })) })
  .meta({ id: 'Reconciliations' })

const line = z
  .object({
    line: z.string(),
    label: z.string(),
    property_id: z.number(),
    property: z.string(),
    theirs: z.int(),
    ours: z.int(),
    difference: z.int().meta({ description: 'Theirs minus ours.' }),
    reasons: z.array(
      z
        .object({ reason: z.enum(reconcileReasons), label: z.string(), records: z.int() })
        .meta({ id: 'ReconcileReason' }),
    ),
    unexplained: z.int(),
    hints: z.array(z.string()),
  })
  .meta({ id: 'ReconciledLine' })

const record = z
  .object({
    line: z.string(),
    label: z.string(),
    property_id: z.number(),
    property: z.string(),
    reason: z.enum(reconcileReasons),
    reason_label: z.string(),
    effect: z.int().meta({ description: '1 where it makes their number larger, −1 where it makes ours larger.' }),
    name: z.string(),
    unit: z.string(),
    their_row: z.int().nullable(),
    their_id: z.string(),
    their_day: day.nullable(),
    our_id: z.number().nullable(),
    our_prospect_id: z.number().nullable(),
    our_day: day.nullable(),
    says: z.string(),
    todo: z.string(),
  })
  .meta({ id: 'ReconciledRecord' })

export const reconciliationAnswer = z
  .object({
    ...summaryFields,
    answer: z.string(),
    form: z.enum(['columns', 'rows', 'records']),
    compared: z.array(line),
    named: z.array(record).meta({ description: 'The records behind the differences; at most 2,000.' }),
    more: z.int().meta({ description: 'How many more there are, in the file.' }),
    left_out: z.array(leftOut),
  })
  .meta({ id: 'Reconciliation' })
