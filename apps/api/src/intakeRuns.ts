import type { Facts } from '@leaselight/facts'
import { type IntakeAccount, type IntakeJob, type IntakeOptions, intake } from '@leaselight/intake'
import { type ImportNotes, type ImportProgress, noteImport } from './importRuns'

/** An intake with its entry in the list of imports; a rehearsal has none. */
export async function runIntake(
  { facts, ...notes }: ImportNotes & { facts: Facts },
  job: IntakeJob,
  file: string | AsyncIterable<Uint8Array>,
  { source, ...options }: IntakeOptions & { source: string },
): Promise<IntakeAccount> {
  const work = (tell?: (progress: ImportProgress) => void) =>
    intake(facts, file, job, {
      ...options,
      onProgress: (progress) => {
        tell?.(progress)
        options.onProgress?.(progress)
      },
      now: notes.now().getTime(),
    })
  if (options.dryRun) return work()
  const entity = job.kind === 'mits' ? 'mits' : job.mapping.entity
  const { companyId } = options
  const run = { entity, source, strict: false, ...(companyId !== undefined && { companyId }) }
  // Records hold people's names; the list of imports keeps numbers.
  return noteImport(notes, run, work, ({ first: _, ...account }) => snakeAccount(account))
}

/** The account with the names of REST; records keep their own, some of which are the company’s. */
export const snakeAccount = <T extends Omit<IntakeAccount, 'first'>>({ dryRun, records, ...account }: T) => ({
  ...account,
  dry_run: dryRun,
  records: records.map(({ unknownFields, ...record }) => ({ ...record, unknown_fields: unknownFields })),
})
