import { type EntityName, entityNames } from '@leaselight/contract'
import { EngineUnavailable } from '../client/errors'
import type { Facts } from '../client/facts'
import { derivedTables } from '../derive/tables'
import { instantsOf, sortDay } from '../tables/columns'
import type { Row } from './check/validator'
import { storedRows } from './date/storedRows'
import { dedupe } from './own/dedupe'
import type { Outcomes } from './own/outcomes'
import type { OwnerProblem } from './own/owners'
import { scopeOf } from './own/recordKeys'
import type { Registry } from './own/registry'
import { type ImportState, importStateOf } from './state'
import { Batch } from './write/batch'
import { writeExclusions } from './write/exclusions'
import { logFinish, logStart } from './write/log'

/** How a batch goes in. */
export interface CommitOptions {
  /** The only company the import may touch; none for the operator's own. */
  onlyCompanyId?: number | undefined
  /** Epoch ms that stands for now. */
  now: number
  /** Writes also what is stored already exactly so, and counts nothing: to date records again. */
  rewrite?: boolean
  reject: (row: Row, problem: OwnerProblem) => void
}

/** Writes a batch of checked records, so that no earlier version of any of them stays behind. */
export function commit(
  facts: Facts,
  name: EntityName,
  rows: readonly Row[],
  options: CommitOptions,
): Promise<Outcomes> {
  const state = importStateOf(facts)
  const { activity } = facts
  if (activity) activity.waitingBatches++
  return state.runExclusive(async () => {
    if (activity) activity.waitingBatches--
    const started = performance.now()
    const ends = (outcome: 'ok' | 'failed', records: number) =>
      activity?.batch({ entity: name, outcome, records, seconds: (performance.now() - started) / 1000 })
    try {
      const outcomes = await commitExclusively(facts, state, name, rows, options)
      ends('ok', outcomes.records)
      return outcomes
    } catch (error) {
      ends('failed', 0)
      // Half a batch may be in: what this process remembers of the store is no longer sure.
      state.reset()
      throw error
    }
  })
}

/** own → date → write, for work that already has its turn. */
async function commitExclusively(
  facts: Facts,
  state: ImportState,
  name: EntityName,
  rows: readonly Row[],
  { onlyCompanyId, now, rewrite = false, reject }: CommitOptions,
): Promise<Outcomes> {
  const registry = await state.registry()
  const isDated = sortDay(name) !== undefined
  const maxIds = isDated ? await state.maxIds(name) : undefined

  const owned = await dedupe(rows, { facts, name, registry, maxIds, onlyCompanyId, compare: !rewrite, reject })
  if (owned.rows.length + owned.unchanged.length === 0) return owned.outcomes
  const moved = isDated ? [] : updateRegistry(name, owned.rows, registry)

  const batch = new Batch(facts, name, owned, now)
  batch.date(registry)

  const version = isDated ? await claim(facts, state, batch) : await state.nextVersion()
  if (moved.length) await logStart(facts, version, name, now, { redate: moved })
  await (isDated ? batch.writeDated() : batch.writeUndated(version))
  if (name === 'prospects') await writeExclusions(facts, owned.rows, (row) => owned.known(row) !== undefined, version)
  if (maxIds) raiseMaxIds(maxIds, name, owned.rows)

  await redateProperties(facts, state, moved, now)
  if (isDated && !facts.embedded) await redateMoved(facts, state, registry, owned.rows, now)
  await logFinish(facts, version, name, now, batch.companies, batch.kind)
  state.tidying.noteRecords(name)
  if (derivedTables.some(({ from }) => from.includes(name)))
    for (const company of batch.companies.keys()) state.toDerive.add(company)
  return owned.outcomes
}

const REDATED_ROWS = 50_000

/**
 * Dates all facts of the properties again, after their time zones changed. The caller has the turn. Facts of all of them go
 * into the same batches: a batch takes a while however few facts it has, and most properties have few of most entities.
 */
export async function redateProperties(
  facts: Facts,
  state: ImportState,
  propertyIds: readonly number[],
  now: number,
): Promise<void> {
  if (propertyIds.length === 0) return
  for (const name of entityNames) {
    if (instantsOf(name).length === 0) continue
    let rows: Row[] = []
    const write = async () => {
      // What is in the store has an owner: nothing can be rejected.
      await commitExclusively(facts, state, name, rows, { now, rewrite: true, reject: () => undefined })
      rows = []
    }
    for await (const row of storedRows(facts, state, name, propertyIds)) {
      rows.push(row)
      if (rows.length >= REDATED_ROWS) await write()
    }
    if (rows.length) await write()
  }
}

const MAX_CLAIMS = 20

/**
 * Notes where the batch's records will be, under a version newer than any that claimed one of them before. On a server
 * another instance may be moving the same records: the one that finds the other's later claim claims again, so that the
 * higher of two versions has always seen the other's place, and ends it.
 */
async function claim(facts: Facts, state: ImportState, batch: Batch): Promise<number> {
  let newest = 0
  for (let attempt = 0; attempt < MAX_CLAIMS; attempt++) {
    const version = await state.nextVersion(newest)
    await logStart(facts, version, batch.name, batch.now)
    newest = await batch.claim(version)
    if (newest <= version) return version
    await logFinish(facts, version, batch.name, batch.now)
  }
  throw new EngineUnavailable('Other imports keep changing the same records. Please try again in a moment.')
}

/** Adds new companies and properties to the registry. Returns the properties that moved to another time zone. */
function updateRegistry(name: EntityName, rows: readonly Row[], registry: Registry): number[] {
  const moved: number[] = []
  for (const row of rows) {
    if (name === 'companies') registry.companies.add(row.companyId)
    if (name !== 'properties') continue
    const id = Number(row.id)
    const before = registry.properties.get(id)?.zone ?? ''
    const zone = row.inspected.slice(1, -1) || before
    if (before && before !== zone) moved.push(id)
    registry.properties.set(id, { companyId: row.companyId, zone })
  }
  return moved
}

function raiseMaxIds(maxIds: Map<number, number>, name: EntityName, rows: readonly Row[]): void {
  for (const { companyId, id } of rows) {
    const scope = scopeOf(name, companyId)
    if (Number(id) > (maxIds.get(scope) ?? 0)) maxIds.set(scope, Number(id))
  }
}

/** On a server another instance may have changed a zone while this batch was written: the later of the two dates again. */
async function redateMoved(
  facts: Facts,
  state: ImportState,
  used: Registry,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  const fresh = await state.registry()
  const moved = [...new Set(rows.map((row) => row.propertyId))].filter((id) => {
    const zone = fresh.properties.get(id)?.zone
    return zone && zone !== used.properties.get(id)?.zone
  })
  await redateProperties(facts, state, moved, now)
}
