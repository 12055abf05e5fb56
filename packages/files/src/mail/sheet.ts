import { fillColor, partColors } from '@leaselight/charts'
import { isTelling, type Sheet, type SheetBlock, type SheetLine, type SheetPart } from '@leaselight/model'
import { colors } from '../pdf/textWriter'
import { escapeHtml, NUMBER_FONTS, row, TEXT_FONTS } from './markup'

const TABLE = 'width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse"'

/** A sheet's head and its halves, one below the other: a mail is too narrow for both. */
export function sheetHtml({ head, blocks }: Sheet): string {
  const about = `<div style="font:600 16px/1.4 ${TEXT_FONTS};color:${colors.ink}">${escapeHtml(head.name)}</div><div style="font:400 13px/1.5 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(head.about)}</div>`
  return row(about) + blocks.map((block) => row(blockHtml(block))).join('')
}

function blockHtml({ title, strip, headings, groups }: SheetBlock): string {
  const head = ['', ...headings].map((text, index) =>
    cell('th', text, index, `500 11px/1.4 ${TEXT_FONTS}`, colors.muted),
  )
  const lines = groups.map(
    (group) =>
      `<tr><td colspan="4" style="padding:10px 4px 4px 0;border-bottom:1px solid ${colors.line};font:600 11px/1.4 ${TEXT_FONTS};color:${colors.muted}">${escapeHtml(group.title)}</td></tr>${group.lines.map(lineHtml).join('')}`,
  )
  return `<h2 style="margin:0 0 4px;font:600 15px/1.4 ${TEXT_FONTS};color:${colors.ink}">${escapeHtml(title)}</h2>${stripHtml(strip)}<table ${TABLE}><tr>${head.join('')}</tr>${lines.join('')}</table>`
}

function lineHtml(line: SheetLine): string {
  const { label, text, usual, toDate } = line
  const number = (weight: number) => `${weight} 13px/1.4 ${NUMBER_FONTS}`
  return `<tr>${cell('td', label, 0, `400 13px/1.4 ${TEXT_FONTS}`, colors.ink)}${cell('td', text, 1, number(600), colors.ink, markHtml(line))}${cell('td', usual, 2, number(400), colors.muted)}${cell('td', toDate, 3, number(400), colors.ink)}</tr>`
}

const WIDTHS = [40, 18, 24, 18]

const cell = (tag: string, text: string, index: number, font: string, color: string, before = ''): string =>
  `<${tag} width="${WIDTHS[index]}%" align="${index === 0 ? 'left' : 'right'}" style="padding:6px 0 6px ${index === 0 ? 0 : 8}px;border-bottom:1px solid ${colors.line};font:${font};color:${color}">${before}${escapeHtml(text)}</${tag}>`

/** A change that is one, as an arrow. */
function markHtml({ judgement }: SheetLine): string {
  if (!judgement || !isTelling(judgement)) return ''
  const { tone, direction } = judgement
  const color = { good: colors.good, bad: colors.bad, neutral: colors.muted }[tone]
  return `<span style="color:${color};font-size:10px">${direction === 'down' ? '▼' : '▲'}</span>&nbsp;`
}

function stripHtml(strip: readonly SheetPart[]): string {
  if (strip.length === 0) return ''
  const colorAt = partColors(strip).map((color) => fillColor(color, 'light'))
  const whole = strip.reduce((sum, { value }) => sum + value, 0)
  const bar = strip.flatMap(({ value }, index) =>
    value > 0
      ? [
          `<td width="${((value / whole) * 100).toFixed(1)}%" style="height:12px;font-size:0;background:${colorAt[index]}">&nbsp;</td>`,
        ]
      : [],
  )
  const legend = strip.map(
    ({ label, text, share }, index) =>
      `<span style="display:inline-block;margin:0 14px 2px 0"><span style="display:inline-block;width:9px;height:9px;background:${colorAt[index]}"></span> ${escapeHtml(label)} <b style="font-family:${NUMBER_FONTS};color:${colors.ink}">${escapeHtml(text)}</b> ${escapeHtml(share)}</span>`,
  )
  return `<table ${TABLE} role="presentation"><tr>${bar.join('')}</tr></table><div style="margin:8px 0;font:400 12px/1.6 ${TEXT_FONTS};color:${colors.muted}">${legend.join('')}</div>`
}

/** A sheet as plain text, a block of lines for its head and for each half. */
export function sheetText({ head, blocks }: Sheet): string[][] {
  return [
    [head.name, head.about].filter(Boolean),
    ...blocks.map(({ title, strip, groups }) => [
      title,
      ...strip.map(({ label, text, share }) => `${label}: ${text} (${share})`),
      ...groups.flatMap(({ lines }) => lines.map(lineText)),
    ]),
  ]
}

function lineText({ label, text, usual, toDate, judgement }: SheetLine): string {
  const notes = [
    judgement?.change,
    usual && (/^\D/.test(usual) ? usual : `usual ${usual}`),
    toDate && `month to date ${toDate}`,
  ]
  const said = notes.filter(Boolean).join(', ')
  return `${label}: ${text}${said ? ` (${said})` : ''}`
}
