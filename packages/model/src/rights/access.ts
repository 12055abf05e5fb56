import type { ValueOf } from '@leaselight/contract'
import { compareNames } from '../format/text'
import { isAdmin } from './roles'

/** The user behind a request, from the verified token. Property lists come from the user's own record. */
export interface Viewer {
  userId: number
  companyId: number
  role: string
  groupIds: number[]
  /** Sales-demo mode: real names are replaced by sample names. */
  demo?: boolean
}

/** Roles for which an empty property list means every property; for all others it means none. */
const rolesSeeingAllByDefault: readonly string[] = ['manager', 'analytics_user']

/**
 * Which of a company's properties a user may see.
 * @param assigned the property ids of the user's record, or null when the user has no record
 */
export function visibleProperties<T extends { id: number }>(
  role: string,
  assigned: readonly number[] | null,
  all: readonly T[],
): T[] {
  if (isAdmin(role)) return [...all]
  if (assigned === null) return []
  if (assigned.length === 0) return rolesSeeingAllByDefault.includes(role) ? [...all] : []
  const allowed = new Set(assigned)
  return all.filter((property) => allowed.has(property.id))
}

const breadth = (role: string): number => (isAdmin(role) ? 2 : rolesSeeingAllByDefault.includes(role) ? 1 : 0)

/** Of two roles the one that sees less, whatever the user's record assigns. */
export const lesserRole = (a: string, b: string): string => (breadth(a) <= breadth(b) ? a : b)

/** A product that a property can have. */
export type Product = ValueOf<'properties', 'products'>

export interface GatedProperty {
  id: number
  name: string
  products: readonly string[]
}

/** The nine lists of the specification's "Gated property lists" (§3). */
export interface GatedLists<T> {
  properties: T[]
  toursGatedProperties: T[]
  callIntelGatedProperties: T[]
  callTranscriptGatedProperties: T[]
  aiGatedProperties: T[]
  aiEmailGatedProperties: T[]
  aiChatGatedProperties: T[]
  aiSmsGatedProperties: T[]
  callIntelStandaloneProperties: T[]
}

/**
 * Splits visible properties into the gated lists; standalone call-intelligence properties are removed from the lists
 * that §4 names.
 */
export function gatedLists<T extends GatedProperty>(visible: readonly T[]): GatedLists<T> {
  const sorted = [...visible].sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)
  return {
    properties: propertiesForGate('general', sorted),
    toursGatedProperties: propertiesForGate('tours', sorted),
    callIntelGatedProperties: sorted.filter(has('call-intel')),
    callTranscriptGatedProperties: propertiesForGate('call-transcripts', sorted),
    aiGatedProperties: propertiesForGate('ai-voice', sorted),
    aiEmailGatedProperties: propertiesForGate('ai-email', sorted),
    aiChatGatedProperties: propertiesForGate('ai-chat', sorted),
    aiSmsGatedProperties: propertiesForGate('ai-sms', sorted),
    callIntelStandaloneProperties: sorted.filter(isStandalone),
  }
}

/**
 * Whether properties that use only call intelligence are standalone in a company (§4), which is a feature flag (§6).
 */
export const separatesStandalone = (companyFlags: Readonly<Record<string, boolean>>): boolean =>
  flagValue('call_intelligence_standalone', companyFlags)

/**
 * A company's properties with the products in effect. Without standalone handling no property is standalone: the
 * product means nothing, and §4 removes nothing from a list.
 */
export function applyStandaloneFlag<T extends GatedProperty>(
  properties: readonly T[],
  companyFlags: Readonly<Record<string, boolean>>,
): readonly T[] {
  if (separatesStandalone(companyFlags)) return properties
  return properties.map((property) =>
    property.products.includes('call-intel-standalone')
      ? { ...property, products: property.products.filter((product) => product !== 'call-intel-standalone') }
      : property,
  )
}

/** §4: true when there are standalone properties and no others. */
export function onlyStandaloneAvailable(lists: GatedLists<unknown>): boolean {
  return lists.properties.length === 0 && lists.callIntelStandaloneProperties.length > 0
}

/**
 * Which properties a report may include. `general`: all but standalone ones; `calls`: standalone ones too; the others
 * by product.
 */
export type Gate =
  | 'general'
  | 'calls'
  | 'tours'
  | 'call-intel'
  | 'call-transcripts'
  | 'ai'
  | 'ai-voice'
  | 'ai-email'
  | 'ai-chat'
  | 'ai-sms'

/** What keeps a property from passing each gate, after "2 properties left out". Every property passes `calls`. */
export const gateReasons: Readonly<Record<Gate, string>> = {
  general: 'call intelligence only',
  calls: '',
  tours: 'no tours',
  'call-intel': 'no call intelligence',
  'call-transcripts': 'no call transcripts',
  ai: 'no AI',
  'ai-voice': 'no AI voice',
  'ai-email': 'no AI email',
  'ai-chat': 'no AI chat',
  'ai-sms': 'no AI SMS',
}

type Passes = (property: GatedProperty) => boolean

const has =
  (...products: Product[]): Passes =>
  (property) =>
    products.some((product) => property.products.includes(product))
const isStandalone = has('call-intel-standalone')
const general =
  (passes: Passes): Passes =>
  (property) =>
    !isStandalone(property) && passes(property)

/** Who passes each gate. */
const gates: Readonly<Record<Gate, Passes>> = {
  general: general(() => true),
  calls: () => true,
  tours: general(has('tours')),
  'call-intel': has('call-intel', 'call-intel-standalone'),
  'call-transcripts': has('call-transcripts'),
  ai: general(has('ai', 'ai-email', 'ai-chat', 'ai-sms')),
  'ai-voice': general(has('ai')),
  'ai-email': general(has('ai-email')),
  'ai-chat': general(has('ai-chat')),
  'ai-sms': general(has('ai-sms')),
}

/** The properties that pass a report's gate. */
export const propertiesForGate = <T extends GatedProperty>(gate: Gate, visible: readonly T[]): T[] =>
  visible.filter(gates[gate])

/** The company's feature flags (§6). */
export const flags = [
  'drip_campaign_analytics',
  'call_intelligence_filter',
  'call_intelligence_standalone',
  'call_intelligence_generative_insight',
  'ai_chat',
  'ai_sms',
  'activity_report',
  'new_attribution_report',
  'omnibar',
  'call_intelligence_agent_attribution',
  'new_tour_type_report',
  'ai_reports',
  'ai_leasing_report',
] as const
export type Flag = (typeof flags)[number]

/**
 * The flags of a company's record. A record without flags has all of them on: a new company starts with every report,
 * and the platform turns off what a customer hasn't bought. In a record with some flags, the others are off.
 */
export function flagsOfRecord(named: Readonly<Record<string, boolean>>): Record<string, boolean> {
  if (Object.keys(named).length > 0) return { ...named }
  return Object.fromEntries(flags.map((flag) => [flag, true]))
}

/** A flag's value; `old_x` (or `old-x`) is the negation of `x` (§4). */
export function flagValue(name: string, values: Readonly<Record<string, boolean>>): boolean {
  const old = /^old[-_](.+)$/.exec(name)
  if (old?.[1]) return !flagValue(old[1], values)
  return values[name] ?? false
}
