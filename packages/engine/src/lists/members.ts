import type { Facts } from '@leaselight/facts'
import {
  formatDay,
  formatInstant,
  InputError,
  isDrillable,
  type MemberPage,
  parsePhone,
  type ReportDefinition,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Scope } from '../access/scope'
import type { Anonymizer } from '../demo/anonymizer'
import { type ProspectContact, readProspectContacts } from '../demo/people'
import { NotFound } from '../errors'
import type { MeasuresByColumn } from '../plan/measures'
import type { KeyValue } from '../plan/rowKeys'
import { planScans } from '../plan/scans'
import { render, type sql } from '../plan/sql'
import type { Period } from '../records/definition'
import { memberSql } from './memberSql'
import { type ProspectStanding, readStandings, standingText } from './standings'

export interface MemberRequest {
  /** The opened row; null or '' for the total. */
  row: string | null
  column: string
  period: Period
  page: number
  pageSize: number
  signal?: AbortSignal
}

interface MemberContext {
  facts: Facts
  report: ReportDefinition
  who: CompanyContext
  scope: Scope
  /** The measures of columns, and of those that open their evidence the measure of that. */
  sets: MeasuresByColumn
  under: readonly KeyValue[]
  now: Date
}

interface MemberRow {
  id: number
  what: string
  prospect_id: number
  property_id: number
  agent_id: number
  name: string
  /** Whether the name is that of a caller. */
  is_caller: number
  /** The caller's number, for records that have one. */
  phone: string
  at: string
  details: string
}

const MAX_PAGE_SIZE = 500

/** A page of the records behind a number, newest first, with the names of the people. */
export async function readMembers(opened: MemberContext, request: MemberRequest): Promise<MemberPage> {
  const { facts, who } = opened
  const pageSize = Math.min(Math.max(1, request.pageSize), MAX_PAGE_SIZE)
  const page = Math.max(1, request.page)
  const statements = memberStatements(opened, request, { limit: pageSize, offset: (page - 1) * pageSize })
  const options = request.signal ? { signal: request.signal } : {}
  const ask = <T>(statement: ReturnType<typeof sql>) => {
    const { text, params } = render(statement)
    return facts.query<T>(text, params, options)
  }
  const [rows, [counted]] = await Promise.all([ask<MemberRow>(statements.page), ask<Counted>(statements.count)])
  const people = rows.map((row) => row.prospect_id)
  const [contacts, standings] = await Promise.all([
    readProspectContacts(facts, who.company.id, people, options),
    statements.arePeople ? readStandings(facts, who.company.id, people, opened.now, options) : undefined,
  ])
  const properties = new Map(who.properties.map((property) => [property.id, property]))
  const agents = new Map(who.agents.map((agent) => [agent.id, agent.name]))
  return {
    about: opened.report.columns[request.column]?.evidence ?? null,
    columns: [
      { key: 'name', label: 'Name', format: 'text' },
      ...(statements.arePeople ? PERSON_COLUMNS : []),
      { key: 'what', label: 'What', format: 'text', varies: Number(counted?.kinds) > 1 },
      { key: 'when', label: 'When', format: 'text', ...(Number(counted?.dated) === 0 && { varies: false }) },
      { key: 'property', label: 'Property', format: 'text', varies: Number(counted?.properties) > 1 },
      { key: 'agent', label: 'Agent', format: 'text', varies: Number(counted?.agents) > 1 },
      ...(statements.arePeople ? LATER_COLUMNS : []),
      { key: 'details', label: 'Details', format: 'text' },
    ],
    rows: rows.map((row) => {
      const property = properties.get(row.property_id)
      const timeZone = property?.timeZone ?? who.company.timeZone
      return {
        id: row.id,
        prospectId: row.prospect_id || null,
        name: nameOf(row, contacts.get(row.prospect_id)?.name, who.anonymizer),
        ...(statements.arePeople && contactOf(row, contacts.get(row.prospect_id), who.anonymizer)),
        ...(standings && standingOf(standings.get(row.prospect_id), opened.now, timeZone)),
        what: row.what,
        when: formatWhen(row.at, timeZone),
        at: instantOf(row.at),
        timeZone,
        property: property?.name ?? 'N/A',
        agent: agents.get(row.agent_id) ?? 'Unassigned',
        details: who.anonymizer?.text(row.details) ?? row.details,
      }
    }),
    total: Number(counted?.total ?? 0),
    waiting: statements.arePeople ? Number(counted?.waiting ?? 0) : null,
    page,
    pageSize,
  }
}

/** What is known of a whole list. */
interface Counted {
  total: number
  /** The people among its records who still wait for an answer. */
  waiting: number
  /** The records that have a day. */
  dated: number
  kinds: number
  properties: number
  agents: number
}

