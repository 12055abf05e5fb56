import { parseBoxscoreMapping, readBoxscore, readBoxscoreTable } from '@leaselight/connectors'
import type { CompanyContext } from '@leaselight/engine'
import {
  type DayRange,
  dayCount,
  InputError,
  isAdmin,
  isDay,
  reasonLabels,
  reconcileAnswer,
  reconcileLine,
  type Viewer,
} from '@leaselight/model'
import {
  addReconciliation,
  noteReconciled,
  type ReconciledProperty,
  type Reconciliation,
  type ReconciliationSummary,
  readReconciliation,
} from '@leaselight/state'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { isUuid, wellFormed } from '../http/textFields'
import { type Comparison, compare, openProperties, type StoredContent } from './compare'

/** A file to store and compare. */
export interface NewReconciliation {
  file: Uint8Array
  fileName: string
  mapping: unknown
  startDate: string
  endDate: string
  madeAt: string | null
}

const MAX_DAYS = 366

/** The days of a request, or a sentence. */
function periodOf({ startDate: start, endDate: end }: Pick<NewReconciliation, 'startDate' | 'endDate'>): DayRange {
  if (!isDay(start) || !isDay(end) || start > end)
    throw new InputError('Choose the first and the last day of their report.', 'start_date')
  if (dayCount({ start, end }) > MAX_DAYS)
    throw new InputError('A reconciliation can cover at most a year. Choose fewer days.', 'end_date')
  return { start, end }
}

/** Reads a file, stores it without the rows that its sender may not see, and compares it. */
export async function createReconciliation(
  api: Pick<Api, 'engine' | 'state' | 'now'>,
  viewer: Viewer,
  request: NewReconciliation,
  signal: AbortSignal,
): Promise<Reconciliation> {
  const period = periodOf(request)
  const madeAt = request.madeAt === null ? null : new Date(request.madeAt)
  if (madeAt && Number.isNaN(madeAt.getTime())) throw new InputError('made_at must be an instant.', 'made_at')
  const directory = await api.engine.companyContext(viewer)
  const table = await readBoxscoreTable(request.file)
  const mapping = parseBoxscoreMapping(request.mapping, table.columns)
  const zones = new Map(openProperties(directory).map(({ id, timeZone }) => [id, timeZone]))
  const read = readBoxscore(table, mapping, (id) => zones.get(id))
  if (read.records.length + read.totals.length === 0)
    throw badRequest('Nothing in the file can be compared. Check the properties and the lines.')
  const { leftOut, ...rest } = read
  const content: StoredContent = { form: mapping.form, ...rest }
  const hasSources = mapping.fields.source !== undefined
  const found = await compare(api, viewer, { content, period, madeAt, hasSources }, signal)
  const gone = new Set(found.erased)
  return addReconciliation(
    api.state,
    {
      ...{ companyId: viewer.companyId, createdBy: viewer.userId, fileName: request.fileName },
      ...{ startOn: period.start, endOn: period.end, madeAt, mapping, columns: table.columns, hasSources },
      content: { ...content, records: content.records.filter((row) => !gone.has(row)) },
      leftOut: [...leftOut, ...(gone.size > 0 ? [{ says: 'People who were erased here.', rows: gone.size }] : [])],
      found: findingsOf(found),
    },
    api.now(),
  )
}

/** What a comparison found, by property, without any name. */
function findingsOf({ lines, differences }: Comparison): ReconciledProperty[] {
  return [...new Set(lines.map(({ propertyId }) => propertyId))].map((propertyId) => {
    const mine = lines.filter((line) => line.propertyId === propertyId)
    return {
      ...{ propertyId, lines: mine.length },
      differing: mine.filter(({ difference, reasons }) => difference !== 0 || reasons.length > 0).length,
      records: differences.filter((one) => one.propertyId === propertyId).length,
      unexplained: mine.reduce((sum, { unexplained }) => sum + Math.abs(unexplained), 0),
    }
  })
}

const NONE = 'There is no such reconciliation.'

/** A reconciliation of which the viewer sees at least one property; 404 otherwise. */
export async function requireReconciliation(
  api: Pick<Api, 'state' | 'engine'>,
  viewer: Viewer,
  id: string,
): Promise<{ row: Reconciliation; directory: CompanyContext }> {
  const directory = await api.engine.companyContext(viewer)
  const row = isUuid(id) ? await readReconciliation(api.state, viewer.companyId, id) : undefined
  if (!row || visibleFindings(row, directory).length === 0) throw notFound(NONE)
  return { row, directory }
}

