import {
  type Flag,
  type GatedProperty,
  hasRequiredFlags,
  type Product,
  propertiesForGate,
  type ReportDefinition,
  type Section,
  sections,
} from '@leaselight/model'
import type { PropertyLists } from './properties'
import type { StartupPart } from './startup'

/** Which of the server's nine lists holds the properties with which product. */
const listByProduct: Record<Product, keyof PropertyLists> = {
  tours: 'toursGatedProperties',
  'call-intel': 'callIntelGatedProperties',
  'call-transcripts': 'callTranscriptGatedProperties',
  'call-intel-standalone': 'callIntelStandaloneProperties',
  ai: 'aiGatedProperties',
  'ai-email': 'aiEmailGatedProperties',
  'ai-chat': 'aiChatGatedProperties',
  'ai-sms': 'aiSmsGatedProperties',
}

/** What decides which reports a person can open. */
export interface Access {
  flags: Readonly<Record<Flag, boolean>>
  /** Every visible property with its products. */
  properties: readonly GatedProperty[]
  /** What could not be loaded: of that, nobody can say that it is off or missing. */
  unknown: readonly StartupPart[]
}

/** Merges the nine lists: each property once, with the products of the lists that contain it. */
export function gatedProperties(lists: PropertyLists): GatedProperty[] {
  const found = new Map<number, { id: number; name: string; products: string[] }>()
  const note = (id: number, name: string) => {
    const known = found.get(id) ?? { id, name, products: [] }
    found.set(id, known)
    return known
  }
  for (const { id, name } of lists.properties) note(id, name)
  for (const [product, list] of Object.entries(listByProduct))
    for (const { id, name } of lists[list]) note(id, name).products.push(product)
  return [...found.values()]
}

/** `unknown`: what decides it could not be loaded, so the answer is neither yes nor no. */
export type AccessDenial = 'flag' | 'gate' | 'unknown' | null

/** Why a person can't open a report; null when they can. */
export function accessDenial(report: ReportDefinition, { flags, properties, unknown }: Access): AccessDenial {
  if (!hasRequiredFlags(report, flags)) return unknown.includes('company') ? 'unknown' : 'flag'
  if (propertiesForGate(report.gate, properties).length > 0) return null
  return unknown.includes('properties') ? 'unknown' : 'gate'
}

export interface NavigationSection {
  section: Section
  reports: ReportDefinition[]
}

/** The pinned reports that a person can open, in their order. The first one is the start page. */
export function pinnedReports(reports: readonly ReportDefinition[], access: Access): ReportDefinition[] {
  return reports
    .filter((report) => report.pinned !== undefined && accessDenial(report, access) === null)
    .sort((a, b) => (a.pinned ?? 0) - (b.pinned ?? 0))
}

/** The other reports of a report's path and section that a person can open: views that its entry stands for. */
export const viewsBeside = (
  reports: readonly ReportDefinition[],
  { key, path, section }: ReportDefinition,
  access: Access,
): ReportDefinition[] =>
  reports.filter(
    (other) =>
      other.path === path && other.section === section && other.key !== key && accessDenial(other, access) === null,
  )

/** The navigation: the sections in their order with the reports a person can open, one entry per path. */
export function buildNavigation(reports: readonly ReportDefinition[], access: Access): NavigationSection[] {
  const open = reports.filter((report) => accessDenial(report, access) === null)
  // Reports that share a path share an entry, unless the specification puts them into different sections.
  const first = open.filter(
    ({ path, section }, index) => open.findIndex((other) => other.path === path && other.section === section) === index,
  )
  return sections
    .map((section) => ({ section, reports: first.filter((report) => report.section === section) }))
    .filter((item) => item.reports.length > 0)
}
