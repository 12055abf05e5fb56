import { NotFound } from '@leaselight/engine'
import type { MailContent, ReportDocument } from '@leaselight/files'
import {
  aroundText,
  calmSentence,
  type Day,
  type FileFormat,
  fileFormats,
  inDays,
  joinWithAnd,
  MY_PAGE,
  pluralize,
  type ReportDefinition,
  type ReportState,
  screenAddress,
  type Viewer,
  WORKBOOK,
  workbookIds,
} from '@leaselight/model'
import { type Delivery, type DeliveryKind, readNumberWatchById, readSavedReport } from '@leaselight/state'
import { readFindings } from '../../findings/read'
import type { Api } from '../../http/context'
import { buildMyPage } from '../../myPage/document'
import { buildBook, renderBook } from '../../reports/book'
import { buildDocument, contentTypes, type ExportedFile, readBytes, renderFile } from '../../reports/export'
import { readWhatChanged } from '../../reports/insights'
import { openSaved } from '../../reports/openSaved'
import { savedParams } from '../../reports/savedParams'
import type { MailFile } from '../mail/compose'
import { currentOwner } from '../owner'
import { buildWorkbook } from '../saved/workbook'
import { openNumber } from '../watches/number'
import { lateNotice, leftOutWarning, nothingOpen, tooLarge } from './notices'

/** A delivery that can be sent: everything its mails have in common. */
export interface PreparedDelivery {
  content: Omit<MailContent, 'footerReason' | 'unsubscribeUrl'>
  files: MailFile[]
  sender: { name: string; email: string }
}

/** Why a delivery is not sent, in a sentence. */
export interface SkippedDelivery {
  skip: string
}

/** Mail servers reject mails with more bytes of files than this. */
const MAX_ATTACHMENT_BYTES = 12_000_000
/**
 * Builds what a delivery sends, with the lesser of the rights that its sender's session had and those the sender has now: a
 * sender who left sends nothing, and one who lost access to a property no longer sends its numbers. Throws errors that may pass, such as an unavailable store.
 */
export async function prepare(api: Api, delivery: Delivery, now: Date): Promise<PreparedDelivery | SkippedDelivery> {
  if (delivery.kind === 'feed') return prepareFeedMail(api, delivery)
  const owner = await currentOwner(api, delivery)
  if (!owner) return { skip: 'The person who had this sent no longer works here.' }
  const { person, viewer } = owner
  const sender = { name: person.name || person.email, email: person.email }
  try {
    const { company } = await api.engine.companyContext(viewer)
    const about = { api, delivery, viewer, sender, company: company.name, now }
    if (delivery.kind === 'watch') return await prepareWatchMail(about)
    if (delivery.report === MY_PAGE.key) return await prepareMyPage(about)
    if (delivery.report === WORKBOOK.key) return await prepareWorkbook(about)
    return delivery.report === null
      ? { content: mailContent(about, null), files: [], sender }
      : await prepareReport(about)
  } catch (error) {
    if (error instanceof NotFound) return { skip: `${sender.name} may no longer see this report.` }
    throw error
  }
}

/** A mail about a feed. The product sends it, not a person, so no person's rights apply. */
async function prepareFeedMail(api: Api, { companyId, name, note }: Delivery): Promise<PreparedDelivery> {
  const [company] = await api.facts.query<{ name: string }>(
    'SELECT name FROM companies FINAL WHERE id = {company:UInt64}',
    { company: companyId },
  )
  const sender = { name: 'Leaselight', email: '' }
  const content = {
    subject: company ? `${name} – ${company.name}` : name,
    heading: name,
    company: company?.name ?? '',
    sender: sender.name,
    note: null,
    warnings: (note ?? '').split('\n'),
    headlines: [],
    calm: null,
    document: null,
    charts: [],
    link: { label: 'Open feeds', url: `${api.publicUrl()}/admin/feeds` },
    files: [],
  }
  return { content, files: [], sender }
}

/** A mail about a watched number, which was read when the watch was checked; its owner must still be able to see it. */
async function prepareWatchMail(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
  const { api, delivery, viewer, sender } = about
  const watch = delivery.watchId === null ? undefined : await readNumberWatchById(api.state, delivery.watchId)
  if (!watch || watch.deletedAt) return { skip: 'The watch was deleted before this was sent.' }
  if (!watch.byMail) return { skip: 'The mails of this watch were turned off before this was sent.' }
  if (watch.status === 'paused') return { skip: 'The watch was paused before this was sent.' }
  const open = await openNumber(api, viewer, watch)
  if ('problem' in open) return { skip: open.problem }
  const { today } = await api.engine.companyContext(viewer)
  const content = mailContent(about, null, {
    link: linkTo(api, open.report, open.state, today),
    sentences: (delivery.note ?? '').split('\n'),
    warnings: leftOutWarning(open.propertiesLeftOut, sender.name),
  })
  return { content: { ...content, note: null }, files: [], sender }
}

