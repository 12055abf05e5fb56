import type { Facts } from '@leaselight/facts'
import { InputError, isDrillable, type MemberPage, type ReportDefinition } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Scope } from '../access/scope'
import { NotFound } from '../errors'
import type { MeasuresByColumn } from '../plan/measures'
import { queryRows } from '../plan/queryRows'
import type { KeyValue } from '../plan/rowKeys'
import { planScans } from '../plan/scanQuery'
import type { Sql } from '../plan/sql'
import type { Period } from '../records/definition'
import { arrangeMembers, type MemberArrangement } from './arrangeMembers'
import { readProspectContacts } from './contacts'
import { type Counted, type MemberRow, memberColumns, rowMaker } from './memberRows'
import { memberSql } from './memberSql'
import { LIST_LIMIT } from './recordSql'
import { readStandings } from './standings'

export interface MemberRequest extends MemberArrangement {
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

const MAX_PAGE_SIZE = 500

/**
 * A page of the records behind a number, with the names of the people: the newest first, or as they are found and sorted
 * among the newest `LIST_LIMIT` by what the list shows of them. A sales demo is searched by its sample names alone.
 */
export async function readMembers(opened: MemberContext, request: MemberRequest): Promise<MemberPage> {
  const { facts, who } = opened
  const pageSize = Math.min(Math.max(1, request.pageSize), MAX_PAGE_SIZE)
  const page = Math.max(1, request.page)
  const start = (page - 1) * pageSize
  const isArranged = request.find !== undefined || request.sort !== undefined
  const paging = isArranged ? { limit: LIST_LIMIT, offset: 0 } : { limit: pageSize, offset: start }
  const statements = memberStatements(opened, request, paging)
  const { arePeople } = statements
  const options = request.signal ? { signal: request.signal } : {}
  const ask = <T>(statement: Sql) => queryRows<T>(facts, statement, options)
  const [records, [counted]] = await Promise.all([ask<MemberRow>(statements.page), ask<Counted>(statements.count)])
  const people = records.map((row) => row.prospect_id)
  const company = { companyId: who.company.id, peopleAtHand: who.peopleAtHand }
  const [contacts, standings] = await Promise.all([
    readProspectContacts(facts, company, people, options),
    arePeople ? readStandings(facts, who.company.id, people, opened.now, options) : undefined,
  ])
  const columns = memberColumns(arePeople, counted)
  const toRow = rowMaker({ who, contacts, standings, now: opened.now })
  const listed = records.map(toRow)
  const found = isArranged ? arrangeMembers(listed, columns, request) : listed
  const total = Number(counted?.total ?? 0)
  return {
    about: opened.report.columns[request.column]?.evidence ?? null,
    columns,
    rows: (isArranged ? found.slice(start, start + pageSize) : found).map(({ row }) => row),
    total,
    length: isArranged ? found.length : total,
    searched: isArranged ? records.length : total,
    waiting: arePeople ? Number(counted?.waiting ?? 0) : null,
    page,
    pageSize,
  }
}

/** The distinct prospects behind a number, by the property of what was counted. */
export async function readProspects(
  opened: MemberContext,
  request: Omit<MemberRequest, 'page' | 'pageSize'>,
): Promise<{ propertyId: number; prospectIds: number[] }[]> {
  const rows = await queryRows<{ property_id: number; prospect_id: number }>(
    opened.facts,
    memberStatements(opened, request, {}).prospects,
  )
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
  const rows = await queryRows<{ id: number; property_id: number }>(
    opened.facts,
    memberStatements(opened, { column, period: 'current' }, {}).ids,
    options,
  )
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
