import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type EntityName, entityNames } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { dryRunRecords, importValidRecords } from '.'
import type { Rejection } from './check/problem'
import { DryRun } from './dryRun'
import { formatOf, sizeOf } from './read/source'
import { recover } from './recover'
import type { ImportReport } from './report'
import { optimizeEntity } from './write/optimize'

/** How far the import of a folder is. */
export interface DirectoryProgress {
  /** `checking` in strict mode before anything goes in; `settling` while the tables are tidied at the end. */
  phase: 'checking' | 'importing' | 'settling'
  entity: EntityName
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
  strict?: boolean
  onProgress?: (progress: DirectoryProgress) => void
  onRejection?: (refusal: Rejection) => void
  signal?: AbortSignal
  now?: number
}

interface EntityFile {
  entity: EntityName
  path: string
  size: number
}

/**
 * Takes in a folder of contract files (`prospects.ndjson`, `.csv` or `.parquet`): companies, then properties, then the
 * rest. One account for each file.
 */
export async function importDirectory(
  facts: Facts,
  dir: string,
  options: DirectoryOptions = {},
): Promise<ImportReport[]> {
  const { strict } = options
  await recover(facts)
  const files = await contractFilesIn(dir)
  if (strict) {
    const tried = await dryRunFiles(facts, files, options)
    if (tried.some((account) => account.refused > 0)) return tried
  }
  const accounts = await eachFile('importing', files, options, (file, onProgress) =>
    importValidRecords(facts, file.path, { ...sharedOptions(options), entity: file.entity, onProgress }),
  )
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0)
  for (const { entity } of files) {
    options.onProgress?.({ phase: 'settling', entity, rows: 0, bytes: totalBytes, totalBytes, rate: 0 })
    await optimizeEntity(facts, entity)
  }
  return accounts
}

/** Checks a folder of contract files and takes nothing in: each file's account says what would be refused. */
export async function dryRunDirectory(
  facts: Facts,
  dir: string,
  options: DirectoryOptions = {},
): Promise<ImportReport[]> {
  await recover(facts)
  return dryRunFiles(facts, await contractFilesIn(dir), options)
}

async function dryRunFiles(
  facts: Facts,
  files: readonly EntityFile[],
  options: DirectoryOptions,
): Promise<ImportReport[]> {
  const trial = await DryRun.begin(facts, options.companyId)
  return eachFile('checking', files, options, (file, onProgress) =>
    dryRunRecords(trial, file.path, { ...sharedOptions(options), entity: file.entity, onProgress }),
  )
}

const sharedOptions = ({ companyId, signal, onRejection, now }: DirectoryOptions) => ({
  ...(companyId !== undefined && { companyId }),
  ...(signal && { signal }),
  ...(onRejection && { onRejection }),
  ...(now !== undefined && { now }),
})

async function eachFile(
  phase: DirectoryProgress['phase'],
  files: readonly EntityFile[],
  { onProgress }: DirectoryOptions,
  work: (file: EntityFile, onProgress: (rows: number, bytes: number) => void) => Promise<ImportReport>,
): Promise<ImportReport[]> {
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0)
  const started = performance.now()
  const accounts: ImportReport[] = []
  let rowsBefore = 0
  let bytesBefore = 0
  for (const file of files) {
    let rowsHere = 0
    const account = await work(file, (rows, bytes) => {
      rowsHere = rows
      const seconds = Math.max((performance.now() - started) / 1000, 0.001)
      const all = rowsBefore + rows
      onProgress?.({
        phase,
        entity: file.entity,
        rows: all,
        bytes: bytesBefore + bytes,
        totalBytes,
        rate: all / seconds,
      })
    })
    accounts.push(account)
    rowsBefore += rowsHere
    bytesBefore += file.size
  }
  return accounts
}

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
