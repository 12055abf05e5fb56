import { type ConnectorJob, type ConnectorProgress, importSourceFile } from '@leaselight/connectors'
import {
  type CompanyTally,
  type Facts,
  type ImportReport,
  importDirectory,
  type MaxRejected,
  type OnRecord,
  type Rejection,
} from '@leaselight/facts'
import type { NewImportRun } from '@leaselight/state'

/** How far an import is, as the list of imports shows it. */
export interface ImportProgress {
  rows: number
  bytes: number
}

/** Who listens to an import while it runs, and who can abort it. */
export interface ImportListener<Progress extends ImportProgress = ConnectorProgress> {
  onProgress?: (progress: Progress) => void
  onRejection?: (rejection: Rejection) => void
  /** Told of each record that keeps the contract. */
  onRecord?: OnRecord
  /** Told the id under which the list of imports has the run, which waits for it. */
  onStored?: (id: string) => void | Promise<void>
  signal?: AbortSignal
}

/** What an import works with: the time is fixed when it starts. */
export interface ImportOptions<Progress extends ImportProgress> extends ImportListener<Progress> {
  onProgress: (progress: Progress) => void
  /** Epoch ms. */
  now: number
  /** Counts for each company. */
  tally: CompanyTally
}

/** One import, whatever it reads: how it is listed, and how it is carried out. */
export interface ImportTask<Progress extends ImportProgress = ConnectorProgress> {
  /** How the list of imports shows it. */
  listed: NewImportRun
  /** A dry run is not listed and not counted. */
  dryRun: boolean
  run: (facts: Facts, options: ImportOptions<Progress>) => Promise<ImportReport>
}

/** How an import is tried or limited. */
export interface ImportMode {
  dryRun: boolean
  maxRejected: MaxRejected | undefined
}

/** Imports a folder of contract files of any company. */
export const folderTask = (directory: string, mode: ImportMode): ImportTask => ({
  listed: { entity: 'all', source: directory },
  dryRun: mode.dryRun,
  run: (facts, options) => importDirectory(facts, directory, { ...mode, ...options }),
})

/**
 * Imports a file of another system.
 * @param file a path, or the bytes as they arrive
 * @param target the only company whose records the file may bring (none: the operator's import), the source that the list
 *   of imports names, and how it is tried or limited
 */
export function sourceFileTask(
  job: ConnectorJob,
  file: string | AsyncIterable<Uint8Array>,
  { companyId, source, ...mode }: ImportMode & { companyId?: number; source: string },
): ImportTask {
  const company = companyId === undefined ? {} : { companyId }
  return {
    listed: { entity: job.kind === 'mits' ? 'mits' : job.mapping.entity, source, ...company },
    dryRun: mode.dryRun,
    run: (facts, options) => importSourceFile(facts, file, job, { ...company, ...mode, ...options }),
  }
}
