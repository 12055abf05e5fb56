import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { instantJson } from '../date/time'

/** What is noted of a company where none of the batch's records was stored before: nothing that they replace is anywhere. */
export const ALL_NEW = 'new'

/** What is noted where each of them was stored before, and stays at its day and property. */
export const IN_PLACE = 'in place'

/** What a batch did to one company. */
export interface CompanyCounts {
  rows: number
  /** The newest instant that is not in the future; NaN when there is none. */
  newest: number
}

/** Notes that a batch begins, so that a start after a crash knows what to look after. */
export async function logStart(
  facts: Facts,
  version: number,
  name: EntityName,
  now: number,
  details: object = {},
): Promise<void> {
  await facts.insert('import_log', [
    {
      company_id: 0,
      version,
      state: 'begun',
      entity: name,
      rows: 0,
      at: storedInstant(now),
      newest_fact_at: null,
      details: JSON.stringify(details),
    },
  ])
}

/**
 * Notes that a batch is complete, for itself and for each company it touched.
 * @param companyDetails what there is to say of each company
 */
export async function logFinish(
  facts: Facts,
  version: number,
  name: EntityName,
  now: number,
  companies: ReadonlyMap<number, CompanyCounts> = new Map(),
  companyDetails = '',
): Promise<void> {
  const common = { version, state: 'finished', entity: name, at: storedInstant(now), details: '' }
  const touched = [...companies].map(([company_id, { rows, newest }]) => ({
    ...common,
    details: companyDetails,
    company_id,
    rows,
    newest_fact_at: Number.isNaN(newest) ? null : storedInstant(newest),
  }))
  await facts.insert('import_log', [{ ...common, company_id: 0, rows: 0, newest_fact_at: null }, ...touched])
}

const storedInstant = (instant: number): string => instantJson(instant).slice(1, -1)

/** A batch that began and did not end. */
export interface UnfinishedBatch {
  version: number
  entity: EntityName
  /** When it began, epoch ms. */
  begunAt: number
  /** Properties whose facts were to be dated again. */
  redate: number[]
}

/** The batches that were begun and never finished. */
export async function unfinishedBatches(facts: Facts): Promise<UnfinishedBatch[]> {
  const found = await facts.query<{ version: number; entity: EntityName; begun: string; details: string }>(
    `SELECT version, any(entity) AS entity, max(at) AS begun, max(details) AS details FROM import_log WHERE company_id = 0
     GROUP BY version HAVING countIf(state = 'finished') = 0 ORDER BY version`,
  )
  return found.map(({ version, entity, begun, details }) => {
    const { redate = [] } = JSON.parse(details || '{}') as { redate?: number[] }
    return { version, entity, begunAt: Date.parse(begun), redate }
  })
}
