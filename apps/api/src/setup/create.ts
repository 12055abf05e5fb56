import { Readable } from 'node:stream'
import { type EntityName, importRecords, type Rejection } from '@leaselight/facts'
import type { Api } from '../http/context'
import { badRequest } from '../http/errors'
import { runImport } from '../import/runs'
import type { ImportProgress, ImportTask } from '../import/tasks'

/**
 * Imports records that somebody has typed in, like any other import: with its checks, and in the list of imports. All or
 * none; a rejection is a 400 with its reason.
 */
export async function importTyped(
  api: Api,
  companyId: number,
  entity: EntityName,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`)
  const task: ImportTask<ImportProgress> = {
    listed: { companyId, entity, source: 'Setup page' },
    dryRun: false,
    run: (facts, options) =>
      importRecords(facts, Readable.from([Buffer.from(lines.join(''))]), {
        ...options,
        ...{ entity, format: 'ndjson', companyId, maxRejected: { count: 0 } },
        onProgress: (rows, bytes) => options.onProgress({ rows, bytes }),
      }),
  }
  let first: Rejection | undefined
  const report = await runImport(api, task, {
    onRejection: (rejection) => {
      first ??= rejection
    },
  })
  if (report.rejected > 0) throw badRequest(`${first?.field ?? 'A record'}: ${first?.reason ?? 'it was rejected'}.`)
}

/** The next free id of an entity: in the whole installation for companies and properties, else in the company. */
export async function nextId(
  api: Pick<Api, 'facts'>,
  entity: 'companies' | 'properties' | 'users',
  companyId: number,
): Promise<number> {
  const where = entity === 'users' ? 'WHERE company_id = {company:UInt64}' : ''
  // Removed records count too, whose ids must not come back as something else. Derived ids are far above.
  const [row] = await api.facts.query<{ last: number }>(
    `SELECT max(if(id < 1000000000, id, 0)) AS last FROM ${entity} ${where}`,
    { company: companyId },
  )
  return (row?.last ?? 0) + 1
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one creation after the other, so that two at the same moment don't get the same id. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work)
  last = result.catch(() => undefined)
  return result
}
