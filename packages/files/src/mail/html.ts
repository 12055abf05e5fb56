import { pluralize } from '@leaselight/model'
import { factsOf, notesOf, type ReportDocument, timelineLines } from '../document'
import { colors } from '../pdf/textWriter'
import {
  answerLines,
  buildMailTable,
  buildMailTiles,
  leagueMailTable,
  type MailChart,
  type MailContent,
  type MailHeadline,
  type MailTable,
  type MailTile,
  pinLines,
} from './content'
import { escapeHtml, NUMBER_FONTS, row, TEXT_FONTS } from './markup'
import { sheetHtml } from './sheet'

const WIDTH = 640
/** The display width of an image where there is room. */
const CHART_WIDTH = 540
const { canvas, surface } = colors

/** The mail as HTML that mail clients render: tables for layout, inline styles. */
export function mailHtml(mail: MailContent): string {
  const {
    subject,
    heading,
    company,
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
  const body = [
    `<tr><td style="padding:24px 24px 4px"><div style="font:400 13px/1.5 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(company)}</div>
<h1 style="margin:2px 0 0;font:600 22px/1.3 ${TEXT_FONTS};color:${colors.ink}">${escapeHtml(heading)}</h1>${period(document)}</td></tr>`,
    ...warnings.map((text) => row(notice(text))),
    noteOf(mail),
    ...sentences.map((text) => row(paragraph(text, 14, colors.ink))),
    answerHtml(answerLines(mail)),
    // What needs the reader comes before the numbers.
    headlines.length > 0 || calm ? row(changesHtml(headlines, calm)) : '',
    ...(document ? [book ? tableRow(leagueMailTable(book)) : numbersHtml(document)] : []),
    ...charts.map((picture) => row(chartHtml(picture))),
    document ? timelineHtml(document) : '',
    ...pins.map(pinHtml),
    document && !book ? tableRow(buildMailTable(document)) : '',
    link ? row(button(link) + asOfToday(link)) : '',
    files.length > 0 ? row(paragraph(`Attached: ${files.join(', ')}`, 13, colors.muted)) : '',
    document ? row(facts(document)) : '',
  ]
  const leave = unsubscribeUrl
    ? ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:${colors.muted}">Unsubscribe</a>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light only"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:${canvas}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${canvas}"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${WIDTH}px;background:${surface};border:1px solid ${colors.line};border-radius:8px">
${body.filter(Boolean).join('\n')}
<tr><td style="padding:4px 24px 24px"></td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${WIDTH}px"><tr><td style="padding:16px 24px;font:400 12px/1.6 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(footerReason)}${leave}</td></tr></table>
</td></tr></table>
</body></html>
`
}

const numbersHtml = (document: ReportDocument): string =>
  document.sheet ? sheetHtml(document.sheet) : tiles(buildMailTiles(document))

function answerHtml([sentence, changes]: readonly string[]): string {
  if (sentence === undefined) return ''
  const answer = `<p style="margin:0;font:600 16px/1.4 ${TEXT_FONTS};color:${colors.ink}">${escapeHtml(sentence)}</p>`
  return row(answer + (changes === undefined ? '' : paragraph(changes, 13, colors.muted)))
}

const paragraph = (text: string, size: number, color: string): string =>
  `<p style="margin:0;font:400 ${size}px/1.6 ${TEXT_FONTS};color:${color}">${escapeHtml(text)}</p>`

function period(document: ReportDocument | null): string {
  if (!document) return ''
  const [first, second] = factsOf(document).filter(({ label }) => ['Period', 'Compared with', 'As of'].includes(label))
  const text = [first?.text, second && `compared with ${second.text}`].filter(Boolean).join(', ')
  return `<div style="margin-top:4px;font:400 13px/1.5 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(text)}</div>`
}

const notice = (text: string): string =>
  `<div style="padding:10px 14px;border-left:3px solid ${colors.warn};background:${colors.warnSurface};font:400 13px/1.6 ${TEXT_FONTS};color:${colors.ink}">${escapeHtml(text)}</div>`

function noteOf({ sender, note }: MailContent): string {
  if (!note) return ''
  return row(
    `<div style="padding:12px 16px;background:${canvas};border-radius:6px;font:400 14px/1.6 ${TEXT_FONTS};color:${colors.ink}"><div style="font:400 12px/1.5 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(sender)} writes</div>${escapeHtml(note).replaceAll('\n', '<br>')}</div>`,
  )
}

/** How many characters of a label fit on one line of a tile, and the line height. */
const ONE_LINE = 13
const LINE = 16
/** Numbers with at most this many characters are set large. */
const LARGE = 6

const verdicts = { good: colors.good, bad: colors.bad, neutral: colors.muted } as const

// Side by side where there is room: each tile is a separate block, so that phones stack them.
function tiles(list: readonly MailTile[]): string {
  if (list.length === 0) return ''
  // All tiles in a row have the same height, even when only one label needs two lines.
  const lines = Math.max(...list.map(({ label }) => (label.length > ONE_LINE ? 2 : 1)))
  const boxes = list.map(
    ({ label, value, change, prior, verdict }) =>
      `<div style="display:inline-block;vertical-align:top;width:78px;margin:0 3px 8px 0;padding:8px;border:1px solid ${colors.line};border-radius:6px;text-align:left"><div style="height:${lines * LINE}px;overflow:hidden;font:400 11px/${LINE}px ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(label)}</div><div style="font:600 ${value.length > LARGE ? 15 : 20}px/28px ${NUMBER_FONTS};color:${colors.ink}">${escapeHtml(value)}</div><div style="font:400 11px/1.4 ${NUMBER_FONTS};color:${verdicts[verdict]}">${escapeHtml(change ?? '') || '&nbsp;'}</div><div style="font:400 11px/1.4 ${NUMBER_FONTS};color:${colors.muted}">${escapeHtml(prior ?? '') || '&nbsp;'}</div></div>`,
  )
  return `<tr><td style="padding:20px 20px 0 24px;font-size:0">${boxes.join('')}</td></tr>`
}

