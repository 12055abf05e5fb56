import type { EntityName, Facts } from '@leaselight/facts'
import { compareNames, flagsOfRecord, type OfficeHours } from '@leaselight/model'

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
  /** Street, city, and state in one line; empty where unknown. */
  address: string
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
  /** The first of the agent's properties. */
  propertyId: number
  /** Every property that the agent serves, the first one first. */
  propertyIds: number[]
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

/** All people and properties of a company, as imported. */
export interface CompanyRecords {
  company: Company | null
  /** Whether an import has removed the company. */
  wasRemoved: boolean
  properties: Property[]
  agents: Agent[]
  sources: Source[]
  campaigns: Campaign[]
  users: Map<number, User>
  /** Users whose records an import has removed, or who were erased. */
  removedUserIds: Set<number>
}

/** The entities whose records these are. */
export const companyEntities: readonly EntityName[] = [
  'companies',
  'properties',
  'agents',
  'sources',
  'campaigns',
  'users',
]

/** Reads all people and properties of a company. */
export async function readCompany(facts: Facts, companyId: number): Promise<CompanyRecords> {
  const rows = <T>(columns: string, table: string, key = 'company_id') =>
    facts.query<T>(`SELECT ${columns} FROM ${table} FINAL WHERE ${key} = {company:UInt64}`, {
      company: companyId,
    })
  const [companies, properties, agents, sources, campaigns, users, removed, removals] = await Promise.all([
    rows<CompanyRow>('id, name, time_zone, is_inactive, lma_access, feature_flags, banners', 'companies'),
    rows<PropertyRow>(
      'id, name, address, time_zone, owning_manager_id, leasing_team_id, products, attributes, is_yardi_customer, office_hours, holidays',
      'properties',
    ),
    rows<AgentRow>('id, property_id, property_ids, name, is_inactive', 'agents'),
    rows<SourceRow>('id, name, parent_id, is_paid, attributes', 'sources'),
    rows<CampaignRow>('id, name, trigger_type, is_archived', 'campaigns'),
    rows<UserRow>('id, username, email, first_name, last_name, role, group_ids, property_ids, is_inactive', 'users'),
    // Without FINAL, which hides removed records: a removed user must be rejected, but a user who never had a record
    // must not.
    facts.query<{ id: number }>(
      `SELECT DISTINCT id FROM users WHERE company_id = {company:UInt64} AND is_deleted
       UNION DISTINCT SELECT id FROM erased_staff WHERE company_id = {company:UInt64} AND entity = 'users' ORDER BY id`,
      { company: companyId },
    ),
    facts.query<{ id: number }>(
      'SELECT DISTINCT id FROM companies WHERE company_id = {company:UInt64} AND is_deleted',
      { company: companyId },
    ),
  ])
  const [company] = companies
  const usersById = new Map(users.map((row) => [row.id, userOf(row)]))
  return {
    company: company ? companyOf(company) : null,
    wasRemoved: !company && removals.length > 0,
    properties: byName(properties.map(propertyOf)),
    agents: byName(
      agents.map((row) => ({
        id: row.id,
        companyId,
        propertyId: row.property_id,
        propertyIds: [...new Set([row.property_id, ...row.property_ids])],
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
    users: usersById,
    removedUserIds: new Set(removed.map(({ id }) => id).filter((id) => !usersById.has(id))),
  }
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
  address: string
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
  property_ids: number[]
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

function companyOf(row: CompanyRow): Company {
  const banners: BannerRow[] = row.banners ? JSON.parse(row.banners) : []
  return {
    id: row.id,
    name: row.name.trim(),
    timeZone: row.time_zone,
    isDeleted: Boolean(row.is_inactive),
    lmaAccess: Boolean(row.lma_access),
    flags: flagsOfRecord(
      Object.fromEntries(Object.entries(row.feature_flags).map(([key, value]) => [key, Boolean(value)])),
    ),
    banners: banners.map(({ type, message, from_on, to_on }) => ({
      type,
      message,
      fromOn: from_on ?? null,
      toOn: to_on ?? null,
    })),
  }
}

function propertyOf(row: PropertyRow): Property {
  // Named tuples come as objects over HTTP and may come as lists from an embedded engine.
  const hours = row.office_hours.map((item) =>
    Array.isArray(item) ? { weekday: item[0], opens: item[1], closes: item[2] } : item,
  )
  return {
    id: row.id,
    name: row.name.trim(),
    address: row.address.trim(),
    timeZone: row.time_zone,
    owningManagerId: row.owning_manager_id || null,
    leasingTeamId: row.leasing_team_id || null,
    products: row.products,
    attributes: row.attributes,
    isYardiCustomer: Boolean(row.is_yardi_customer),
    office: { timeZone: row.time_zone, hours, holidays: row.holidays },
  }
}

function userOf(row: UserRow): User {
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
