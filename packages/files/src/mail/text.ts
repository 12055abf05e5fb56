import { pluralize } from '@leaselight/model'
import { factsOf, notesOf, type ReportDocument, timelineLines } from '../document'
import { answerLines, buildMailTable, buildMailTiles, leagueMailTable, type MailContent, pinLines } from './content'
import { sheetText } from './sheet'

/** The mail as plain text, with the same content. */
export function mailText(mail: MailContent): string {
  const {
    heading,
    company,
    sender,
    note,
    warnings,
    sentences = [],
    headlines,
    calm,
    book,
    document,
    charts,
    pins = [],
    link,
    files,
    footerReason,
    unsubscribeUrl,
  } = mail
  const blocks: string[][] = [[heading, company], [...warnings], [...sentences]]
  if (note) blocks.push([`${sender} writes:`, ...note.split('\n').map((line) => `> ${line}`)])
  blocks.push(answerLines(mail))
  if (document) {
    if (headlines.length > 0 || calm)
      blocks.push([
        'What changed',
        ...(calm ? [calm] : []),
        ...headlines.map(({ sentence, explanation }) => `- ${[sentence, explanation].filter(Boolean).join(' ')}`),
      ])
    if (!book) blocks.push(...(document.sheet ? sheetText(document.sheet) : [tilesText(document)]))
    blocks.push(charts.map(({ title }) => title))
    const noted = timelineLines(document)
    if (noted.length > 0) blocks.push(['Notes on the timeline', ...noted])
    const table = book ? leagueMailTable(book) : buildMailTable(document)
    if (table) {
      const line = ([name = '', ...cells]: string[]) =>
        `${name}: ${cells.map((cell, index) => `${table.header[index + 1]} ${cell}`).join(', ')}`
      blocks.push([
        ...table.rows.map(line),
        ...(table.omittedRows > 0 ? [`and ${pluralize(table.omittedRows, 'more row')}`] : []),
      ])
    }
    blocks.push(factsOf(document).map(({ label, text }) => `${label}: ${text}`))
    blocks.push(notesOf(document))
  }
  for (const pin of pins) {
    const { name, about, url, document: part, chart } = pin
    blocks.push([
      name,
      ...(about ? [about] : []),
      ...(part && !chart ? tilesText(part) : []),
      ...(chart ? [chart.title] : []),
      ...pinLines(pin),
      ...(url ? [url] : []),
    ])
  }
  if (link) blocks.push([`${link.label}: ${link.url}`, ...(link.asOfToday ? [`As of today: ${link.asOfToday}`] : [])])
  if (files.length > 0) blocks.push([`Attached: ${files.join(', ')}`])
  blocks.push([footerReason, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])])
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const tilesText = (document: ReportDocument): string[] =>
  buildMailTiles(document).map(({ label, value, change, prior }) => {
    const compared = [change, prior].filter(Boolean).join(', ')
    return `${label}: ${value}${compared ? ` (${compared})` : ''}`
  })
