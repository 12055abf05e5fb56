import {
  type ConnectorJob,
  type ConnectorOptions,
  type ConnectorReport,
  importSourceFile,
} from '@leaselight/connectors'
import type { Facts } from '@leaselight/facts'
import { type ImportProgress, type ImportRunContext, recordImport } from './runs'

/** An intake with its entry in the list of imports; a rehearsal has none. */
export async function runConnector(
  { facts, ...notes }: ImportRunContext & { facts: Facts },
  job: ConnectorJob,
  file: string | AsyncIterable<Uint8Array>,
  { source, ...options }: ConnectorOptions & { source: string },
): Promise<ConnectorReport> {
  const work = (tell?: (progress: ImportProgress) => void) =>
    importSourceFile(facts, file, job, {
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
  return recordImport(notes, run, work, ({ first: _, ...account }) => toSnakeReport(account))
}

/** The account with the names of REST; records keep their own, some of which are the company’s. */
export const toSnakeReport = <T extends Omit<ConnectorReport, 'first'>>({ dryRun, records, ...account }: T) => ({
  ...account,
  dry_run: dryRun,
  records: records.map(({ unknownFields, ...record }) => ({ ...record, unknown_fields: unknownFields })),
})
