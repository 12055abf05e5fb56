import { entityNames } from '@leaselight/contract'
import { type CompanyTally, type ImportReport, noRecords, type RecordCounts } from '@leaselight/facts'
import { z } from 'zod'

/** A report with REST's names, as it is sent and stored. */
export type SnakeReport = ReturnType<typeof toSnakeReport>

/** The report with REST's names. Records keep their own, some of which are the company's. */
export const toSnakeReport = ({ dryRun, tooManyRejected, moreNotes, ...report }: ImportReport) => ({
  ...report,
  dry_run: dryRun,
  too_many_rejected: tooManyRejected,
  more_notes: moreNotes,
})

/** What the list of imports stores of a report: everything but the first records, which hold people's names. */
export const toStoredReport = (report: ImportReport): SnakeReport => toSnakeReport({ ...report, first: [] })

/**
 * What each company may see of an import that may hold several. A company that the import was all about sees the whole
 * report; of a mixed import each sees the counts of its own records and nothing of the file they came in.
 */
export function companyReports(report: ImportReport, tally: CompanyTally): [companyId: number, report: ImportReport][] {
  const companies = tally.list()
  if (companies.length === 1) return companies.map(([id]) => [id, report])
  return companies.map(([id, records]) => {
    const rejected = records.reduce((sum, counts) => sum + counts.rejected, 0)
    return [id, { ...report, records, rejected, source: [], notes: [], moreNotes: 0, unused: [], first: [] }]
  })
}

const count = z.number().int().min(0)
const counts = z.object({
  ...{ entity: z.enum(entityNames), read: count, new: count, changed: count },
  ...{ unchanged: count, removed: count, rejected: count },
})
const sourceCounts = z.object({
  ...{ item: z.string(), read: count, records: count, merged: count, skipped: count, rejected: count },
})

/** The report of every import. */
export const reportShape = z.object({
  kind: z
    .enum(['contract', 'mits', 'csv'])
    .meta({ description: 'Records of the data contract, or the source file’s form.' }),
  dry_run: z.boolean().meta({ description: 'Nothing was stored: the import was only tried.' }),
  too_many_rejected: z.boolean().meta({ description: 'Nothing was stored: more was rejected than the import allows.' }),
  source: z.array(sourceCounts).meta({
    description: 'What a source file held: rows, or prospects and events. Each read is in exactly one other count.',
  }),
  records: z.array(counts).meta({
    description:
      'What became of the records. Each read is in exactly one other count; a dry run says what an import would do.',
  }),
  rejected: count.meta({ description: 'All rejections, of what the file held and of records.' }),
  notes: z.array(z.object({ item: z.string(), field: z.string(), reason: z.string(), count })),
  more_notes: count.meta({ description: 'How many remarks are not among the notes.' }),
  unused: z
    .array(z.object({ item: z.string(), names: z.array(z.string()), more: z.boolean() }))
    .meta({ description: 'Columns or fields that were not used.' }),
  stopped: z.string().nullable().meta({ description: 'Why a file was not read to its end.' }),
  first: z.array(
    z.object({
      entity: z.enum(entityNames),
      line: z.int(),
      record: z.record(
        z.string(),
        z.unknown().meta({
          type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
          description: 'As the data contract has it.',
        }),
      ),
    }),
  ),
  seconds: z.number(),
})

/** What the list of imports shows of a stored run. */
export interface RunDetails {
  report: z.output<typeof reportShape> | null
  progress: { rows: number; bytes: number } | null
  error: string | null
}

// Versions before the common report stored one of these, alone, in a list or as `records`.
const formerCounts = z.object({
  ...{ entity: z.enum(entityNames), taken: count, replaced: count, deleted: count, refused: count },
})
const formerRead = z.object({ read: count, taken: count, used: count, skipped: count, refused: count })
const formerFile = z.object({
  kind: z.enum(['mits', 'csv']),
  read: z.record(z.string(), formerRead),
  records: z.array(formerCounts),
  refused: count,
  stopped: z.string().nullable().catch(null),
  seconds: z.number().catch(0),
})

const stored = z.union([
  z.object({ report: reportShape, error: z.string().optional() }),
  z.object({ error: z.string() }),
  z.object({ progress: z.object({ rows: count, bytes: count }) }),
])

/** Reads what a run stored, also by an earlier version; what can't be read is left out. */
export function readStoredRun(account: unknown): RunDetails {
  const nothing: RunDetails = { report: null, progress: null, error: null }
  const present = stored.safeParse(account)
  if (present.success) return { ...nothing, ...present.data }
  const file = formerFile.safeParse(account)
  if (file.success) return { ...nothing, report: formerReport(file.data.records, file.data) }
  const records = z.array(formerCounts).safeParse([account].flat())
  return records.success ? { ...nothing, report: formerReport(records.data) } : nothing
}

const FORMER_NOTE = {
  item: 'records',
  field: '',
  reason: 'An earlier version made this import. It counted unchanged records as changed.',
  count: 1,
}

function formerReport(
  former: readonly z.output<typeof formerCounts>[],
  file?: z.output<typeof formerFile>,
): RunDetails['report'] {
  const records = former.map(({ entity, taken, replaced, deleted, refused }): RecordCounts => {
    const read = taken + replaced + deleted + refused
    return { ...noRecords(entity), read, new: taken, changed: replaced, removed: deleted, rejected: refused }
  })
  const source = Object.entries(file?.read ?? {}).map(([item, { read, taken, used, skipped, refused }]) => ({
    ...{ item, read, records: taken, merged: used, skipped, rejected: refused },
  }))
  return {
    ...{ kind: file?.kind ?? 'contract', dry_run: false, too_many_rejected: false, source, records },
    rejected: file?.refused ?? records.reduce((sum, { rejected }) => sum + rejected, 0),
    ...{ notes: [FORMER_NOTE], more_notes: 0, unused: [], first: [] },
    ...{ stopped: file?.stopped ?? null, seconds: file?.seconds ?? 0 },
  }
}