/** What the sender pinned, each with the sender's rights of now. */
async function prepareMyPage(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
  const { api, delivery, viewer, sender } = about
  const page = await buildMyPage(api, viewer, sender.name)
  if (!page) return { skip: `Nothing is pinned to the page of ${sender.name}.` }
  const { namedFile, pinsPdf, reportCharts } = await import('@leaselight/files')
  const pins: NonNullable<MailContent['pins']>[number][] = []
  for (const part of page.parts) {
    const [drawn] = part.document?.report.charts.length
      ? await reportCharts(part.document, (error) =>
          api.log.error({ err: error, report: part.document?.report.key }, 'a chart for a mail failed'),
        )
      : []
    pins.push({ ...part, chart: drawn ? { ...drawn, id: `pin-${pins.length + 1}@leaselight` } : null })
  }
  const render = async (): Promise<ExportedFile> => ({
    filename: namedFile([page.company, page.title, page.generatedAt.slice(0, 10)], 'pdf'),
    content: await pinsPdf(page),
    rows: page.parts.length,
  })
  const { files, left } = await filesOf(render, delivery.formats)
  const content = mailContent(about, null, {
    pins,
    warnings: [...lateNotice(delivery), ...tooLarge(left)],
    files: files.map(({ filename }) => filename),
  })
  return { content, files: [...inlineCharts(pins.flatMap(({ chart }) => chart ?? [])), ...files], sender }
}

/** A workbook of the sender's saved reports, as they are saved and open to the sender now. */
async function prepareWorkbook(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
  const { api, delivery, viewer, sender } = about
  const ids = workbookIds(delivery.params)
  const found = await Promise.all(ids.map((id) => readSavedReport(api.state, viewer, id)))
  const saved = found.filter((one) => one !== undefined)
  if (saved.length === 0) return { skip: 'The saved reports of this workbook were deleted.' }
  const book = await buildWorkbook(api, viewer, saved)
  if (!book) return { skip: nothingOpen(sender.name) }
  const { files, left } = await filesOf(async () => book.file, ['xlsx'])
  const gone = ids.length - saved.length
  const content = mailContent(about, null, {
    link: { label: 'Open My reports', url: `${api.publicUrl()}${WORKBOOK.address}` },
    sentences: [`${pluralize(book.names.length, 'report')}: ${joinWithAnd(book.names)}.`],
    warnings: [
      ...lateNotice(delivery),
      ...(gone === 0
        ? []
        : [`${pluralize(gone, 'report is', 'reports are')} left out: deleted since this was set up.`]),
      ...book.leftOut,
      ...tooLarge(left),
    ],
    files: files.map(({ filename }) => filename),
  })
  return { content, files, sender }
}

/** Charts as the HTML embeds them. */
const inlineCharts = (charts: MailContent['charts']): MailFile[] =>
  charts.map(({ id, content }, index) => ({
    filename: `chart-${index + 1}.png`,
    contentType: 'image/png',
    content,
    cid: id,
  }))

interface PrepareContext {
  api: Api
  delivery: Delivery
  viewer: Viewer
  sender: PreparedDelivery['sender']
  company: string
  now: Date
}

async function prepareReport(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
  const { api, delivery, viewer, sender } = about
  const { report: key, params, propertyPages } = delivery
  const saved = await openSaved(api, viewer, { report: key ?? '', params }, propertyPages)
  if ('closed' in saved)
    return {
      skip: saved.closed === 'report' ? `${sender.name} may no longer see this report.` : nothingOpen(sender.name),
    }
  const { report, state, passedOver, propertiesLeftOut, directory } = saved
  const link = linkTo(api, report, state, directory.today)
  // A message only links to its report, which its reader opens with their own rights.
  if (delivery.kind === 'message') return { content: mailContent(about, null, { link }), files: [], sender }
  const late = lateNotice(delivery)
  const known = [
    ...leftOutWarning(propertiesLeftOut, sender.name),
    ...(passedOver.length > 0
      ? [`The report has changed since this was set up; these choices no longer exist: ${passedOver.join(', ')}.`]
      : []),
  ]
  if (delivery.propertyPages) {
    const book = await buildBook(api, viewer, { report, state, propertyPages: delivery.propertyPages })
    if (!book) return { skip: nothingOpen(sender.name) }
    const { files, left } = await filesOf((format) => renderBook(book, format), delivery.formats)
    const warnings = [...late, ...known, ...book.leftOut, ...tooLarge(left)]
    const names = files.map((file) => file.filename)
    return { content: mailContent(about, book.cover, { report, book, link, warnings, files: names }), files, sender }
  }
  const document = await buildDocument(api, viewer, { report, state }, { withCharts: true })
  const changes = await changesOf(api, viewer, report, state)
  const { reportCharts } = await import('@leaselight/files')
  const pictures = await reportCharts(document, (error) =>
    api.log.error({ err: error, report: report.key }, 'a chart for a mail failed'),
  )
  const { files, left } = await filesOf((format) => renderFile(document, format), delivery.formats)
  const warnings = [...late, ...known, ...tooLarge(left)]
  const letter = mailContent(about, document, {
    ...changes,
    report,
    charts: pictures,
    link,
    warnings,
    files: files.map((file) => file.filename),
  })
  return { content: letter, files: [...inlineCharts(pictures), ...files], sender }
}

