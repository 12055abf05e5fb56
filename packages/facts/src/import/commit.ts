import { EngineUnavailable } from '../client/errors'
import type { Facts } from '../client/facts'
import type { EntityName } from '../entities'
import { sortDay } from '../entities/columns'
import { Batch } from './batch'
import { logBegun, logFinished } from './log'
import { writeMarks } from './marks'
import type { OwnerProblem } from './owners'
import { scopeOf } from './places'
import { redateProperty } from './redate'
import type { Registry } from './registry'
import { sift, type Tally } from './sift'
import type { Row } from './take'
import { stateOf, type WarehouseState } from './warehouse-state'

/** How a batch goes in. */
export interface CommitOptions {
  /** The only company the import may touch; none for the operator's own. */
  reach?: number | undefined
  /** Epoch ms that stands for now. */
  now: number
  refuse: (row: Row, problem: OwnerProblem) => void
}

/** Puts a batch of checked records in, so that no earlier version of any of them stays behind. */
export function commit(facts: Facts, name: EntityName, rows: readonly Row[], options: CommitOptions): Promise<Tally> {
  const state = stateOf(facts)
  const { activity } = facts
  if (activity) activity.waitingBatches++
  return state.inTurn(async () => {
    if (activity) activity.waitingBatches--
    const started = performance.now()
    const ends = (outcome: 'ok' | 'failed', records: number) =>
      activity?.batch({ entity: name, outcome, records, seconds: (performance.now() - started) / 1000 })
    try {
      const tally = await commitInTurn(facts, state, name, rows, options)
      ends('ok', tally.taken + tally.replaced + tally.deleted)
      return tally
    } catch (error) {
      ends('failed', 0)
      // Half a batch may be in: what this process remembers of the store is no longer sure.
      state.forget()
      throw error
    }
  })
}

/** The same for work that already has its turn. */
export async function commitInTurn(
  facts: Facts,
  state: WarehouseState,
  name: EntityName,
  rows: readonly Row[],
  { reach, now, refuse }: CommitOptions,
): Promise<Tally> {
  const registry = await state.registry()
  const isDated = sortDay(name) !== undefined
  const tops = isDated ? await state.tops(name) : undefined
  const sifted = await sift(rows, { facts, name, registry, tops, reach, refuse })
  if (sifted.rows.length === 0) return sifted.tally
  const batch = new Batch(facts, name, sifted, registry, now)
  const redate = isDated ? [] : register(name, sifted.rows, registry)
  const version = isDated ? await claim(facts, state, batch) : await state.nextVersion()
  if (redate.length) await logBegun(facts, version, name, now, { redate })
  await (isDated ? batch.writeDated() : batch.writeUndated(version))
  if (name === 'prospects') await writeMarks(facts, sifted.rows, (row) => sifted.known(row) !== undefined, version)
  if (tops) raise(tops, name, sifted.rows)
  for (const property of redate) await redateProperty(facts, state, property, now)
  if (isDated && !facts.embedded) await redateMoved(facts, state, registry, sifted.rows, now)
  await logFinished(facts, version, name, now, batch.companies)
  return sifted.tally
}

const CLAIMS = 20

/**
 * Says where the batch's records will stand, under a version that is the newest any of them was claimed by. On a server
 * another instance may be moving the same records: whoever finds the other's later claim claims anew, so that of two the
 * one with the higher version has always seen the other's place, and ends it.
 */
async function claim(facts: Facts, state: WarehouseState, batch: Batch): Promise<number> {
  let newest = 0
  for (let attempt = 0; attempt < CLAIMS; attempt++) {
    const version = await state.nextVersion(newest)
    await logBegun(facts, version, batch.name, batch.now)
    newest = await batch.claim(version)
    if (newest <= version) return version
    await logFinished(facts, version, batch.name, batch.now)
  }
  throw new EngineUnavailable('Other imports keep changing the same records. Please try again in a moment.')
}

/** Takes new companies and properties into the registry; tells which properties moved to another time zone. */
function register(name: EntityName, rows: readonly Row[], registry: Registry): number[] {
  const moved: number[] = []
  for (const row of rows) {
    if (name === 'companies') registry.companies.add(row.companyId)
    if (name !== 'properties') continue
    const id = Number(row.id)
    const before = registry.properties.get(id)?.zone ?? ''
    const zone = row.deleted ? before : row.watched.slice(1, -1)
    if (before && before !== zone) moved.push(id)
    registry.properties.set(id, { companyId: row.companyId, zone })
  }
  return moved
}

function raise(tops: Map<number, number>, name: EntityName, rows: readonly Row[]): void {
  for (const { companyId, id } of rows) {
    const scope = scopeOf(name, companyId)
    if (Number(id) > (tops.get(scope) ?? 0)) tops.set(scope, Number(id))
  }
}

/** On a server another instance may have changed a zone while this batch went in: whoever is later puts it right. */
async function redateMoved(
  facts: Facts,
  state: WarehouseState,
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
