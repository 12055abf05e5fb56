import { setTimeout as sleep } from 'node:timers/promises'
import type { DerivationEnd } from '../client/activity'
import type { Facts } from '../client/facts'
import { MemoryTables } from '../client/memoryTables'
import { freshness, newestBatch } from '../freshness'
import { addPeople } from './addPeople'
import { makePeopleTable, selectTexts, type Texts, tablesAtHand } from './peopleTable'

/** A database of tables that are in the engine's memory alone: a store that is opened again has none of them. */
const DATABASE = 'at_hand'

/** All companies together have at most so many people at hand, of about 100 bytes each. */
const MAX_PEOPLE = 8_000_000

/** No question reads a table that was replaced so long ago. It goes with the next load, which therefore waits. */
const REPLACED_MS = 120_000

/** A question waits so long at most until new people are added. */
const PATIENCE_MS = 300

/** A twentieth of the time at most is spent on a company whose prospects keep changing. */
const PAUSE_FACTOR = 20

interface Table {
  name: string
  /** The version of the prospects that it has; see `Freshness.entityVersions`. */
  version: string
  /** How many it has: their numbers begin with 1. */
  people: number
  /** Ends when the people who came so far are added. */
  adding: Promise<void>
  /** Whether none can be added any more: another table has them. */
  isPast: boolean
}

interface Company {
  table?: Table
  /** The table before, which questions may still read. */
  replaced?: string | undefined
  loading?: Promise<void> | undefined
  /** Before then it isn't loaded again; by the clock of `performance.now()`. */
  restsUntil: number
}

/**
 * A company's people in the engine's memory, to be joined to facts without being read and sorted into a hash table by
 * every statement, and the sets of those who don't count. Each person has a `person_number` from 1 on, by which
 * distinct people are counted faster than by their ids. What a table has never changes once it can be read. New people are
 * added, and after other imports of prospects another one replaces it. Only of an embedded store, whose memory is this
 * process's own.
 */
export class PeopleAtHand {
  readonly #companies = new Map<number, Company>()
  #database: Promise<void> | undefined

