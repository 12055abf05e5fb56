import { LIST_LIMIT, type ListPart, type MemberArrangement, type RunOptions } from '@leaselight/engine'
import {
  columnByName,
  type FileFormat,
  fileFormats,
  InputError,
  isByWeek,
  isDrillable,
  isRecordList,
  parseState,
  type RawParams,
  type ReportDefinition,
  toCamel,
  toSnake,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { notFound } from '../http/errors'
import { pickParams } from '../http/params'
import { parsePropertyPages } from './book'
import { type ExportRequest, formatSchema } from './export'
import { exportInputNames } from './exportInputs'

/** The largest page of members. */
export const MAX_PAGE_SIZE = 500
/** The most records behind a number in one file. */
export const MAX_MEMBERS_IN_FILE = 20_000
const PAGE_SIZE = 50
const MAX_PAGE = 10_000_000
const MAX_FIND = 200

/** The report of that key; 404 when there is none. */
export function requireReport(key: string): ReportDefinition {
  const report = reportByKey(key)
  if (!report) throw notFound('There is no such report.')
  return report
}

/** What the rows within a row are called in an address; those of a report's own grouping are of many kinds. */
export function childrenSegment(inner: string): string {
  if (inner === 'groupBy') return 'rows'
  return inner === 'property' ? 'properties' : `${inner}s`
}

/** The columns whose numbers open a list, in the report's order. */
export const drillableColumns = (report: ReportDefinition): string[] =>
  Object.keys(report.columns).filter((key) => {
    const column = report.columns[key]
    return column !== undefined && isDrillable(column)
  })

/** Which number of a report is opened: its column, its row and its period. */
export function parseDrilldown(
  report: ReportDefinition,
  params: { column?: string | undefined; row?: string | undefined; period?: string | undefined },
): { column: string; row: string | null; period: 'current' | 'prior' } {
  const { column: name, row, period = 'current' } = params
  const opening = drillableColumns(report)
  const column = name === undefined ? undefined : columnByName(report, name)
  if (column === undefined || !opening.includes(column))
    throw new InputError(`column must be one of ${opening.map(toSnake).join(', ')}.`, 'column')
  if (period !== 'current' && period !== 'prior') throw new InputError('period must be current or prior.', 'period')
  return { column, row: row || null, period }
}

/** The export that an address requests, or the input of a mutation written like one. */
export function parseExportRequest(key: string, query: RawParams): ExportRequest {
  const report = requireReport(key)
  const [{ format: name = '', columns, opened, plain, property_pages }, raw] = pickParams(query, [
    'format',
    'property_pages',
    ...exportInputNames,
  ])
  const { data: format } = formatSchema.safeParse(name)
  if (!format)
    throw new InputError(`format must be ${fileFormats.slice(0, -1).join(', ')}, or ${fileFormats.at(-1)}.`, 'format')
  const chosen = columns ? columns.split(',').map((column) => columnOf(report, column)) : undefined
  const isPlain = readPlain(plain, format)
  const state = parseState(report, raw, 'api')
  const propertyPages = parsePropertyPages(report, property_pages)
  return {
    report,
    state,
    format,
    ...(chosen && { columns: chosen }),
    ...(opened && { opened: opened.split(',') }),
    ...(isPlain && { plain: true }),
    ...(propertyPages && { propertyPages }),
  }
}

/** Whether only the bare table is requested: 1 or true; paper is never bare. */
function readPlain(text: string | undefined, format: FileFormat): boolean {
  if (text === undefined || text === '0' || text === 'false') return false
  if (text !== '1' && text !== 'true') throw new InputError('plain must be 1 or 0.', 'plain')
  if (format !== 'csv') throw new InputError('Only a CSV file can be plain.', 'plain')
  return true
}

function columnOf(report: ReportDefinition, name: string): string {
  const column = columnByName(report, name)
  if (column === undefined) throw new InputError(`${report.title} has no column ${name.slice(0, 100)}.`, 'columns')
  return column
}

/** The requested page of a list. */
export const parsePage = (params: { page?: string | undefined; page_size?: string | undefined }) => ({
  page: whole('page', params.page ?? '1', MAX_PAGE),
  pageSize: whole('page_size', params.page_size ?? String(PAGE_SIZE), MAX_PAGE_SIZE),
})

/** The parameters that choose records of a list report. */
export const listParameters = ['limit', 'find', 'sort'] as const

/** Which records of a list report are requested; for any other report nothing can be. */
export function parseListPart(
  report: ReportDefinition,
  { limit, find, sort }: Partial<Record<(typeof listParameters)[number], string | undefined>>,
): ListPart {
  if (!isRecordList(report)) return {}
  return {
    ...(limit !== undefined && { limit: whole('limit', limit, LIST_LIMIT) }),
    ...readFind(find),
    ...(sort && { sort: parseSort(report, sort) }),
  }
}

/** What a list behind a number may be sorted by. */
export const MEMBER_SORT =
  'The column that sorts the records, after a minus the largest first; the newest first without it.'

/** How the records behind a number are found and sorted. The list knows its columns. */
export const parseMemberPart = ({
  find,
  sort,
}: {
  find?: string | undefined
  sort?: string | undefined
}): MemberArrangement => ({ ...readFind(find), ...(sort && { sort: named(sort) }) })

function readFind(find: string | undefined): { find?: string } {
  if (find !== undefined && find.length > MAX_FIND)
    throw new InputError(`find must have at most ${MAX_FIND} characters.`, 'find')
  return find?.trim() ? { find } : {}
}

/** The name of a column, after a minus where the largest is first. */
function named(text: string): { column: string; descending: boolean } {
  const descending = text.startsWith('-')
  return { column: toCamel(descending ? text.slice(1) : text), descending }
}

/** A column of a list report by its name. */
function parseSort(report: ReportDefinition, text: string): { column: string; descending: boolean } {
  const { column: name, descending } = named(text)
  const column = columnByName(report, toSnake(name))
  if (column === undefined || report.columns[column]?.kind !== 'fact')
    throw new InputError(`sort must be one of ${listedColumns(report).map(toSnake).join(', ')}.`, 'sort')
  return { column, descending }
}

/** The columns of a list report that say something of each record. */
export const listedColumns = (report: ReportDefinition): string[] =>
  Object.keys(report.columns).filter((key) => report.columns[key]?.kind === 'fact')

/** The requested levels of rows. */
export function readDepth(depth = 'top'): 'top' | 'all' {
  if (depth !== 'top' && depth !== 'all') throw new InputError('depth must be top or all.', 'depth')
  return depth
}

/** What the points of a report's series may be. */
export const pointKinds = ['days', 'weeks'] as const

/** Whether whole weeks are requested, which only reports that draw them have. */
export function readPoints(report: ReportDefinition, points: string | undefined): Pick<RunOptions, 'points'> {
  if (points === undefined || points === 'days') return {}
  if (points !== 'weeks') throw new InputError(`points must be ${pointKinds.join(' or ')}.`, 'points')
  if (!report.charts.some(isByWeek)) throw new InputError(`${report.title} isn't counted by week.`, 'points')
  return { points }
}

function whole(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > max)
    throw new InputError(`${name} must be a whole number from 1 to ${max}.`, name)
  return value
}
