import type { ReportDefinition, Viewer } from '@leaselight/model'
import {
  columnByName,
  flattenMetadata,
  InputError,
  isDrillable,
  parseState,
  type RawParams,
  toSnake,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { notFound } from '../http/errors'
import { parseQuery, pickParams } from '../http/params'
import { sendSnake } from '../http/snake'
import { contentTypes, type ExportRequest, exportFormats, exportReport } from './export'
import { exportLimit } from './exportLimit'

/** The largest page of members. */
export const MAX_PAGE_SIZE = 500
const PAGE_SIZE = 50
const MAX_PAGE = 10_000_000

/** The report of that key; 404 when there is none. */
export function requireReport(key: string): ReportDefinition {
  const report = reportByKey(key)
  if (!report) throw notFound('There is no such report.')
  return report
}

/** Every report by one set of doors: its answer, the rows that open from a row, the records behind a number, the file. */
export function addReports(app: FastifyInstance, api: Api): void {
  app.get<{ Params: { key: string } }>('/api/reports/:key', async (request, reply) => {
    const report = requireReport(request.params.key)
    return sendReport(api, reply, await requireViewer(api, request), report, parseQuery(request.query))
  })

  app.get<{ Params: { key: string; dimension: string; id: string; children: string } }>(
    '/api/reports/:key/:dimension/:id/:children',
    async (request, reply) => {
      const { key, dimension, id, children } = request.params
      const report = requireReport(key)
      const viewer = await requireViewer(api, request)
      const [outer, inner] = report.rows
      if (outer !== dimension || inner === undefined || childrenSegment(inner) !== children) throw notFound()
      const state = parseState(report, parseQuery(request.query), 'api')
      const parent = `${dimension}:${encodeURIComponent(id)}`
      const options = { parent, signal: clientSignal(reply) }
      return sendSnake(reply, flattenMetadata(await api.engine.runReport(report, state, viewer, options)))
    },
  )

  app.get<{ Params: { key: string } }>('/api/reports/:key/members', async (request, reply) => {
    const report = requireReport(request.params.key)
    return sendMembers(api, reply, await requireViewer(api, request), report, parseQuery(request.query))
  })

  app.get<{ Params: { key: string } }>('/api/reports/:key/export', exportLimit(api), async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendExport(api, reply, viewer, request.params.key, parseQuery(request.query))
  })
}

/** What the rows within a row are called in an address; those of a report's own grouping are of many kinds. */
export function childrenSegment(inner: string): string {
  if (inner === 'groupBy') return 'rows'
  return inner === 'property' ? 'properties' : `${inner}s`
}

/** Answers with a report's numbers. */
export async function sendReport(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  query: RawParams,
): Promise<FastifyReply> {
  const [{ parent, depth }, raw] = pickParams(query, ['parent', 'depth'])
  const options = { ...(parent && { parent }), depth: readDepth(depth), signal: clientSignal(reply) }
  const result = await api.engine.runReport(report, parseState(report, raw, 'api'), viewer, options)
  return sendSnake(reply, flattenMetadata(result))
}

/** Answers with a page of the records behind a number. */
export async function sendMembers(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  query: RawParams,
): Promise<FastifyReply> {
  const [asked, raw] = pickParams(query, ['column', 'row', 'period', 'page', 'page_size'])
  const page = await api.engine.members(report, parseState(report, raw, 'api'), viewer, {
    ...parseDrilldown(report, asked),
    page: whole('page', asked.page ?? '1', MAX_PAGE),
    pageSize: whole('page_size', asked.page_size ?? String(PAGE_SIZE), MAX_PAGE_SIZE),
    signal: clientSignal(reply),
  })
  return sendSnake(reply, page)
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

/** Answers with a report's file. */
export async function sendExport(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  key: string,
  query: RawParams,
): Promise<FastifyReply> {
  const wanted = parseExportRequest(key, query)
  const file = await exportReport(api, viewer, wanted, clientSignal(reply))
  return reply
    .type(contentTypes[wanted.format])
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(file.filename))
    .header('x-total-rows', file.rows)
    .send(file.content)
}

/** What an export's address asks for. */
export function parseExportRequest(key: string, query: RawParams): ExportRequest {
  const report = requireReport(key)
  const [{ format: asked = '', columns }, raw] = pickParams(query, ['format', 'columns'])
  const format = exportFormats.find((item) => item === asked.toLowerCase())
  if (!format) throw new InputError(`format must be ${exportFormats.join(' or ')}.`, 'format')
  const chosen = columns ? columns.split(',').map((name) => columnOf(report, name)) : undefined
  return { report, state: parseState(report, raw, 'api'), format, ...(chosen && { columns: chosen }) }
}

function columnOf(report: ReportDefinition, name: string): string {
  const column = columnByName(report, name)
  if (column === undefined) throw new InputError(`${report.title} has no column ${name.slice(0, 100)}.`, 'columns')
  return column
}

/** Names beyond ASCII travel in the second form, which every browser of today prefers. */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const exact = encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

function readDepth(depth = 'top'): 'top' | 'all' {
  if (depth !== 'top' && depth !== 'all') throw new InputError('depth must be top or all.', 'depth')
  return depth
}

function whole(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > max)
    throw new InputError(`${name} must be a whole number from 1 to ${max}.`, name)
  return value
}
