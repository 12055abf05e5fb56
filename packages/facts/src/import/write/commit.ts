import type { EntityName } from '@leaselight/contract'
import { EngineUnavailable } from '../../client/errors'
import type { Facts } from '../../client/facts'
import { sortDay } from '../../tables/columns'
import type { Row } from '../check/validator'
import { redateProperty } from '../date/redate'
import { dedupe, type ImportCounts } from '../own/dedupe'
import type { OwnerProblem } from '../own/owners'
import { scopeOf } from '../own/recordKeys'
import type { Registry } from '../own/registry'
import { type ImportState, importStateOf } from '../state'
import { Batch } from './batch'
import { writeExclusions } from './exclusions'
import { logFinish, logStart } from './log'

/** How a batch goes in. */
export interface CommitOptions {
  /** The only company the import may touch; none for the operator's own. */
  onlyCompanyId?: number | undefined
  /** Epoch ms that stands for now. */
  now: number
  reject: (row: Row, problem: OwnerProblem) => void
}

/** Puts a batch of checked records in, so that no earlier version of any of them stays behind. */
export function commit(
  facts: Facts,
  name: EntityName,
  rows: readonly Row[],
  options: CommitOptions,
): Promise<ImportCounts> {
  const state = importStateOf(facts)
  const { activity } = facts
  if (activity) activity.waitingBatches++
  return state.runExclusive(async () => {
    if (activity) activity.waitingBatches--
    const started = performance.now()
    const ends = (outcome: 'ok' | 'failed', records: number) =>
      activity?.batch({ entity: name, outcome, records, seconds: (performance.now() - started) / 1000 })
    try {
      const tally = await commitExclusively(facts, state, name, rows, options)
      ends('ok', tally.taken + tally.replaced + tally.deleted)
      return tally
    } catch (error) {
      ends('failed', 0)
      // Half a batch may be in: what this process remembers of the store is no longer sure.
      state.reset()
      throw error
    }
  })
}

/** The same for work that already has its turn. */
export async function commitExclusively(
  facts: Facts,
  state: ImportState,
  name: EntityName,
  rows: readonly Row[],
  { onlyCompanyId, now, reject }: CommitOptions,
): Promise<ImportCounts> {
  const registry = await state.registry()
  const isDated = sortDay(name) !== undefined
  const tops = isDated ? await state.maxIds(name) : undefined
  const sifted = await dedupe(rows, { facts, name, registry, maxIds: tops, onlyCompanyId, reject })
  if (sifted.rows.length === 0) return sifted.tally
  const batch = new Batch(facts, name, sifted, registry, now)
  const redate = isDated ? [] : updateRegistry(name, sifted.rows, registry)
  const version = isDated ? await claim(facts, state, batch) : await state.nextVersion()
  if (redate.length) await logStart(facts, version, name, now, { redate })
  await (isDated ? batch.writeDated() : batch.writeUndated(version))
  if (name === 'prospects') await writeExclusions(facts, sifted.rows, (row) => sifted.known(row) !== undefined, version)
  if (tops) raiseMaxIds(tops, name, sifted.rows)
  for (const property of redate) await redateProperty(facts, state, property, now)
  if (isDated && !facts.embedded) await redateMoved(facts, state, registry, sifted.rows, now)
  await logFinish(facts, version, name, now, batch.companies)
  return sifted.tally
}

const MAX_CLAIMS = 20

/**
 * Says where the batch's records will stand, under a version that is the newest any of them was claimed by. On a server
 * another instance may be moving the same records: whoever finds the other's later claim claims anew, so that of two the
 * one with the higher version has always seen the other's place, and ends it.
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

/** Takes new companies and properties into the registry; tells which properties moved to another time zone. */
function updateRegistry(name: EntityName, rows: readonly Row[], registry: Registry): number[] {
  const moved: number[] = []
  for (const row of rows) {
    if (name === 'companies') registry.companies.add(row.companyId)
    if (name !== 'properties') continue
    const id = Number(row.id)
    const before = registry.properties.get(id)?.zone ?? ''
    const zone = row.deleted ? before : row.inspected.slice(1, -1)
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

/** On a server another instance may have changed a zone while this batch went in: whoever is later puts it right. */
async function redateMoved(
  facts: Facts,
  state: ImportState,
  used: Registry,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  const fresh = await state.registry()
  const properties = new Set(rows.map((row) => row.propertyId))
  for (const id of properties) {
    const zone = fresh.properties.get(id)?.zone
    if (zone && zone !== used.properties.get(id)?.zone) await redateProperty(facts, state, id, now)
  }
}