/** What was found at the properties that the viewer sees. */
export function visibleFindings({ found }: Pick<Reconciliation, 'found'>, directory: CompanyContext) {
  const open = new Set(openProperties(directory).map(({ id }) => id))
  return found.filter(({ propertyId }) => open.has(propertyId))
}

/** Compares a stored file with what is here now, and keeps what was found. */
export async function compareAgain(
  api: Api,
  viewer: Viewer,
  row: Reconciliation,
  signal: AbortSignal,
): Promise<{ comparison: Comparison; row: Reconciliation }> {
  const comparison = await compare(
    api,
    viewer,
    {
      // Written by `createReconciliation` alone.
      content: row.content as StoredContent,
      period: { start: row.startOn, end: row.endOn },
      ...{ madeAt: row.madeAt, hasSources: row.hasSources },
    },
    signal,
  )
  const anew = findingsOf(comparison)
  const seen = new Set(anew.map(({ propertyId }) => propertyId))
  const found = [...row.found.filter(({ propertyId }) => !seen.has(propertyId)), ...anew]
  const now = api.now()
  await noteReconciled(api.state, row, found, now)
  return { comparison, row: { ...row, found, checkedAt: now } }
}

/** A reconciliation as lists show it. */
export function summaryOf(row: ReconciliationSummary, viewer: Viewer, directory: CompanyContext) {
  const found = visibleFindings(row, directory)
  const sum = (of: 'lines' | 'differing' | 'records' | 'unexplained') => found.reduce((all, one) => all + one[of], 0)
  const names = new Map(directory.properties.map(({ id, name }) => [id, name]))
  return {
    id: row.id,
    // A file's name is free text, and may name a person.
    fileName: directory.anonymizer ? 'boxscore.csv' : row.fileName,
    startDate: row.startOn,
    endDate: row.endOn,
    properties: found.map(({ propertyId }) => names.get(propertyId) ?? ''),
    ...{ lines: sum('lines'), differing: sum('differing'), records: sum('records'), unexplained: sum('unexplained') },
    ...{ checkedAt: row.checkedAt, createdAt: row.createdAt },
    mine: row.createdBy === viewer.userId || isAdmin(viewer.role),
  }
}

/** The records behind the differences, as the screen and the file show them. */
export function namedRecords({ differences }: Comparison, directory: CompanyContext) {
  const names = new Map(directory.properties.map(({ id, name }) => [id, name]))
  return differences.map((one) => ({
    ...{
      line: one.line,
      label: labelOf(one.line),
      propertyId: one.propertyId,
      property: names.get(one.propertyId) ?? '',
    },
    ...{
      reason: one.reason,
      reasonLabel: reasonLabels[one.reason],
      effect: one.effect,
      name: one.name,
      unit: one.unit,
    },
    ...{ theirRow: one.theirs?.row ?? null, theirId: one.theirs?.id ?? '', theirDay: one.theirs?.day ?? null },
    ...{ ourId: one.ours?.id ?? null, ourProspectId: one.ours?.prospectId || null, ourDay: one.ours?.day ?? null },
    ...{ says: one.says, todo: one.todo },
  }))
}

const labelOf = (key: string): string => reconcileLine(key)?.label ?? key

const MAX_SHOWN = 2_000
/** What a sales demo says in place of words of the file. */
const LEFT_OUT = 'Rows that can’t be compared.'

/** A reconciliation with its lines and the records behind them. */
export function detailOf(row: Reconciliation, comparison: Comparison, viewer: Viewer, directory: CompanyContext) {
  const names = new Map(directory.properties.map(({ id, name }) => [id, name]))
  const named = namedRecords(comparison, directory)
  const { form } = row.content as StoredContent
  return {
    ...summaryOf(row, viewer, directory),
    answer: reconcileAnswer(comparison.lines, named.length),
    form,
    compared: comparison.lines.map(({ reasons, ...one }) => ({
      ...one,
      ...{ label: labelOf(one.line), property: names.get(one.propertyId) ?? '' },
      reasons: reasons.map(({ reason, records }) => ({ reason, label: reasonLabels[reason], records })),
    })),
    named: named.slice(0, MAX_SHOWN),
    more: Math.max(0, named.length - MAX_SHOWN),
    leftOut: row.leftOut.map(({ says, rows }) => ({ rows, says: directory.anonymizer ? LEFT_OUT : says })),
  }
}

/** A file's name as it is stored. */
export const storedFileName = (name: string): string =>
  wellFormed(name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200) || 'boxscore'
