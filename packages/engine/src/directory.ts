import type { Facts } from '@leaselight/facts'
import { freshness } from '@leaselight/facts'
import {
  compareNames,
  type Day,
  dayAt,
  type Freshness,
  type GatedLists,
  gatedLists,
  standaloneApart,
  underStandalone,
  type Viewer,
  visibleProperties,
} from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import {
  type Agent,
  type Campaign,
  type Company,
  type CompanyRecords,
  type Property,
  readCompany,
  type Source,
  type User,
} from './companyRecords'
import { type Disguise, disguiseOf } from './demo'
import { DEMO_COMPANY, demoAgents, demoProperties } from './demoNames'

/** One value of a property attribute, with an id that stays the same while the value exists. */
export interface Attribute {
  id: number
  key: string
  value: string
}

/** Who and where: a company as one viewer may see it. */
export interface Directory {
  /** Its flags are those that hold. */
  company: Company
  /** The flags as the company's own record has them. */
  importedFlags: Record<string, boolean>
  /** The properties the viewer may see, by name. */
  properties: Property[]
  lists: GatedLists<Property>
  agents: Agent[]
  sources: Source[]
  campaigns: Campaign[]
  user: User | null
  attributes: Attribute[]
  /** The company's date. */
  today: Day
  freshness: Freshness
  /** Changes with every import that touched the company. */
  version: number
  /** What stands for real names, when the viewer gives a sales demo; whatever comes straight from the facts goes through it. */
  disguise: Disguise | null
}

/** The flags that hold for a company, which may be set otherwise than its own record says. */
export type FlagsOf = (company: Pick<Company, 'id' | 'flags'>) => Promise<Record<string, boolean>>

/** What one viewer may see of a company; the same until the next import. */
type Seen = Pick<Directory, 'properties' | 'lists' | 'agents' | 'attributes' | 'user' | 'disguise'>

interface Everything extends CompanyRecords {
  seen: LRUCache<string, Seen>
}

/** Reads companies' people and places; a company is read again only when an import has changed something of it. */
export class Directories {
  // A company in memory is some hundred kilobytes; the busiest stay.
  private readonly known = new LRUCache<number, Promise<Everything>>({ max: 200 })
  private readonly versions = new Map<number, number>()

  constructor(
    private readonly facts: Facts,
    private readonly now: () => Date,
    private readonly flagsOf: FlagsOf,
  ) {}

  /** The company as the viewer may see it, or null when there is no such company. */
  async of(viewer: Viewer): Promise<Directory | null> {
    const state = await freshness(this.facts, viewer.companyId)
    const all = await this.everything(viewer.companyId, state.version)
    if (!all.company || all.company.isDeleted) return null
    const flags = await this.flagsOf(all.company)
    const seen = seenBy(viewer, all, flags)
    return {
      company: companyFor({ ...all.company, flags }, seen.disguise),
      importedFlags: all.company.flags,
      ...seen,
      sources: all.sources,
      campaigns: all.campaigns,
      today: dayAt(this.now().getTime(), all.company.timeZone),
      freshness: { newestFactAt: state.newestFactAt, importedAt: state.importedAt },
      version: state.version,
    }
  }

  private everything(companyId: number, version: number): Promise<Everything> {
    const known = this.known.get(companyId)
    if (known && this.versions.get(companyId) === version) return known
    const read = readCompany(this.facts, companyId).then(
      (records): Everything => ({ ...records, seen: new LRUCache({ max: 100 }) }),
    )
    this.known.set(companyId, read)
    this.versions.set(companyId, version)
    read.catch(() => this.known.delete(companyId))
    return read
  }
}

function companyFor(company: Company, disguise: Disguise | null): Company {
  if (!disguise) return company
  const banners = company.banners.map((banner) => ({ ...banner, message: disguise.text(banner.message) }))
  return { ...company, name: DEMO_COMPANY, banners }
}

/** Worked out once for a viewer: sorting a thousand properties into lists takes longer than many a report's query. */
function seenBy(viewer: Viewer, all: Everything, flags: Company['flags']): Seen {
  const key = JSON.stringify([viewer.userId, viewer.role, viewer.demo === true, standaloneApart(flags)])
  const known = all.seen.get(key)
  if (known) return known
  const user = all.users.get(viewer.userId) ?? null
  const properties = visibleProperties(
    viewer.role,
    user ? user.propertyIds : null,
    underStandalone(viewer.demo ? demoProperties(all.properties) : all.properties, flags),
  )
  const seen: Seen = {
    properties,
    lists: gatedLists(properties),
    agents: viewer.demo ? demoAgents(all.agents) : all.agents,
    user,
    attributes: attributesOf(properties),
    disguise: viewer.demo && all.company ? disguiseOf(all.company, all.properties, all.agents) : null,
  }
  all.seen.set(key, seen)
  return seen
}

/** Every attribute value of the properties; its id is a hash of key and value, so it needs no table to stay the same. */
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