const PERSON_COLUMNS: MemberPage['columns'] = [
  { key: 'status', label: 'Status', format: 'text' },
  { key: 'phone', label: 'Phone', format: 'phone' },
  { key: 'email', label: 'Email', format: 'email' },
]

const LATER_COLUMNS: MemberPage['columns'] = [
  { key: 'source', label: 'Source', format: 'text' },
  { key: 'lastContact', label: 'Last contact', format: 'text' },
]

/** Where a person stands, as a list says it; nulls where unknown. */
const standingOf = (standing: ProspectStanding | undefined, now: Date, timeZone: string) => ({
  status: standing ? standingText(standing, now) : null,
  source: standing?.source || null,
  lastContact: standing?.lastContact ? formatWhen(standing.lastContact, timeZone) : null,
})

/** A person's phone number: the prospect's own before the one they called from; null when unknown. */
function contactOf(
  row: MemberRow,
  contact: ProspectContact | undefined,
  anonymizer: Anonymizer | null,
): { phone: string | null; phoneE164: string | null; email: string | null } {
  const [written, address] = [contact?.phone || row.phone || null, contact?.email || null]
  const phone = anonymizer ? anonymizer.phone(written) : written
  const email = anonymizer ? anonymizer.email(row.prospect_id, address) : address
  return { phone, phoneE164: parsePhone(phone ?? '')?.e164 ?? null, email }
}

function nameOf(row: MemberRow, known: string | undefined, disguise: Anonymizer | null): string {
  const name = known || row.name
  if (name === '') return 'Unknown'
  if (!disguise) return name
  const isPerson = row.prospect_id !== 0 || Boolean(row.is_caller)
  return (isPerson ? disguise.person(row.prospect_id, name) : disguise.text(name)) ?? 'Unknown'
}

/** The distinct prospects behind a number, by the property of what was counted. */
export async function readProspects(
  opened: MemberContext,
  request: Omit<MemberRequest, 'page' | 'pageSize'>,
): Promise<{ propertyId: number; prospectIds: number[] }[]> {
  const { text, params } = render(memberStatements(opened, request, {}).prospects)
  const rows = await opened.facts.query<{ property_id: number; prospect_id: number }>(text, params)
  const byProperty = new Map<number, number[]>()
  for (const row of rows) byProperty.set(row.property_id, [...(byProperty.get(row.property_id) ?? []), row.prospect_id])
  return [...byProperty].map(([propertyId, prospectIds]) => ({ propertyId, prospectIds }))
}

/** The ids of all records behind a number of the current period, each with the property where it counts. */
export async function readMemberIds(
  opened: MemberContext,
  column: string,
  options: { signal?: AbortSignal } = {},
): Promise<{ id: number; propertyId: number }[]> {
  const { text, params } = render(memberStatements(opened, { column, period: 'current' }, {}).ids)
  const rows = await opened.facts.query<{ id: number; property_id: number }>(text, params, options)
  return rows.map(({ id, property_id: propertyId }) => ({ id, propertyId }))
}

function memberStatements(
  { report, who, scope, sets, under }: MemberContext,
  { column, period }: Pick<MemberRequest, 'column' | 'period'>,
  paging: { limit?: number; offset?: number },
) {
  const definition = report.columns[column]
  if (!definition) throw new NotFound(`There is no column ${column} in ${report.title}.`)
  if (!isDrillable(definition))
    throw new InputError(`${definition.label} is not a count, so there is no list behind it.`, 'column')
  const scans = planScans(sets, scope.plan)
  const parts = countedColumns(report, column).map((key) => {
    const scan = scans.find((item) => item.measures.some((member) => member.column === key))
    const set = sets[key]
    if (!scan || !set) throw new Error(`Report ${report.key} declares no set for its column ${key}.`)
    return { scan, set }
  })
  return {
    ...memberSql(parts, scope.plan, { under, period, companyId: who.company.id, ...paging }),
    /** Whether the records name people, who can be contacted. */
    arePeople: parts.some(({ scan: { kind } }) => kind.prospect !== undefined),
  }
}

/** The counted columns that make up a column; their lists together are its list. */
function countedColumns(report: ReportDefinition, key: string): string[] {
  const column = report.columns[key]
  return column?.kind === 'sum' ? column.of.flatMap((part) => countedColumns(report, part)) : [key]
}

function formatWhen(at: string, timeZone: string): string {
  const instant = instantOf(at)
  if (instant === null) return '—'
  return instant.length === 10 ? formatDay(instant) : formatInstant(instant, timeZone)
}

/** Converts a day or an instant to ISO format; the engine writes UTC without a zone. */
function instantOf(at: string): string | null {
  if (at === '') return null
  return at.length === 10 ? at : `${at.replace(' ', 'T')}Z`
}
