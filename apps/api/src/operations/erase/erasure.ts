import {
  companiesOfProspects,
  eraseCompany,
  eraseListed,
  type Facts,
  listErased,
  listInactiveProspects,
  personalTextsOf,
  readmit,
  removeLeftovers,
} from '@leaselight/facts'
import { InputError } from '@leaselight/model'
import { eraseCompanyState, erasePeopleState, type State } from '@leaselight/state'
import { z } from 'zod'
import { personRedactor } from './personRedactor'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** The most ids in one request. */
const MAX_PEOPLE = 10_000

/** The people that a company's administrators erase. */
export const eraseBody = z.object({ prospect_ids: z.array(id).min(1).max(MAX_PEOPLE) })

/** What the operator erases: people, people inactive since a day, or the whole company. */
export const eraseJob = z.object({
  /** Optional when the named people belong to one company only. */
  company_id: id.optional(),
  prospect_ids: z.array(id).max(MAX_PEOPLE).default([]),
  /** `YYYY-MM-DD`: people whose last activity is before it. */
  before: z.iso.date().optional(),
  /** Everything of the company. */
  whole: z.boolean().default(false),
  /** Instead of erasing, allows them to be imported again. */
  readmit: z.boolean().default(false),
})

export type EraseJob = z.infer<typeof eraseJob>

/** How many rows of one table had to be erased, and how many are left. */
export interface ErasedTable {
  store: 'facts' | 'state' | 'files'
  table: string
  found: number
  left: number
  /** The rows stay, with the person redacted. */
  kept: boolean
}

/** What an erasure found and erased. */
export interface ErasureReport {
  /** How many people were erased. */
  people: number
  /** Ids without any data. */
  unknown: number[]
  /** Per table, the rows found and the rows left in a second count. */
  rows: ErasedTable[]
  /** The sum of rows left; if above 0, the erasure must run again. */
  left: number
}

/** The stores that erasing works on. */
interface ErasureContext {
  facts: Facts
  state: State
  now: () => Date
}

/**
 * Erases. The list of the erased is written first, so that no import brings the people back; then what users wrote, which
 * needs the people's names; the facts last. After a crash in between, the same erasure again completes it.
 */
export async function runErase(stores: ErasureContext, job: EraseJob): Promise<ErasureReport> {
  const { facts, state, now } = stores
  const { prospect_ids: ids, before, whole } = job
  const company = job.company_id ?? (await requireOneCompany(facts, ids))
  if (job.readmit) {
    await readmit(facts, company, ids)
    return toErasureReport(ids.length, [], [])
  }
  if (whole) {
    const made = await eraseCompanyState(state, company)
    const rows = [...inStore('facts', await eraseCompany(facts, company, now().getTime())), ...inStore('state', made)]
    return toErasureReport(0, [], [...rows, await removeImportLeftovers()])
  }
  const listed = before
    ? { listed: await listInactiveProspects(facts, company, before, now().getTime()), unknown: [] }
    : await listErased(facts, company, ids, now().getTime())
  const made = await eraseTexts(stores, company, listed.listed)
  const gone = await eraseListed(facts, company, { now: now().getTime(), ...(before && { nobodysBefore: before }) })
  return toErasureReport(listed.listed.length, listed.unknown, [
    ...inStore('facts', gone),
    ...inStore('state', made),
    await removeImportLeftovers(),
  ])
}

/** The one company that the prospects belong to. */
async function requireOneCompany(facts: Facts, ids: readonly number[]): Promise<number> {
  const companies = await companiesOfProspects(facts, ids)
  const [company] = companies
  if (company === undefined)
    throw new InputError('No company has such a prospect. Name the company too.', 'prospect_ids')
  if (companies.length > 1)
    throw new InputError('They belong to several companies. Name one company at a time.', 'prospect_ids')
  return company
}

async function eraseTexts({ facts, state }: ErasureContext, company: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return erasePeopleState(state, company, ids, personRedactor(await personalTextsOf(facts, company, ids)))
}

/** Files left by a killed import: they contain personal records. */
async function removeImportLeftovers(): Promise<ErasedTable> {
  const { found, left } = await removeLeftovers()
  return { store: 'files', table: 'left by imports', found, left, kept: false }
}

const inStore = (
  store: ErasedTable['store'],
  rows: readonly (Omit<ErasedTable, 'store' | 'kept'> & { kept?: boolean })[],
): ErasedTable[] => rows.map(({ kept = false, ...row }) => ({ store, ...row, kept }))

function toErasureReport(people: number, unknown: number[], rows: readonly ErasedTable[]): ErasureReport {
  return {
    people,
    unknown,
    rows: rows.filter(({ found }) => found > 0),
    left: rows.reduce((sum, row) => sum + row.left, 0),
  }
}
