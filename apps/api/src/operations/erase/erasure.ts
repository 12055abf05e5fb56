import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import {
  companiesOfProspects,
  eraseCompany,
  eraseListed,
  type Facts,
  listErased,
  listErasedStaff,
  listInactiveProspects,
  personalTextsOf,
  readmit,
  removeLeftovers,
  type StaffEntity,
  staffTextsOf,
} from '@leaselight/facts'
import { InputError } from '@leaselight/model'
import { eraseCompanyState, erasePeopleState, failStoppedRuns, type State, whileHeld } from '@leaselight/state'
import { z } from 'zod'
import { whileRemoving } from '../integrity/seals'
import { personRedactor } from './personRedactor'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** The most ids in one request. */
const MAX_PEOPLE = 10_000

const ids = z.array(id).max(MAX_PEOPLE)

/** Whom a company's administrators erase, by their ids in the company's own records. */
export const eraseBody = z.object({
  prospect_ids: ids.optional(),
  agent_ids: ids.optional(),
  user_ids: ids.optional(),
})

/** Whether anybody is named; nobody is when it is about a day or a whole company. */
export const namesSomebody = ({ prospect_ids = [], agent_ids = [], user_ids = [] }: z.infer<typeof eraseBody>) =>
  prospect_ids.length + agent_ids.length + user_ids.length > 0

/** What the operator erases: people, people inactive since a day, or the whole company. */
export const eraseJob = z.object({
  prospect_ids: ids.default([]),
  agent_ids: ids.default([]),
  user_ids: ids.default([]),
  /** Optional when only prospects are named who belong to one company. */
  company_id: id.optional(),
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
  /** Ids of prospects without any data. */
  unknown: number[]
  unknownAgents: number[]
  unknownUsers: number[]
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
 * Erases while nothing of the company is sent or imported. The list of the erased is written first, so that no import brings
 * the people back; then what users wrote, which needs the people's names; the facts last. After a crash in between, the same
 * erasure again completes it.
 */
export async function runErase(stores: ErasureContext, job: EraseJob): Promise<ErasureReport> {
  const { facts, state } = stores
  const company = job.company_id ?? (await requireOneCompany(facts, job.prospect_ids))
  if (job.readmit) {
    await readmit(facts, company, { prospects: job.prospect_ids, agents: job.agent_ids, users: job.user_ids })
    return toErasureReport([], [])
  }
  return whileHeld(state, company, () => (job.whole ? eraseWhole(stores, company) : erasePeople(stores, company, job)))
}

async function eraseWhole(stores: ErasureContext, company: number): Promise<ErasureReport> {
  const { facts, state, now } = stores
  const files = await removeKeptFiles(state, company)
  const made = await eraseCompanyState(state, company)
  const gone = await whileRemoving(stores, now(), () => eraseCompany(facts, company, now().getTime()))
  return toErasureReport(
    [],
    [...inStore('facts', gone), ...inStore('state', made), files, await removeImportLeftovers()],
  )
}

async function erasePeople(stores: ErasureContext, company: number, job: EraseJob): Promise<ErasureReport> {
  const { facts, state } = stores
  const now = stores.now().getTime()
  const { before } = job
  const prospects = before
    ? { listed: await listInactiveProspects(facts, company, before, now), unknown: [] }
    : await listErased(facts, company, job.prospect_ids, now)
  const agents = await listErasedStaff(facts, company, 'agents', job.agent_ids, now)
  const users = await listErasedStaff(facts, company, 'users', job.user_ids, now)
  const people = { prospects: prospects.listed, agents: agents.listed, users: users.listed }
  const isAnybody = Object.values(people).some((listed) => listed.length > 0)
  const files = isAnybody ? [await removeKeptFiles(state, company)] : []
  const made = isAnybody ? await eraseTexts(stores, company, people) : []
  const options = { now, ...(before && { nobodysBefore: before }) }
  const gone = await whileRemoving(stores, stores.now(), () => eraseListed(facts, company, options))
  return toErasureReport(
    [prospects, agents, users],
    [...inStore('facts', gone), ...inStore('state', made), ...files, await removeImportLeftovers()],
  )
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

async function eraseTexts(
  { facts, state }: ErasureContext,
  company: number,
  { prospects, agents, users }: Record<'prospects' | StaffEntity, number[]>,
) {
  const texts = await Promise.all([
    personalTextsOf(facts, company, prospects),
    staffTextsOf(facts, company, 'agents', agents),
    staffTextsOf(facts, company, 'users', users),
  ])
  return erasePeopleState(state, company, { prospects, users }, personRedactor(texts.flat()))
}

const FILE_REMOVED = 'The file was removed because someone was erased after it arrived. Send a new one.'

/**
 * Files of feeds that wait for an administrator's word: all of the company's, since no search finds a person in every form of
 * file. Another machine removes its own when it finds their runs ended.
 */
async function removeKeptFiles(state: State, company: number): Promise<ErasedTable> {
  const runs = await failStoppedRuns(state, company, FILE_REMOVED)
  let found = 0
  let left = 0
  for (const { id, location } of runs) {
    const folder = location === null ? '' : dirname(location)
    // A run's file is in a folder of its own, named by the run.
    if (basename(folder) !== id || !existsSync(folder)) continue
    found++
    await rm(folder, { recursive: true, force: true }).catch(() => left++)
  }
  return { store: 'files', table: 'kept by feeds', found, left, kept: false }
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

function toErasureReport(
  [prospects, agents, users]: readonly { listed: number[]; unknown: number[] }[],
  rows: readonly ErasedTable[],
): ErasureReport {
  return {
    people: [prospects, agents, users].reduce((sum, group) => sum + (group?.listed.length ?? 0), 0),
    unknown: prospects?.unknown ?? [],
    unknownAgents: agents?.unknown ?? [],
    unknownUsers: users?.unknown ?? [],
    rows: rows.filter(({ found }) => found > 0),
    left: rows.reduce((sum, row) => sum + row.left, 0),
  }
}
