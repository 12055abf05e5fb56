import type { MailContent } from '@leaselight/files'
import { aroundText, calmSentence, type ReportDefinition, type ReportState, type Viewer } from '@leaselight/model'
import { readFindings } from '../../findings/read'
import type { Api } from '../../http/context'
import { buildBook, renderBook } from '../../reports/book'
import { buildDocument, renderFile } from '../../reports/export'
import { whatChanged } from '../../reports/insights'
import { openSaved } from '../../reports/openSaved'
import {
  filesOf,
  inlineCharts,
  linkTo,
  mailContent,
  type PrepareContext,
  type PreparedDelivery,
  type SkippedDelivery,
} from './content'
import { lateNotice, leftOutWarning, nothingOpen, tooLarge } from './notices'

/** A report as it was saved, open to the sender now. */
export async function prepareReport(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
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

/** The most findings, and the most changes, in a mail. */
const MAX_HEADLINES = 4

/** What hurts and what clearly changed, for a report that explains its changes; or that nothing did. */
async function changesOf(
  api: Api,
  viewer: Viewer,
  report: ReportDefinition,
  state: ReportState,
): Promise<Pick<MailContent, 'headlines' | 'calm'> & { finding?: string | undefined }> {
  if (!report.explains) return { headlines: [], calm: null }
  const [{ findings }, { headlines }] = await Promise.all([
    readFindings(api, viewer),
    whatChanged(api, viewer, report, state),
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
  return {
    headlines: [...found, ...changed],
    calm: found.length > 0 ? null : calmSentence(headlines),
    finding: found[0]?.sentence,
  }
}
