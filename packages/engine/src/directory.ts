import type { Facts } from '@leaselight/facts'
import { freshness } from '@leaselight/facts'
import {
  compareNames,
  type Day,
  dayAt,
  type Freshness,
  type GatedLists,
  gatedLists,
  type OfficeHours,
  type Viewer,
  visibleProperties,
} from '@leaselight/model'
import { LRUCache } from 'lru-cache'
import { demoAgents, demoProperties } from './demo'

export interface Banner {
  type: string
  message: string
  fromOn: string | null
  toOn: string | null
}

export interface Company {
  id: number
  name: string
  timeZone: string
  isDeleted: boolean
  lmaAccess: boolean
  flags: Record<string, boolean>
  banners: Banner[]
}

export interface Property {
  id: number
  name: string
  timeZone: string
  owningManagerId: number | null
  leasingTeamId: number | null
  products: string[]
  attributes: Record<string, string>
  isYardiCustomer: boolean
  office: OfficeHours
}

export interface Agent {
  id: number
  companyId: number
  propertyId: number
  name: string
  isInactive: boolean
}

export interface Source {
  id: number
  name: string
  parentId: number | null
  isPaid: boolean
  attributes: Record<string, string>
}

export interface User {
  id: number
  username: string
  email: string
  firstName: string
  lastName: string
  role: string
  groupIds: number[]
  propertyIds: number[]
  isDeleted: boolean
}

export interface Campaign {
  id: number
  name: string
  triggerType: string
  isArchived: boolean
}

/** One value of a property attribute, with an id that stays the same while the value exists. */
export interface Attribute {
  id: number
  key: string
  value: string
}

/** Who and where: a company as one viewer may see it. */
export interface Directory {
  company: Company
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
}

/** What one viewer may see of a company; the same until the next import. */
type Seen = Pick<Directory, 'properties' | 'lists' | 'agents' | 'attributes' | 'user'>

interface Everything {
  seen: LRUCache<string, Seen>
  company: Company | null
  properties: Property[]
  agents: Agent[]
  sources: Source[]
  campaigns: Campaign[]
  users: Map<number, User>
}

/** Reads companies' people and places; a company is read again only when an import has changed something of it. */
export class Directories {
  // A company in memory is some hundred kilobytes; the busiest stay.
  private readonly known = new LRUCache<number, Promise<Everything>>({ max: 200 })
  private readonly versions = new Map<number, number>()

  constructor(
    private readonly facts: Facts,
    private readonly now: () => Date,
  ) {}

  /** The company as the viewer may see it, or null when there is no such company. */
  async of(viewer: Viewer): Promise<Directory | null> {
    const state = await freshness(this.facts, viewer.companyId)
    const all = await this.everything(viewer.companyId, state.version)
    if (!all.company || all.company.isDeleted) return null
    return {
      company: all.company,
      ...seenBy(viewer, all),
      sources: all.sources,
      campaigns: all.campaigns,
      today: dayAt(this.now().getTime(), all.company.timeZone),
      freshness: { newestFactAt: state.newestFactAt, importedAt: state.importedAt },
    }
  }

  private everything(companyId: number, version: number): Promise<Everything> {
    const known = this.known.get(companyId)
    if (known && this.versions.get(companyId) === version) return known
    const read = this.read(companyId)
    this.known.set(companyId, read)
    this.versions.set(companyId, version)
    read.catch(() => this.known.delete(companyId))
    return read
  }

  private async read(companyId: number): Promise<Everything> {
    const rows = <T>(columns: string, table: string, key = 'company_id') =>
      this.facts.query<T>(`SELECT ${columns} FROM ${table} FINAL WHERE ${key} = {company:UInt64}`, {
        company: companyId,
      })
    const [companies, properties, agents, sources, campaigns, users] = await Promise.all([
      rows<CompanyRow>('id, name, time_zone, is_inactive, lma_access, feature_flags, banners', 'companies'),
      rows<PropertyRow>(
        'id, name, time_zone, owning_manager_id, leasing_team_id, products, attributes, is_yardi_customer, office_hours, holidays',
        'properties',
      ),
      rows<AgentRow>('id, property_id, name, is_inactive', 'agents'),
      rows<SourceRow>('id, name, parent_id, is_paid, attributes', 'sources'),
      rows<CampaignRow>('id, name, trigger_type, is_archived', 'campaigns'),
      rows<UserRow>('id, username, email, first_name, last_name, role, group_ids, property_ids, is_inactive', 'users'),
    ])
    const [company] = companies
    return {
      seen: new LRUCache({ max: 100 }),
      company: company ? readCompany(company) : null,
      properties: byName(properties.map(readProperty)),
      agents: byName(
        agents.map((row) => ({
          id: row.id,
          companyId,
          propertyId: row.property_id,
          name: row.name.trim(),
          isInactive: Boolean(row.is_inactive),
        })),
      ),
      sources: byName(
        sources.map((row) => ({
          id: row.id,
          name: row.name.trim(),
          parentId: row.parent_id || null,
          isPaid: Boolean(row.is_paid),
          attributes: row.attributes,
        })),
      ),
      campaigns: byName(
        campaigns.map((row) => ({
          id: row.id,
          name: row.name.trim(),
          triggerType: row.trigger_type,
          isArchived: Boolean(row.is_archived),
        })),
      ),
      users: new Map(users.map((row) => [row.id, readUser(row)])),
    }
  }
}

