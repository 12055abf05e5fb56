import type { MailContent, ReportDocument } from '@leaselight/files'
import {
  type Day,
  type FileFormat,
  fileFormats,
  inDays,
  type ReportDefinition,
  type ReportState,
  screenAddress,
  type Viewer,
} from '@leaselight/model'
import type { Delivery } from '@leaselight/state'
import type { Api } from '../../http/context'
import { contentTypes, type ExportedFile, readBytes } from '../../reports/export'
import type { MailFile } from '../mail/compose'
import { subjectOf } from './subject'

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

/** What every kind of delivery is made of. */
export interface PrepareContext {
  api: Api
  delivery: Delivery
  viewer: Viewer
  sender: PreparedDelivery['sender']
  company: string
  now: Date
}

/** What all mails have, with what one kind has besides. */
export function mailContent(
  { delivery, sender, company }: PrepareContext,
  document: ReportDocument | null,
  more: Partial<
    Pick<MailContent, 'charts' | 'pins' | 'link' | 'warnings' | 'sentences' | 'headlines' | 'calm' | 'files' | 'book'>
  > & {
    report?: ReportDefinition
    /** The first finding, as a sentence. */
    finding?: string | undefined
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
    finding,
  } = more
  const { name, note } = delivery
  const titled = report && report.title !== name ? `${name} (${report.title})` : name
  return {
    subject: subjectOf(delivery.kind, { name: titled, sender: sender.name, company, finding }),
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

/** Mail servers reject mails with more bytes of files than this. */
const MAX_ATTACHMENT_BYTES = 12_000_000
/** The files of a delivery, and the names of those that are too large to mail. */
export async function filesOf(render: (format: FileFormat) => Promise<ExportedFile>, formats: readonly string[]) {
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

/** Charts as the HTML embeds them. */
export const inlineCharts = (charts: MailContent['charts']): MailFile[] =>
  charts.map(({ id, content }, index) => ({
    filename: `chart-${index + 1}.png`,
    contentType: 'image/png',
    content,
    cid: id,
  }))

/** The link to the numbers of the mail, on any later day; where the period moves with the days, the report of today besides. */
export function linkTo(api: Api, report: ReportDefinition, state: ReportState, today: Day): MailContent['link'] {
  const address = (of: ReportState) => `${api.publicUrl()}${screenAddress(report, of)}`
  const [url, asOfToday] = [address(inDays(report, state, today)), address(state)]
  return { label: 'Open the report', url, ...(asOfToday !== url && { asOfToday }) }
}