function changesHtml(headlines: readonly MailHeadline[], calm: string | null): string {
  const lines = headlines.map(
    ({ sentence, explanation, url }) =>
      `<li style="margin:0 0 6px"><a href="${escapeHtml(url)}" style="color:${colors.accent};text-decoration:none">${escapeHtml(sentence)}</a>${explanation ? ` ${escapeHtml(explanation)}` : ''}</li>`,
  )
  const heading = `<h2 style="margin:0 0 8px;font:600 15px/1.4 ${TEXT_FONTS};color:${colors.ink}">What changed</h2>`
  if (calm) return heading + paragraph(calm, 13, colors.ink)
  return `${heading}<ul style="margin:0;padding:0 0 0 18px;font:400 13px/1.5 ${TEXT_FONTS};color:${colors.ink}">${lines.join('')}</ul>`
}

function chartHtml({ id, title, alt, note, width, height }: MailChart): string {
  return `<h2 style="margin:0 0 8px;font:600 15px/1.4 ${TEXT_FONTS};color:${colors.ink}">${escapeHtml(title)}</h2><img src="cid:${escapeHtml(id)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="display:block;width:100%;max-width:${CHART_WIDTH}px;height:auto;border:0">${note ? `<div style="margin-top:8px;font:400 11px/1.5 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(note)}</div>` : ''}`
}

/** The notes on the timeline, by the numbers in the charts above. */
function timelineHtml(document: ReportDocument): string {
  const lines = timelineLines(document)
  if (lines.length === 0) return ''
  return row(
    `<h2 style="margin:0 0 8px;font:600 15px/1.4 ${TEXT_FONTS};color:${colors.ink}">Notes on the timeline</h2>${lines.map((line) => paragraph(line, 13, colors.ink)).join('')}`,
  )
}

/** Something pinned: its name and filters, then its number, its chart or its sentences. */
function pinHtml(pin: NonNullable<MailContent['pins']>[number]): string {
  const { name, about, url, document, chart } = pin
  const named = url
    ? `<a href="${escapeHtml(url)}" style="color:${colors.accent};text-decoration:none">${escapeHtml(name)}</a>`
    : escapeHtml(name)
  return [
    row(
      `<div style="border-top:1px solid ${colors.line};padding-top:14px;font:600 14px/1.4 ${TEXT_FONTS};color:${colors.ink}">${named}</div>${about && paragraph(about, 12, colors.muted)}`,
    ),
    document && !chart ? tiles(buildMailTiles(document)) : '',
    chart ? row(chartHtml(chart)) : '',
    ...pinLines(pin).map((text) => row(paragraph(text, 14, colors.ink))),
  ].join('\n')
}

/** The share of the table's width for numbers, in percent; names get the rest. */
const NUMBERS_SHARE = 66

function tableRow(table: MailTable | null): string {
  if (!table) return ''
  const share = Math.floor(NUMBERS_SHARE / (table.header.length - 1))
  const cell = (text: string, index: number, style: string, tag = 'td') =>
    `<${tag} width="${index === 0 ? 100 - NUMBERS_SHARE : share}%" align="${index === 0 ? 'left' : 'right'}" style="padding:7px 4px;border-bottom:1px solid ${colors.line};${style}">${escapeHtml(text)}</${tag}>`
  const line = (cells: readonly string[], weight: number) =>
    `<tr>${cells.map((text, index) => cell(text, index, `font:${weight} 13px/1.4 ${index === 0 ? TEXT_FONTS : NUMBER_FONTS};color:${colors.ink}`)).join('')}</tr>`
  const head = `<tr>${table.header.map((text, index) => cell(text, index, `font:500 11px/1.4 ${TEXT_FONTS};color:${colors.muted}`, 'th')).join('')}</tr>`
  const more =
    table.omittedRows > 0 ? paragraph(`and ${pluralize(table.omittedRows, 'more row')}`, 12, colors.muted) : ''
  return row(
    `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${head}${table.rows.map((cells) => line(cells, 400)).join('')}${line(table.total, 600)}</table>${more}`,
  )
}

const asOfToday = ({ asOfToday: url }: { asOfToday?: string }): string =>
  url === undefined
    ? ''
    : `<div style="margin-top:8px;font:400 13px/1.4 ${TEXT_FONTS}"><a href="${escapeHtml(url)}" style="color:${colors.accent}">Open it as of today</a></div>`

const button = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${colors.accent};font:500 14px/1.4 ${TEXT_FONTS};color:${colors.white};text-decoration:none">${escapeHtml(label)}</a>`

function facts(document: ReportDocument): string {
  const other = factsOf(document).filter(({ label }) => !['Period', 'Compared with', 'As of'].includes(label))
  const lines = [...other.map(({ label, text }) => `${label}: ${text}`), ...notesOf(document)]
  return `<div style="border-top:1px solid ${colors.line};padding-top:12px;font:400 11px/1.7 ${TEXT_FONTS};color:${colors.muted}">${lines.map(escapeHtml).join('<br>')}</div>`
}
