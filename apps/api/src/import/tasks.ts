import {
  type ConnectorJob,
  type ConnectorProgress,
  type ConnectorReport,
  importSourceFile,
} from '@leaselight/connectors'
import { type Facts, type ImportReport, importDirectory, type Rejection } from '@leaselight/facts'
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
  signal?: AbortSignal
}

/** What an import works with: the time is fixed when it starts. */
export interface ImportOptions<Progress extends ImportProgress> extends ImportListener<Progress> {
  onProgress: (progress: Progress) => void
  /** Epoch ms. */
  now: number
}

/** One import, whatever it reads: how it is listed, and how it is carried out. */
export interface ImportTask<Report, Progress extends ImportProgress = ConnectorProgress> {
  /** How the list of imports shows it. */
  listed: NewImportRun
  /** A dry run is not listed and not counted. */
  dryRun: boolean
  run: (facts: Facts, options: ImportOptions<Progress>) => Promise<Report>
  /** Whether nothing was imported because a record was rejected (strict mode). */
  isRefused: (report: Report) => boolean
  /** What the list of imports keeps of the report. It holds numbers only, no record. */
  toStored: (report: Report) => object
}

/** What became of a folder of contract files: one report per file. */
export interface FolderReport {
  kind: 'folder'
  records: ImportReport[]
}

/** Imports a folder of contract files of any company. */
export const folderTask = (directory: string, strict: boolean): ImportTask<FolderReport> => ({
  listed: { entity: 'all', source: directory },
  dryRun: false,
  run: async (facts, options) => ({
    kind: 'folder',
    records: await importDirectory(facts, directory, { strict, ...options }),
  }),
  isRefused: ({ records }) => strict && records.some(({ refused }) => refused > 0),
  toStored: ({ records }) => records,
})

/**
 * Imports a file of another system.
 * @param file a path, or the bytes as they arrive
 * @param target the only company whose records the file may bring (none: the operator's import), the source that the list
 *   of imports names, and whether it only checks
 */
export function sourceFileTask(
  job: ConnectorJob,
  file: string | AsyncIterable<Uint8Array>,
  { companyId, source, dryRun }: { companyId?: number; source: string; dryRun: boolean },
): ImportTask<ConnectorReport> {
  const company = companyId === undefined ? {} : { companyId }
  return {
    listed: { entity: job.kind === 'mits' ? 'mits' : job.mapping.entity, source, ...company },
    dryRun,
    run: (facts, options) => importSourceFile(facts, file, job, { ...company, dryRun, ...options }),
    isRefused: () => false,
    // The first records hold people's names.
    toStored: ({ first: _, ...report }) => toSnakeReport(report),
  }
}

/** The report with REST's names. Records keep their own, some of which are the company's. */
export const toSnakeReport = <T extends Omit<ConnectorReport, 'first'>>({ dryRun, records, ...report }: T) => ({
  ...report,
  dry_run: dryRun,
  records: records.map(({ unknownFields, ...record }) => ({ ...record, unknown_fields: unknownFields })),
})