/** The link to the numbers of the mail, on any later day; where the period moves with the days, the report of today besides. */
function linkTo(api: Api, report: ReportDefinition, state: ReportState, today: Day): MailContent['link'] {
  const address = (of: ReportState) => `${api.publicUrl()}${screenAddress(report, of)}`
  const [url, asOfToday] = [address(inDays(report, state, today)), address(state)]
  return { label: 'Open the report', url, ...(asOfToday !== url && { asOfToday }) }
}

/** The most findings, and the most changes, in a mail. */
const MAX_HEADLINES = 4

/** What hurts and what clearly changed, for a report that explains its changes; or that nothing did. */
async function changesOf(
  api: Api,
  viewer: Viewer,
  report: ReportDefinition,
  state: ReportState,
): Promise<Pick<MailContent, 'headlines' | 'calm'>> {
  if (!report.explains) return { headlines: [], calm: null }
  // The explanation chooses its own grouping.
  const { group_by: _by, group_by_key: _key, ...params } = savedParams(report, state)
  const [{ findings }, { headlines }] = await Promise.all([
    readFindings(api, viewer),
    readWhatChanged(api, viewer, params),
  ])
  const found = findings.slice(0, MAX_HEADLINES).map(({ sentence, comparison, sinceText, cost, around, link }) => ({
    sentence,
    explanation: [
      comparison,
      [sinceText, cost.text].filter(Boolean).join(', ') + (around.length > 0 ? '.' : ''),
      aroundText(around),
    ]
      .filter(Boolean)
      .join(' '),
    url: api.publicUrl() + link.href,
  }))
  const changed = headlines
    .filter(({ notable }) => notable)
    .slice(0, MAX_HEADLINES)
    .map(({ sentence, explanation, link }) => ({ sentence, explanation, url: api.publicUrl() + link.href }))
  return { headlines: [...found, ...changed], calm: found.length > 0 ? null : calmSentence(headlines) }
}

function mailContent(
  { delivery, sender, company }: PrepareContext,
  document: ReportDocument | null,
  more: Partial<
    Pick<MailContent, 'charts' | 'pins' | 'link' | 'warnings' | 'sentences' | 'headlines' | 'calm' | 'files' | 'book'>
  > & {
    report?: ReportDefinition
  } = {},
): PreparedDelivery['content'] {
  const {
    charts = [],
    pins = [],
    link = null,
    warnings = [],
    sentences = [],
    headlines = [],
    calm = null,
    files = [],
    book = null,
    report,
  } = more
  const { name, note } = delivery
  const titled = report && report.title !== name ? `${name} (${report.title})` : name
  return {
    subject: subjects[delivery.kind](titled, sender.name, company),
    heading: name,
    company,
    sender: sender.name,
    note,
    warnings,
    sentences,
    headlines,
    calm,
    document,
    charts,
    pins,
    book,
    link,
    files,
  }
}

const subjects: Record<DeliveryKind, (name: string, sender: string, company: string) => string> = {
  schedule: (name, _sender, company) => `${name} – ${company}`,
  now: (name, _sender, company) => `${name} – ${company}`,
  insights: (name, _sender, company) => `${name} this morning – ${company}`,
  share: (name, sender) => `${sender} shares ${name} with you`,
  message: (name) => name,
  feed: (name) => name,
  watch: (name) => name,
}

async function filesOf(render: (format: FileFormat) => Promise<ExportedFile>, formats: readonly string[]) {
  const files: MailFile[] = []
  const left: string[] = []
  let bytes = 0
  for (const format of fileFormats.filter((item) => formats.includes(item))) {
    const file = await render(format)
    const content = await readBytes(file, MAX_ATTACHMENT_BYTES - bytes)
    bytes += content?.length ?? 0
    if (content) files.push({ filename: file.filename, contentType: contentTypes[format], content })
    else left.push(file.filename)
  }
  return { files, left }
}