  constructor(
    private readonly facts: Facts,
    private readonly maxPeople = MAX_PEOPLE,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * The table with a company's people, or null while there is none with every prospect. Then it is loaded in the
   * background, and questions read the records.
   * @param version of the company's prospects; see `Freshness.entityVersions`
   */
  async tableOf(companyId: number, version: string): Promise<string | null> {
    if (!this.#canKeep) return null
    const { table } = this.#companyOf(companyId)
    if (table && table.version !== version) {
      const added = this.#addTo(table, companyId, version)
      await Promise.race([added, sleep(this.patienceMs, undefined, { ref: false })])
    }
    if (table?.version === version) return table.name
    if (!table || table.isPast) void this.loadUnlessBusy(companyId)
    return null
  }

  /** Adds the people who came until a version, after those of versions before it. Never fails. */
  #addTo(table: Table, companyId: number, version: string): Promise<void> {
    table.adding = table.adding.then(() => this.#add(table, companyId, version))
    return table.adding
  }

  async #add(table: Table, companyId: number, version: string): Promise<void> {
    if (table.isPast || version === table.version) return
    // A question that began before an import may come after one that began later.
    if (newestBatch(version) < newestBatch(table.version)) return
    const added = await addPeople(this.facts, companyId, table, version).catch(() => null)
    if (added === null) table.isPast = true
    else Object.assign(table, { version, people: table.people + added })
  }

  /** Loads a company's people where they have changed, unless it was tried a moment ago. Never fails. */
  async loadUnlessBusy(companyId: number): Promise<void> {
    const company = this.#companyOf(companyId)
    if (!company.loading && performance.now() < company.restsUntil) return
    // Without them questions take longer; a later one tries again.
    await this.load(companyId).catch(() => undefined)
  }

  /** Loads a company's people where they have changed. */
  load(companyId: number): Promise<void> {
    const company = this.#companyOf(companyId)
    company.loading ??= this.#loadAndTell(companyId, company).finally(() => {
      company.loading = undefined
    })
    return company.loading
  }

  /** Removes a company's people from memory, when some are being erased. */
  async forget(companyId: number): Promise<void> {
    const company = this.#companies.get(companyId)
    this.#companies.delete(companyId)
    await company?.loading?.catch(() => undefined)
    for (const name of [company?.table?.name, company?.replaced]) if (name) await this.#drop(name)
  }

  get #canKeep(): boolean {
    return MemoryTables.arePossible(this.facts)
  }

  #companyOf(companyId: number): Company {
    const company = this.#companies.get(companyId) ?? { restsUntil: 0 }
    this.#companies.set(companyId, company)
    return company
  }

  async #loadAndTell(companyId: number, company: Company): Promise<void> {
    const started = performance.now()
    const ends = (end: Pick<DerivationEnd, 'outcome' | 'error'>) => {
      const milliseconds = performance.now() - started
      const rest = PAUSE_FACTOR * milliseconds
      company.restsUntil = performance.now() + (company.replaced ? Math.max(REPLACED_MS, rest) : rest)
      this.facts.activity?.derivation({ table: 'people_at_hand', companyId, seconds: milliseconds / 1000, ...end })
    }
    try {
      if (await this.#load(companyId, company)) ends({ outcome: 'ok' })
    } catch (error) {
      ends({ outcome: 'failed', error })
      throw error
    }
  }

  /** @returns whether there was anything to do */
  async #load(companyId: number, company: Company): Promise<boolean> {
    if (!this.#canKeep) return false
    const version = (await freshness(this.facts, companyId)).entityVersions.get('prospects') ?? ''
    const { table } = company
    if (table) await this.#addTo(table, companyId, version)
    if (table?.version === version) return false
    if (company.replaced) await this.#drop(company.replaced)
    company.replaced = undefined
    const all = await this.#countOf('prospects WHERE company_id = {company:UInt64}', companyId)
    const others = [...this.#companies.values()].filter((one) => one !== company)
    if (others.reduce((sum, { table }) => sum + (table?.people ?? 0), all) > this.maxPeople) return true
    const name = `${DATABASE}.prospects_${Math.trunc(companyId)}_${++tables}`
    let people = 0
    try {
      await this.#fill(name, companyId)
      people = await this.#countOf(name, companyId)
    } catch (error) {
      // Half of it would stay in memory.
      await this.#drop(name).catch(() => undefined)
      throw error
    }
    // Forgotten meanwhile: it may have people who were erased.
    if (this.#companies.get(companyId) !== company) await this.#drop(name)
    else {
      company.replaced = company.table?.name
      company.table = { name, version, people, adding: Promise.resolve(), isPast: false }
    }
    return true
  }

  /** The engine leaves an empty folder of each table that was there when a process ended. They go with their database. */
  async #makeDatabase(): Promise<void> {
    const [found] = await this.facts.query<{ tables: number }>(
      `SELECT count() AS tables FROM system.tables WHERE database = '${DATABASE}'`,
    )
    if (found?.tables === 0) await this.facts.command(`DROP DATABASE IF EXISTS ${DATABASE}`)
    await this.facts.command(`CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Memory`)
  }

  async #fill(name: string, companyId: number): Promise<void> {
    this.#database ??= this.#makeDatabase().catch((error) => {
      this.#database = undefined
      throw error
    })
    await this.#database
    const [texts = {}] = await this.facts.query<Texts>(selectTexts(companyId), {}, { priority: 'background' })
    for (const statement of makePeopleTable(name, companyId, texts)) await this.facts.command(statement)
  }

  async #countOf(people: string, companyId: number): Promise<number> {
    const [found] = await this.facts.query<{ people: number }>(
      `SELECT count() AS people FROM ${people}`,
      { company: companyId },
      { priority: 'background' },
    )
    return found?.people ?? 0
  }

  async #drop(name: string): Promise<void> {
    for (const table of tablesAtHand(name)) await this.facts.command(`DROP TABLE IF EXISTS ${table}`)
  }
}

let tables = 0

const known = new WeakMap<Facts, PeopleAtHand>()

/** The people at hand of a store. */
export function peopleAtHandOf(facts: Facts): PeopleAtHand {
  const found = known.get(facts) ?? new PeopleAtHand(facts)
  known.set(facts, found)
  return found
}
