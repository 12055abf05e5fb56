import { dirname } from 'node:path'
import { parseJob } from '@leaselight/connectors'
import { type ImportReport, importDirectory, type Rejection, readOf } from '@leaselight/facts'
import { type Feed, type FeedList, readImportMapping } from '@leaselight/state'
import { badRequest } from '../http/errors'
import { runImport } from '../import/runs'
import { type ImportTask, sourceFileTask } from '../import/tasks'
import type { FeedContext } from './context'

/** The first rejections that a run's report has. */
const MAX_SHOWN_REJECTIONS = 100
/** The most records of a full export, whose ids are compared in memory. */
const MAX_LISTED = 1_000_000

/** What reading a file brought, whatever its form. */
export interface FileReport {
  report: ImportReport
  /** How much was read, and of that how many records the store has. */
  rows: number
  accepted: number
  rejections: Rejection[]
  /** What the file lists, by entity; only of a dry run. */
  list: FeedList
  /** The import in the list of imports; null for a dry run. */
  importRunId: string | null
}

/**
 * Reads a feed's file: imports it, or only checks it and lists its records. Throws an HttpError or InputError with a sentence
 * when the file can't be read as the feed says.
 */
export async function readFile(
  context: FeedContext,
  feed: Feed,
  location: string,
  { dryRun, signal }: { dryRun: boolean; signal: AbortSignal },
): Promise<FileReport> {
  const list: FeedList = new Map()
  const rejections: Rejection[] = []
  let listed = 0
  let importRunId: string | null = null
  const listener = {
    signal,
    onStored: (id: string) => {
      importRunId = id
    },
    onRejection: (rejection: Rejection) => {
      if (rejections.length < MAX_SHOWN_REJECTIONS) rejections.push(rejection)
    },
    ...(dryRun && {
      onRecord: (
        entity: string,
        { id, propertyId, deleted }: { id: number | string; propertyId: number; deleted: boolean },
      ) => {
        const records = list.get(entity) ?? new Map<number | string, number>()
        list.set(entity, records)
        if (deleted) listed -= records.delete(id) ? 1 : 0
        else if (!records.has(id) && ++listed > MAX_LISTED)
          throw badRequest(`A full export can have at most ${MAX_LISTED.toLocaleString('en-US')} records.`)
        if (!deleted) records.set(id, propertyId)
      },
    }),
  }
  const report = await runImport(context.api, await taskFor(context, feed, location, dryRun), listener)
  const accepted = report.records.reduce((sum, { read, rejected }) => sum + read - rejected, 0)
  return { report, rows: readOf(report), accepted, rejections, list, importRunId }
}

async function taskFor({ api }: FeedContext, feed: Feed, location: string, dryRun: boolean): Promise<ImportTask> {
  const { companyId } = feed
  const source = `feed: ${feed.name}`
  const mode = { dryRun, maxRejected: undefined }
  if (feed.kind === 'contract') {
    return {
      dryRun,
      listed: { companyId, entity: feed.entity ?? 'all', source },
      run: (facts, options) => importDirectory(facts, dirname(location), { companyId, ...mode, ...options }),
    }
  }
  const mapping = feed.mappingId && (await readImportMapping(api.state, companyId, feed.mappingId))
  if (!mapping) throw badRequest('The mapping of this feed was deleted. Choose another one.')
  if (mapping.kind !== feed.kind) throw badRequest('The mapping of this feed is for another kind of file.')
  return sourceFileTask(parseJob(mapping.kind, mapping.mapping), location, { companyId, source, ...mode })
}
