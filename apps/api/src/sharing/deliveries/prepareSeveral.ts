import type { MailContent } from '@leaselight/files'
import { joinWithAnd, pluralize, WORKBOOK, workbookIds } from '@leaselight/model'
import { readSavedReport } from '@leaselight/state'
import { buildMyPage } from '../../myPage/document'
import type { ExportedFile } from '../../reports/export'
import { buildWorkbook } from '../saved/workbook'
import {
  filesOf,
  inlineCharts,
  mailContent,
  type PrepareContext,
  type PreparedDelivery,
  type SkippedDelivery,
} from './content'
import { lateNotice, nothingOpen, tooLarge } from './notices'

/** What the sender pinned, each with the sender's rights of now. */
export async function prepareMyPage(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
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
export async function prepareWorkbook(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
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
