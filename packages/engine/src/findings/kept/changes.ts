import { type CompanyBatch, companyBatches, type EntityName, type QueryOptions, sortDay } from '@leaselight/facts'
import type { Day, DayRange } from '@leaselight/model'
import type { QueryRunner } from '../../plan/cache'
import type { Footprint } from './footprint'

/** Since which batches, and which instant, something is to be known. */
export interface Since {
  batches: ReadonlySet<number>
  now: number
}

/** Their fields are in the parameters of any statement: names of sources, zones, and office hours. */
const IN_EVERY_STATEMENT: readonly EntityName[] = ['companies', 'properties', 'sources']

/** Facts that end a wait, with the instant from which on they count. */
const ANSWERS = { messages: 'sent_at', calls: 'started_at' } as const

/**
 * What imports have changed in a company's facts, up to now. Each row carries the version of the batch that wrote it, and
 * what a batch moved or removed leaves a row at its old place, so the rows of the batches that have ended since tell
 * which days they touched. Where that isn't certain, everything counts as changed.
 */
export class Changes {
  readonly #asked = new Map<string, Promise<readonly Day[] | boolean>>()

  private constructor(
    private readonly facts: QueryRunner,
    private readonly companyId: number,
    private readonly batches: readonly CompanyBatch[],
    private readonly options: QueryOptions,
  ) {
    this.known = new Set(batches.map(({ version }) => version))
  }

  /** The batches that have ended; what is read from now on contains them. */
  readonly known: ReadonlySet<number>

  static async read(facts: QueryRunner, companyId: number, options: QueryOptions): Promise<Changes> {
    return new Changes(facts, companyId, await companyBatches(facts, companyId, options), options)
  }

  /** The days of a period on which a statement's numbers may have changed since; `all` where they may be any. */
  async touched(
    { entities, byDay, ofPerson }: Footprint,
    since: Since,
    period: DayRange,
  ): Promise<readonly Day[] | 'all'> {
    const later = this.batches.filter(({ version }) => !since.batches.has(version))
    const isWhole = later.length + since.batches.size === this.batches.length
    if (!isWhole || later.some(({ erased }) => erased)) return 'all'
    const versions = new Map<EntityName, number[]>()
    for (const { entity, version } of later) versions.set(entity, [...(versions.get(entity) ?? []), version])
    const byItself = (name: EntityName): boolean =>
      name === byDay?.entity ||
      (name === 'prospects' && Boolean(ofPerson || byDay?.prospect)) ||
      (ofPerson && name in ANSWERS)
    const others = [...new Set([...IN_EVERY_STATEMENT, ...entities])].filter((name) => !byItself(name))
    const changed = await Promise.all(others.map((name) => this.#hasRows(name, versions.get(name) ?? [])))
    if (changed.includes(true)) return 'all'
    if (ofPerson) return this.#daysOfPeople(versions, since.now, period)
    return byDay ? this.#daysOf(byDay, versions, period) : []
  }

  /** Whether batches wrote any row of the company; what came in again unchanged is not written. */
  #hasRows(entity: EntityName, versions: readonly number[]): Promise<boolean> {
    if (versions.length === 0) return Promise.resolve(false)
    return this.#once(['rows', entity, versions], async () => {
      const sql = `SELECT 1 AS found FROM ${entity} WHERE company_id = {company:UInt64} AND version IN {versions:Array(UInt64)} LIMIT 1`
      return (await this.facts.query(sql, { company: this.companyId, versions }, this.options)).length > 0
    })
  }

  /** The days of the changed records of a table, and of all records of changed prospects. */
  #daysOf(
    { entity, day, prospect }: NonNullable<Footprint['byDay']>,
    versions: ReadonlyMap<EntityName, number[]>,
    period: DayRange,
  ): Promise<readonly Day[]> {
    const [own, people] = [versions.get(entity) ?? [], versions.get('prospects') ?? []]
    const throughPeople = prospect !== null && people.length > 0
    if (own.length === 0 && !throughPeople) return Promise.resolve([])
    const ofPeople = `${prospect} IN (SELECT id FROM prospects WHERE company_id = {company:UInt64} AND version IN {people:Array(UInt64)})`
    const where = [...(own.length > 0 ? ['version IN {own:Array(UInt64)}'] : []), ...(throughPeople ? [ofPeople] : [])]
    return this.#once(['days', entity, day, prospect, own, people, period], () =>
      this.#days(entity, day, where.join(' OR '), { own, people, ...period }),
    )
  }

  /** The days on which people were created who have changed, or of whom an answer has, or may have come to count. */
  #daysOfPeople(versions: ReadonlyMap<EntityName, number[]>, since: number, period: DayRange): Promise<readonly Day[]> {
    const lists = {
      prospects: versions.get('prospects') ?? [],
      messages: versions.get('messages') ?? [],
      calls: versions.get('calls') ?? [],
    }
    const answered = Object.entries(ANSWERS).map(
      ([entity, at]) => `id IN (SELECT prospect_id FROM ${entity} WHERE company_id = {company:UInt64}
    AND (version IN {${entity}:Array(UInt64)} OR ${at} > fromUnixTimestamp64Milli({since:Int64})))`,
    )
    const where = ['version IN {prospects:Array(UInt64)}', ...answered].join(' OR ')
    return this.#once(['people', lists, since, period], () =>
      this.#days('prospects', sortDay('prospects') ?? '', where, { ...lists, since, ...period }),
    )
  }

  async #days(
    entity: EntityName,
    day: string,
    where: string,
    params: Record<string, unknown>,
  ): Promise<readonly Day[]> {
    const sql = `SELECT DISTINCT toString(${day}) AS day FROM ${entity}
WHERE company_id = {company:UInt64} AND ${day} BETWEEN toDate32({start:String}) AND toDate32({end:String}) AND (${where}) ORDER BY day`
    const rows = await this.facts.query<{ day: Day }>(sql, { company: this.companyId, ...params }, this.options)
    return rows.map((row) => row.day)
  }

  /** Several statements ask the same. */
  #once<T extends readonly Day[] | boolean>(key: unknown, read: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(key)
    const known = this.#asked.get(name)
    // The key decides what is read, and so its type.
    if (known) return known as Promise<T>
    const found = read()
    this.#asked.set(name, found)
    return found
  }
}
