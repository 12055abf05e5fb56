import type { RunOptions } from '@leaselight/engine'
import { QueryCancelled } from '@leaselight/facts'
import {
  appliedDefaults,
  type FileFormat,
  flattenMetadata,
  isRecordList,
  parseState,
  type RawParams,
  type ReportDefinition,
  toSnake,
  type Viewer,
} from '@leaselight/model'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../http/contentDisposition'
import { type Api, clientSignal } from '../http/context'
import { pickParams } from '../http/params'
import { sendSnake } from '../http/snake'
import { contentTypes, type ExportedFile, type ExportRequest } from './export'
import { exportReport, firstPage } from './exportReport'
import {
  listParameters,
  MAX_MEMBERS_IN_FILE,
  MAX_PAGE_SIZE,
  parseDrilldown,
  parseExportRequest,
  parseListPart,
  parseMemberPart,
  parsePage,
  readDepth,
  readPoints,
} from './requests'

/** Answers with a report's numbers. */
export async function sendReport(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  query: RawParams,
): Promise<FastifyReply> {
  const [{ parent, depth, points }, others] = pickParams(query, ['parent', 'depth', 'points'])
  // Any other report says of these what it says of names that it doesn't know.
  const [part, raw] = isRecordList(report) ? pickParams(others, listParameters) : [{}, others]
  const list = parseListPart(report, part)
  const rows = { ...(parent && { parent }), depth: readDepth(depth), ...readPoints(report, points), list }
  return sendRows(api, reply, viewer, report, raw, rows)
}

/** Answers with some of a report's rows, and its totals. */
export async function sendRows(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  raw: RawParams,
  rows: Pick<RunOptions, 'parent' | 'depth' | 'points' | 'list'>,
): Promise<FastifyReply> {
  const options = { ...rows, signal: clientSignal(reply) }
  const result = await api.engine.runReport(report, parseState(report, raw, 'api'), viewer, options)
  return sendSnake(reply, { ...flattenMetadata(result), appliedDefaults: appliedDefaults(report, raw) })
}

/** Responds with a page of the records behind a number. */
export async function sendMembers(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  query: RawParams,
): Promise<FastifyReply> {
  const [number, raw] = pickParams(query, ['column', 'row', 'period', 'page', 'page_size', 'find', 'sort'])
  const page = await api.engine.members(report, parseState(report, raw, 'api'), viewer, {
    ...parseDrilldown(report, number),
    ...parsePage(number),
    ...parseMemberPart(number),
    signal: clientSignal(reply),
  })
  return sendSnake(reply, page)
}

/** Answers with the records behind a number as a CSV file, with the rights and the sample names of their list. */
export async function sendMembersFile(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  query: RawParams,
): Promise<FastifyReply> {
  const [number, raw] = pickParams(query, ['column', 'row', 'period'])
  const state = parseState(report, raw, 'api')
  const opened = parseDrilldown(report, number)
  api.exports.count(viewer)
  const signal = clientSignal(reply)
  const pageOf = (page: number) =>
    api.engine.members(report, state, viewer, { ...opened, page, pageSize: MAX_PAGE_SIZE, signal })
  // The first page is read before the answer begins, so that a refusal is one.
  const first = await pageOf(1)
  async function* pages() {
    yield first
    const last = Math.ceil(Math.min(first.total, MAX_MEMBERS_IN_FILE) / MAX_PAGE_SIZE)
    for (let page = 2; page <= last; page++) yield await pageOf(page)
  }
  const { membersCsv } = await import('@leaselight/files')
  return reply
    .type(contentTypes.csv)
    .header('content-disposition', contentDisposition(`${report.key}-${toSnake(opened.column)}.csv`))
    .send(membersCsv(pages()))
}

/** Answers with a report's file. */
export async function sendExport(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  key: string,
  query: RawParams,
): Promise<FastifyReply> {
  return sendFile(api, reply, viewer, parseExportRequest(key, query))
}

/** Answers with the file of an export. */
export async function sendFile(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  wanted: ExportRequest,
): Promise<FastifyReply> {
  const signal = clientSignal(reply)
  const file = await unlessAborted(exportReport(api, viewer, wanted, signal), signal)
  return sendBytes(reply, wanted.format, file)
}

/** Answers with a file that has been made. */
export const sendBytes = (reply: FastifyReply, format: FileFormat, file: ExportedFile): FastifyReply =>
  reply
    .type(contentTypes[format])
    .header('content-disposition', contentDisposition(file.filename))
    .header('x-total-rows', file.rows)
    .send(file.content)

/** Answers with a picture of the first page of a report's PDF. */
export async function sendFirstPage(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  key: string,
  query: RawParams,
): Promise<FastifyReply> {
  const wanted = parseExportRequest(key, { ...query, format: 'pdf' })
  const signal = clientSignal(reply)
  const drawn = unlessAborted(firstPage(api, viewer, wanted, signal), signal)
  return reply.type('image/png').send(await drawn)
}

/** The work's result, or an error as soon as the signal aborts: drawing a file can't be stopped halfway. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new QueryCancelled('The export was called off.'))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    work.then(resolve, reject)
  })
}
