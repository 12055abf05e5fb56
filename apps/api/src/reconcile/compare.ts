import { idOf } from '@leaselight/connectors'
import type { CompanyContext, Engine } from '@leaselight/engine'
import {
  type DayRange,
  type Explained,
  explainRecords,
  explainTotals,
  IdentityIndex,
  type NamedDifference,
  propertiesForGate,
  type ReconcileContext,
  type ReconciledLine,
  type ReconcileLine,
  type ReportDefinition,
  reconcileLines,
  type TheirRecord,
  type TheirTotal,
  type Viewer,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { listImportMappings, type State } from '@leaselight/state'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'

/** What a file says, at the properties that its sender sees. */
export interface StoredContent {
  form: 'columns' | 'rows' | 'records'
  lines: string[]
  propertyIds: number[]
  records: TheirRecord[]
  totals: TheirTotal[]
}

/** A file to compare. */
export interface ComparisonRequest {
  content: StoredContent
  period: DayRange
  /** When the file was made; null where it is not known. */
  madeAt: Date | null
  hasSources: boolean
}

/** Both sides of a file, for one viewer. */
export interface Comparison {
  lines: ReconciledLine[]
  differences: NamedDifference[]
  /** The rows of the file about people who were erased here. */
  erased: TheirRecord[]
}

/** The report whose readers may reconcile. */
export const boxscore = definitionOf('boxscore')

function definitionOf(key: string): ReportDefinition {
  const found = reportByKey(key)
  if (!found) throw new Error(`There is no report ${key}.`)
  return found
}

/** The properties that a viewer may reconcile: those of the Boxscore. */
export const openProperties = (directory: CompanyContext) => propertiesForGate(boxscore.gate, directory.properties)

/** The ids here that a row's own id may stand for: itself, or made from it by an import of the company's tables. */
async function idsOfRows(state: State, companyId: number, records: readonly TheirRecord[]) {
  const mappings = await listImportMappings(state, companyId)
  const systems = new Set(['csv', ...mappings.flatMap(({ mapping }) => systemOf(mapping))])
  const known = new Map<TheirRecord, number[]>()
  for (const record of records) {
    const { id: key, line, propertyId } = record
    if (key === '') continue
    const own = Number(key)
    const ids = Number.isSafeInteger(own) && own > 0 ? [own] : []
    const entity = lineOf(line)?.record
    for (const system of systems)
      for (const of of new Set(['prospects' as const, ...(entity ? [entity] : [])])) {
        ids.push(idOf({ entity: of, companyId, system, key }))
        ids.push(idOf({ entity: of, companyId, system, propertyId, key }))
      }
    known.set(record, ids)
  }
  return (row: TheirRecord): readonly number[] => known.get(row) ?? []
}

const systemOf = (mapping: unknown): string[] =>
  typeof mapping === 'object' && mapping !== null && 'system' in mapping && typeof mapping.system === 'string'
    ? [mapping.system]
    : []

const lineOf = (key: string): ReconcileLine | undefined => reconcileLines.find((line) => line.key === key)

/** Compares a file with our records, over the properties of it that the viewer may see. */
export async function compare(
  { engine, state }: { engine: Engine; state: Api['state'] },
  viewer: Viewer,
  { content, period, madeAt, hasSources }: ComparisonRequest,
  signal?: AbortSignal,
): Promise<Comparison> {
  const directory = await engine.companyContext(viewer)
  const open = openProperties(directory)
  const compared = open.filter(({ id }) => content.propertyIds.includes(id))
  if (compared.length === 0) throw notFound('None of this file’s properties is open to you.')
  const visible = new Set(compared.map(({ id }) => id))
  const records = content.records.filter(({ propertyId }) => visible.has(propertyId))
  const idsOf = await idsOfRows(state, viewer.companyId, records)
  const lines = reconcileLines.filter(({ key }) => content.lines.includes(key))
  const ours = await engine.ourRecords(viewer, {
    ...{ lines: lines.map((line) => ({ line, report: definitionOf(line.report) })), period, rows: records, idsOf },
    ...(signal && { signal }),
  })
  const isErased = (row: TheirRecord) => idsOf(row).some((id) => ours.erased.has(id))
  const people = new IdentityIndex(ours.people, idsOf)
  const byId = new Map(open.map((property) => [property.id, property]))
  const { newestFactAt } = directory.freshness
  const context: Omit<ReconcileContext, 'line'> = {
    period,
    properties: compared,
    nameOf: (id) => byId.get(id)?.name ?? 'another property',
    zoneOf: (id) => byId.get(id)?.timeZone ?? directory.company.timeZone,
    madeAt: madeAt?.getTime() ?? null,
    freshUntil: newestFactAt === null ? null : Date.parse(newestFactAt),
    hasSources,
    idsOf,
    isDeleted: () => false,
    personOf: (row) => [...people.of(row)].sort(([, a], [, b]) => b - a)[0]?.[0],
  }
  const explained = lines.map((line): Explained => {
    const of = { ...context, line, isDeleted: (ids: readonly number[]) => ours.isDeleted(line, ids) }
    const found = ours.byLine.get(line.key) ?? []
    const mine = content.totals.filter((total) => total.line === line.key && visible.has(total.propertyId))
    if (content.form !== 'records') return explainTotals(of, mine, found)
    return explainRecords(
      of,
      records.filter((row) => row.line === line.key && !isErased(row)),
      found,
    )
  })
  const { anonymizer } = directory
  const order = new Map(compared.map(({ id }, index) => [id, index]))
  const place = ({ propertyId }: { propertyId: number }) => order.get(propertyId) ?? 0
  return {
    lines: explained.flatMap((one) => one.lines).sort((a, b) => place(a) - place(b)),
    differences: explained
      .flatMap((one) => one.differences)
      .sort((a, b) => place(a) - place(b))
      .map((one) => (anonymizer ? disguised(one, anonymizer) : one)),
    erased: records.filter(isErased),
  }
}

type Anonymizer = NonNullable<CompanyContext['anonymizer']>

/** A named record as a sales demo shows it. */
function disguised(one: NamedDifference, anonymizer: Anonymizer): NamedDifference {
  const prospectId = one.ours?.prospectId || one.mentions[0]?.prospectId || null
  return {
    ...one,
    name: anonymizer.person(one.name === '' ? null : prospectId, one.name || null) ?? '',
    says: anonymizer.speech(one.says, one.mentions),
    mentions: [],
  }
}
