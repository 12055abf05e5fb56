import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type EntityName, entityNames } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { deriveAfterImport } from '../derive/derive'
import { dryRunRecords, type FileOptions, importValidRecords, type OnRecord } from '.'
import { type CheckAhead, checkAhead } from './check/checkAhead'
import { BESIDE_BYTES } from './check/checkBeside'
import type { Rejection } from './check/problem'
import type { CompanyTally } from './companyTally'
import { DryRun } from './dryRun'
import { isTooMany, type MaxRejected } from './maxRejected'
import { formatOf, sizeOf } from './read/source'
import { recover } from './recover'
import { type ImportReport, mergeReports, readOf } from './report'
import { importStateOf } from './state'

/** How far the import of a folder is. */
export interface DirectoryProgress {
  /** `checking` in strict mode before anything goes in; `settling` while the tables are tidied at the end. */
  phase: 'checking' | 'importing' | 'settling'
  /** Records and bytes read so far in this phase, over all files. */
  rows: number
  bytes: number
  /** Bytes of all files. */
  totalBytes: number
  /** Records a second in this phase. */
  rate: number
}

/** How a folder of contract files is taken in. */
export interface DirectoryOptions {
  companyId?: number
  /** Checks every record of every file first, and stores nothing when more than this are rejected. */
  maxRejected?: MaxRejected | undefined
  /** Says what the import would do, and stores nothing. */
  dryRun?: boolean
  /** Counts for each company, for imports that may hold several. */
  tally?: CompanyTally
  onProgress?: (progress: DirectoryProgress) => void
  onRejection?: (rejection: Rejection) => void
  onRecord?: OnRecord
  signal?: AbortSignal
  now?: number
}

interface EntityFile {
  entity: EntityName
  path: string
  size: number
}

/**
 * Imports a folder of contract files (`prospects.ndjson`, `.csv` or `.parquet`): companies, then properties, then the rest.
 * The report has a line for each entity.
 */
export async function importDirectory(
  facts: Facts,
  dir: string,
  options: DirectoryOptions = {},
): Promise<ImportReport> {
  await recover(facts)
  const files = await contractFilesIn(dir)
  const { dryRun = false, maxRejected, onProgress, tally } = options
  if (dryRun || maxRejected) {
    const tried = await tryFiles(facts, files, options, dryRun)
    if (dryRun || tried.tooManyRejected) return { ...tried, dryRun }
  }
  // After a check the rejections are reported already.
  const { onRejection: _, ...checkedOptions } = options
  const report = await eachFile('importing', files, maxRejected ? checkedOptions : options, (file, shared) =>
    importValidRecords(facts, file.path, { ...shared, ...(tally && { tally }) }),
  )
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0)
  onProgress?.({ phase: 'settling', rows: 0, bytes: totalBytes, totalBytes, rate: 0 })
  const { tidying } = importStateOf(facts)
  const isMuch = await isMuchOfStore(facts, report)
  // Before deriving, which then reads every record: reading pieces is dearer.
  if (isMuch) await tidying.now()
  await deriveAfterImport(facts)
  if (isMuch) await tidying.now()
  return report
}

/**
 * Whether an import wrote so much that its tables are best merged at once: most of what the store holds, as a first import
 * does. What a smaller one leaves in pieces is merged in a quiet moment, since merging takes as long for a few records of
 * every year as for many.
 */
async function isMuchOfStore(facts: Facts, { records }: ImportReport): Promise<boolean> {
  const written = records.reduce((sum, { new: added, changed, removed }) => sum + added + changed + removed, 0)
  const counts = entityNames.map((name) => `SELECT count() AS rows FROM ${name}`)
  const [found] = await facts.query<{ stored: number }>(
    `SELECT sum(rows) AS stored FROM (${counts.join(' UNION ALL ')})`,
  )
  return 2 * written >= (found?.stored ?? 0)
}

async function tryFiles(
  facts: Facts,
  files: readonly EntityFile[],
  options: DirectoryOptions,
  counts: boolean,
): Promise<ImportReport> {
  const trial = await DryRun.begin(facts, { companyId: options.companyId, counts })
  const tried = await eachFile('checking', files, options, (file, shared) => dryRunRecords(trial, file.path, shared))
  return { ...tried, tooManyRejected: isTooMany(options.maxRejected, tried.rejected, readOf(tried)) }
}

const sharedOptions = ({ companyId, signal, onRejection, onRecord, now }: DirectoryOptions) => ({
  ...(companyId !== undefined && { companyId }),
  ...(signal && { signal }),
  ...(onRejection && { onRejection }),
  ...(onRecord && { onRecord }),
  ...(now !== undefined && { now }),
})

async function eachFile(
  phase: DirectoryProgress['phase'],
  files: readonly EntityFile[],
  options: DirectoryOptions,
  work: (file: EntityFile, shared: FileOptions) => Promise<ImportReport>,
): Promise<ImportReport> {
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0)
  const started = performance.now()
  const reports: ImportReport[] = []
  let rowsBefore = 0
  let bytesBefore = 0
  let ahead: CheckAhead | undefined
  try {
    for (const [index, file] of files.entries()) {
      let rowsHere = 0
      const { entity } = file
      const onProgress = (rows: number, bytes: number) => {
        rowsHere = rows
        const seconds = Math.max((performance.now() - started) / 1000, 0.001)
        const all = rowsBefore + rows
        options.onProgress?.({ phase, totalBytes, rows: all, bytes: bytesBefore + bytes, rate: all / seconds })
      }
      const checked = ahead
      // The next file is checked while the last records of this one are written: the engine has one batch at a time.
      const onRead = () => {
        ahead = aheadOf(files[index + 1])
      }
      reports.push(await work(file, { ...sharedOptions(options), entity, checked, onRead, onProgress }))
      rowsBefore += rowsHere
      bytesBefore += file.size
    }
  } finally {
    await ahead?.leave()
  }
  return mergeReports(reports)
}

/** A file that is checked by a thread of its own begins so; a small one takes a moment once it is wanted. */
const aheadOf = (file: EntityFile | undefined): CheckAhead | undefined =>
  file && file.size >= BESIDE_BYTES ? checkAhead(file.path, { entity: file.entity }) : undefined

/** The folder's contract files in the order in which they go in. */
async function contractFilesIn(dir: string): Promise<EntityFile[]> {
  const names = await readdir(dir)
  const files: EntityFile[] = []
  for (const entity of entityNames) {
    for (const name of names.sort()) {
      const path = join(dir, name)
      if (!formatOf(name) || name.slice(0, -extname(name).length) !== entity) continue
      files.push({ entity, path, size: await sizeOf(path) })
    }
  }
  if (files.length === 0) {
    throw new Error(
      `${dir} holds no file of the data contract, such as prospects.ndjson, prospects.csv or prospects.parquet.`,
    )
  }
  return files
}
