/** What the application knows about the company and its people, as GraphQL returns it at start-up. */
export interface User {
  userId: number | null
  /** The record's; null, like email and fullname, for a person who has no user record. */
  username: string | null
  email: string | null
  fullname: string | null
  role: string
  groupIds: number[]
  companyId: number
  propertyIds: number[]
}

/** Only for roles that have one (§6); every field is null for the others. */
export interface Profile {
  isDeleted: boolean | null
  email: string | null
  firstName: string | null
  lastName: string | null
  managerId: number | null
  phoneNumber: string | null
  phoneId: number | string | null
  photo: string | null
  timezone: string | null
}

export interface Agent {
  id: number
  agentId: number
  companyId: number
  /** Every property of the reader at which the agent works, the first one first. */
  propertyIds: number[]
  name: string
  isDeleted: boolean
}

export interface Banner {
  type: string
  message: string
}

export interface Company {
  id: number
  name: string
  isDeleted: boolean
  lmaAccess: boolean
  timeZone: string
  today: string
  featureFlags: { key: string; value: boolean }[]
  banners: Banner[]
}

export interface Property {
  id: number
  name: string
  /** Street, city, and state in one line; empty where unknown. */
  address: string
  owningManagerId: number | null
  timeZone: string
  leasingTeamId: number | null
  attributes: { id: number; key: string; value: string }[]
}

export interface Source {
  id: number
  source: string
  parent: string | null
  isPaid: boolean
  attributes: { key: string; value: string }[]
}

export interface CustomAttribute {
  attributeKey: string
  attributeValueList: string[]
}
