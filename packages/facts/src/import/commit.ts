import type { Facts } from '../client/facts'
import type { EntityName } from '../entities'
import { sortDay } from '../entities/columns'
import { type CompanyTally, logBegun, logFinished } from './log'
import { writeMarks } from './marks'
import type { OwnerProblem } from './owners'
import { placeLine, scopeOf, writePlaces } from './places'
import { redateProperty } from './redate'
import type { Registry } from './registry'
import { type Sifted, sift, type Tally } from './sift'
import type { Row } from './take'
import { stateOf, type WarehouseState } from './warehouse-state'
import { type Place, Printer, placeOfRemoval } from './writer'

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
  return state.inTurn(async () => {
    try {
      return await commitInTurn(facts, state, name, rows, options)
    } catch (error) {
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
  const version = await state.nextVersion()
  const batch = new Batch(facts, name, sifted, registry, version, now)
  const redate = isDated ? [] : register(name, sifted.rows, registry)
  if (isDated || redate.length) await logBegun(facts, version, name, now, { redate })
  await (isDated ? batch.writeDated() : batch.writeUndated())
  if (name === 'prospects') await writeMarks(facts, sifted.rows, (row) => sifted.known(row) !== undefined, version)
  if (tops) raise(tops, name, sifted.rows)
  for (const property of redate) await redateProperty(facts, state, property, now)
  if (isDated && !facts.embedded) await redateMoved(facts, state, registry, sifted.rows, now)
  await logFinished(facts, version, name, now, batch.companies)
  return sifted.tally
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

/** The writing of one batch, step by step. */
class Batch {
  readonly companies = new Map<number, CompanyTally>()
  readonly #printer: Printer

  constructor(
    readonly facts: Facts,
    readonly name: EntityName,
    readonly sifted: Sifted,
    readonly registry: Registry,
    readonly version: number,
    readonly now: number,
  ) {
    this.#printer = new Printer(name)
  }

  /** Records without a day never change their place: one insert replaces them. */
  async writeUndated(): Promise<void> {
    const lines = this.sifted.rows.map((row) => {
      this.#count(row, Number.NaN)
      if (!row.deleted) return this.#printer.live(row, '', this.version)
      // A removed property still dates the facts that come in, for the day it is restored.
      const zone = this.name === 'properties' ? this.registry.properties.get(Number(row.id))?.zone : undefined
      const keep: Record<string, string> = zone ? { time_zone: JSON.stringify(zone) } : {}
      return this.#printer.tombstone(row.companyId, row.id, placeOfRemoval(row), this.version, keep)
    })
    await this.#printer.write(this.facts, lines)
  }

  /**
   * The new places first, then the records and the tombstones on their old places. A tombstone follows its record and one
   * in another year (another partition, which no insert fills at once) waits for a second insert: whenever the process
   * dies, the old version or the new one is there, or both until the next start, but never neither.
   */
  async writeDated(): Promise<void> {
    const { facts, sifted, version } = this
    const printed = sifted.rows.map((row) => ({ row, ...this.#print(row) }))
    await writePlaces(
      facts,
      printed.map(({ row, place }) => placeLine(this.name, row.companyId, row.id, place, version)),
    )
    // Of two instances that move a record at once, the later one to say where to sees the other's place and ends it.
    const known = facts.embedded ? sifted.known : await sifted.lookAgain()
    const lines: string[] = []
    const otherYears: string[] = []
    for (const { row, place, line } of printed) {
      lines.push(line)
      for (const old of known(row)?.places ?? []) {
        if (old.day === place.day && old.propertyId === place.propertyId) continue
        const list = old.day.slice(0, 4) === place.day.slice(0, 4) ? lines : otherYears
        list.push(this.#printer.tombstone(row.companyId, row.id, old, version))
      }
    }
    await this.#printer.write(facts, lines)
    await this.#printer.write(facts, otherYears)
  }

  #print(row: Row): { place: Place; line: string } {
    if (row.deleted) {
      this.#count(row, Number.NaN)
      const place = placeOfRemoval(row)
      return { place, line: this.#printer.tombstone(row.companyId, row.id, place, this.version) }
    }
    const zone = this.registry.properties.get(row.propertyId)?.zone ?? 'UTC'
    const { derived, day, instant } = this.#printer.date(row, zone)
    this.#count(row, instant)
    return { place: { propertyId: row.propertyId, day }, line: this.#printer.live(row, derived, this.version) }
  }

  #count(row: Row, instant: number): void {
    let company = this.companies.get(row.companyId)
    if (!company) {
      company = { rows: 0, newest: Number.NaN }
      this.companies.set(row.companyId, company)
    }
    company.rows++
    if (instant <= this.now && !(company.newest >= instant)) company.newest = instant
  }
}