/** Worked out once for a viewer: sorting a thousand properties into lists takes longer than many a report's query. */
function seenBy(viewer: Viewer, all: Everything): Seen {
  const key = JSON.stringify([viewer.userId, viewer.role, viewer.demo === true])
  const known = all.seen.get(key)
  if (known) return known
  const user = all.users.get(viewer.userId) ?? null
  const properties = visibleProperties(
    viewer.role,
    user ? user.propertyIds : null,
    viewer.demo ? demoProperties(all.properties) : all.properties,
  )
  const seen: Seen = {
    properties,
    lists: gatedLists(properties),
    agents: viewer.demo ? demoAgents(all.agents) : all.agents,
    user,
    attributes: attributesOf(properties),
  }
  all.seen.set(key, seen)
  return seen
}

interface CompanyRow {
  id: number
  name: string
  time_zone: string
  is_inactive: number
  lma_access: number
  feature_flags: Record<string, number>
  banners: string
}

interface PropertyRow {
  id: number
  name: string
  time_zone: string
  owning_manager_id: number
  leasing_team_id: number
  products: string[]
  attributes: Record<string, string>
  is_yardi_customer: number
  office_hours: [number, number, number][] | { weekday: number; opens: number; closes: number }[]
  holidays: string[]
}

interface AgentRow {
  id: number
  property_id: number
  name: string
  is_inactive: number
}

interface SourceRow {
  id: number
  name: string
  parent_id: number
  is_paid: number
  attributes: Record<string, string>
}

interface CampaignRow {
  id: number
  name: string
  trigger_type: string
  is_archived: number
}

interface UserRow {
  id: number
  username: string
  email: string
  first_name: string
  last_name: string
  role: string
  group_ids: number[]
  property_ids: number[]
  is_inactive: number
}

interface BannerRow {
  type: string
  message: string
  from_on?: string | null
  to_on?: string | null
}

function readCompany(row: CompanyRow): Company {
  const banners: BannerRow[] = row.banners ? JSON.parse(row.banners) : []
  return {
    id: row.id,
    name: row.name.trim(),
    timeZone: row.time_zone,
    isDeleted: Boolean(row.is_inactive),
    lmaAccess: Boolean(row.lma_access),
    flags: Object.fromEntries(Object.entries(row.feature_flags).map(([key, value]) => [key, Boolean(value)])),
    banners: banners.map(({ type, message, from_on, to_on }) => ({
      type,
      message,
      fromOn: from_on ?? null,
      toOn: to_on ?? null,
    })),
  }
}

function readProperty(row: PropertyRow): Property {
  // Named tuples come as objects over HTTP and may come as lists from an embedded engine.
  const hours = row.office_hours.map((item) =>
    Array.isArray(item) ? { weekday: item[0], opens: item[1], closes: item[2] } : item,
  )
  return {
    id: row.id,
    name: row.name.trim(),
    timeZone: row.time_zone,
    owningManagerId: row.owning_manager_id || null,
    leasingTeamId: row.leasing_team_id || null,
    products: row.products,
    attributes: row.attributes,
    isYardiCustomer: Boolean(row.is_yardi_customer),
    office: { timeZone: row.time_zone, hours, holidays: row.holidays },
  }
}

function readUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    groupIds: row.group_ids,
    propertyIds: row.property_ids,
    isDeleted: Boolean(row.is_inactive),
  }
}

const byName = <T extends { id: number; name: string }>(list: T[]): T[] =>
  list.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)

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
