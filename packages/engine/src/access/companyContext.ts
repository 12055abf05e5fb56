import type { DerivedTableName, EntityName, Facts } from '@leaselight/facts'
import { type Freshness as FactsFreshness, peopleAtHandOf } from '@leaselight/facts'
import {
  applyStandaloneFlag,
  compareNames,
  type Day,
  dayAt,
  type Freshness,
  type GatedLists,
  gatedLists,
  separatesStandalone,
  type Viewer,
  visibleProperties,
} from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import { type Anonymizer, createAnonymizer } from '../demo/anonymizer'
import { DEMO_COMPANY, demoAgents, demoProperties } from '../demo/names'
import {
  type Agent,
  type Campaign,
  type Company,
  type CompanyRecords,
  companyEntities,
  type Property,
  readCompany,
  type Source,
  type User,
} from './companyRecords'
import { DerivedFacts } from './derivedFacts'
import { KnownFreshness } from './knownFreshness'

/** One value of a property attribute, with an id that stays the same while the value exists. */
export interface Attribute {
  id: number
  key: string
  value: string
}

/** A company's people and properties, as far as one viewer may see them. */
export interface CompanyContext {
  /** The company with its effective flags. */
  company: Company
  /** The flags as imported with the company's record. */
  importedFlags: Record<string, boolean>
  /** The properties the viewer may see, by name. */
  properties: Property[]
  lists: GatedLists<Property>
  agents: Agent[]
  sources: Source[]
  campaigns: Campaign[]
  user: User | null
  /** A colleague's name; null for a user who is gone. */
  userName: (id: number) => string | null
  attributes: Attribute[]
  /** Whether the viewer may see every property of the company whose attribute has this value; with null, every one. */
  seesAll: (attribute: string | null, value: string | null) => boolean
  /** The company's date. */
  today: Day
  freshness: Freshness
  /** Changes with every import that touched the company. */
  version: number
  /** Changes with every import of one of these entities, and with every erasure. */
  versionOf: (entities: readonly EntityName[]) => string
  /** The derived tables that contain every import, so that questions may read them. */
  derived: ReadonlySet<DerivedTableName>
  /** The table with all of its people in the engine's memory, if there is one now; see `PeopleAtHand`. */
  peopleAtHand: string | null
  /**
   * Replaces real names when the viewer gives a sales demo; null otherwise. Everything read directly from the facts
   * must pass through it.
   */
  anonymizer: Anonymizer | null
}

/** In a sales demo an address would tell the property’s real name. */
const withoutAddress = (property: Property): Property => ({ ...property, address: '' })

/** Loads a company's effective flags, which may override those of its record. */
export type LoadFlags = (company: Pick<Company, 'id' | 'flags'>) => Promise<Record<string, boolean>>

/** Loads sentences about a company's data files that are late or failed. */
export type LoadNotices = (companyId: number) => Promise<string[]>

/** What one viewer may see of a company. It changes only with an import. */
type Visibility = Pick<
  CompanyContext,
  'properties' | 'lists' | 'agents' | 'attributes' | 'seesAll' | 'user' | 'anonymizer'
>

interface CachedCompany extends CompanyRecords {
  visibilities: LRUCache<string, Visibility>
}

/**
 * Whether a viewer's company and account exist. `newCompany`: the installation has never known the company;
 * `noCompany`: it was removed.
 */
export type AccountStatus = 'active' | 'deleted' | 'noCompany' | 'newCompany'

/** A company's records and the version of the facts they come from. */
interface LoadedCompany {
  freshness: FactsFreshness
  records: CachedCompany
}

/**
 * Reads and caches companies' people and properties. A company is read again only after an import changed its records.
 */
export class CompanyContexts {
  // A cached company takes a few hundred kilobytes, so only the most recently used are cached.
  private readonly known = new LRUCache<number, Promise<CachedCompany>>({ max: 200 })
  private readonly versions = new Map<number, string>()
  private readonly opened = new WeakMap<Viewer, Promise<LoadedCompany>>()
  private readonly derived: DerivedFacts
  private readonly freshness: KnownFreshness

  constructor(
    private readonly facts: Facts,
    private readonly now: () => Date,
    private readonly flagsOf: LoadFlags,
    private readonly noticesOf: LoadNotices,
  ) {
    this.derived = new DerivedFacts(facts)
    this.freshness = new KnownFreshness(facts)
  }

  /**
   * Returns whether the viewer's company and account exist. What it reads is reused for the same viewer object; since
   * each request creates one viewer, it reads its company once.
   */
  async statusOf(viewer: Viewer): Promise<AccountStatus> {
    const loading = this.read(viewer.companyId)
    this.opened.set(viewer, loading)
    loading.catch(() => this.opened.delete(viewer))
    return statusIn((await loading).records, viewer)
  }

  /**
   * The company as the viewer may see it, or null when the company doesn't exist or the viewer's account is deleted.
   */
  async forViewer(viewer: Viewer): Promise<CompanyContext | null> {
    const { freshness: state, records: all } = await (this.opened.get(viewer) ?? this.read(viewer.companyId))
    if (!all.company || statusIn(all, viewer) !== 'active') return null
    // The names of files are real, so a sales demo does not have them.
    const notices = viewer.demo ? [] : this.noticesOf(viewer.companyId)
    const derived = this.derived.completeTables(viewer.companyId, state.version)
    const peopleAtHand = peopleAtHandOf(this.facts).tableOf(viewer.companyId, versionOf(state, ['prospects']))
    const flags = await this.flagsOf(all.company)
    const seen = visibilityFor(viewer, all, flags)
    return {
      company: anonymizedCompany({ ...all.company, flags }, seen.anonymizer),
      importedFlags: all.company.flags,
      ...seen,
      userName: (id) => userName(all.users.get(id), seen.anonymizer),
      sources: all.sources,
      campaigns: all.campaigns,
      today: dayAt(this.now().getTime(), all.company.timeZone),
      freshness: { newestFactAt: state.newestFactAt, importedAt: state.importedAt, notices: await notices },
      version: state.version,
      versionOf: (entities) => versionOf(state, entities),
      derived: await derived,
      peopleAtHand: await peopleAtHand,
    }
  }

  private async read(companyId: number): Promise<LoadedCompany> {
    const state = await this.freshness.of(companyId)
    return { freshness: state, records: await this.load(companyId, versionOf(state, companyEntities)) }
  }

  private load(companyId: number, version: string): Promise<CachedCompany> {
    const known = this.known.get(companyId)
    if (known && this.versions.get(companyId) === version) return known
    const read = readCompany(this.facts, companyId).then(
      (records): CachedCompany => ({ ...records, visibilities: new LRUCache({ max: 100 }) }),
    )
    this.known.set(companyId, read)
    this.versions.set(companyId, version)
    read.catch(() => this.known.delete(companyId))
    return read
  }
}

/** What changes with every import of one of some entities, and with every erasure. */
const versionOf = ({ entityVersions }: FactsFreshness, entities: readonly EntityName[]): string =>
  entities.map((entity) => entityVersions.get(entity) ?? '').join()

function statusIn({ company, wasRemoved, users, removedUserIds }: CompanyRecords, { userId }: Viewer): AccountStatus {
  if (!company && !wasRemoved) return 'newCompany'
  if (!company || company.isDeleted) return 'noCompany'
  return users.get(userId)?.isDeleted || removedUserIds.has(userId) ? 'deleted' : 'active'
}

function userName(user: User | undefined, anonymizer: Anonymizer | null): string | null {
  if (!user) return null
  const { firstName, lastName } = anonymizer?.colleague(user.id) ?? user
  return `${firstName} ${lastName}`.trim() || null
}

function anonymizedCompany(company: Company, disguise: Anonymizer | null): Company {
  if (!disguise) return company
  const banners = company.banners.map((banner) => ({ ...banner, message: disguise.text(banner.message) }))
  return { ...company, name: DEMO_COMPANY, banners }
}

/** Computed once per viewer: sorting a thousand properties into lists takes longer than many report queries. */
function visibilityFor(viewer: Viewer, all: CachedCompany, flags: Company['flags']): Visibility {
  const key = JSON.stringify([viewer.userId, viewer.role, viewer.demo === true, separatesStandalone(flags)])
  const known = all.visibilities.get(key)
  if (known) return known
  const user = all.users.get(viewer.userId) ?? null
  const anonymizer = viewer.demo && all.company ? createAnonymizer(all.company, all.properties, all.agents) : null
  const every = applyStandaloneFlag(
    anonymizer
      ? demoProperties(all.properties).map((one) => withDemoAttributes(withoutAddress(one), anonymizer))
      : all.properties,
    flags,
  )
  const properties = visibleProperties(viewer.role, user ? user.propertyIds : null, every)
  const shown = new Set(properties.map(({ id }) => id))
  const hidden = every.filter(({ id }) => !shown.has(id))
  const seen: Visibility = {
    properties,
    lists: gatedLists(properties),
    agents: viewer.demo ? demoAgents(all.agents) : all.agents,
    user,
    attributes: attributesOf(properties),
    seesAll: (attribute, value) =>
      !hidden.some(({ attributes }) => attribute === null || attributes[attribute] === value),
    anonymizer,
  }
  all.visibilities.set(key, seen)
  return seen
}

/** An attribute may say who answers for a property. */
const withDemoAttributes = (property: Property, { text }: Anonymizer): Property => ({
  ...property,
  attributes: Object.fromEntries(Object.entries(property.attributes).map(([key, value]) => [text(key), text(value)])),
})

/** What is stored about the properties with a value of an attribute, by the names that the viewer has for both. */
export const withShownAttribute = <Stored extends { attribute: string | null; value: string | null }>(
  { anonymizer }: Pick<CompanyContext, 'anonymizer'>,
  stored: Stored,
): Stored => {
  const shown = (text: string | null) => (text === null ? null : (anonymizer?.text(text) ?? text))
  return { ...stored, attribute: shown(stored.attribute), value: shown(stored.value) }
}

/** Every attribute value of the properties. Its id is a hash of key and value, so it stays the same without a table. */
function attributesOf(properties: readonly Property[]): Attribute[] {
  const found = new Map<number, Attribute>()
  for (const property of properties)
    for (const [key, value] of Object.entries(property.attributes)) {
      const id = attributeId(key, value)
      found.set(id, { id, key, value })
    }
  return [...found.values()].sort((a, b) => compareNames(a.key, b.key) || compareNames(a.value, b.value))
}

/** FNV-1a over 53 bits: stable across processes and small enough for a JSON number. */
export function attributeId(key: string, value: string): number {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(`${key}\u0000${value}`))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return Number(hash & 0x1fffffffffffffn) || 1
}
