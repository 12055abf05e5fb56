import { InputError } from '@leaselight/model'
import { type Unzipped, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

/** A longer part of a workbook is not read: a small file can hold a huge one. */
const MAX_PART = 64 << 20
const MAX_PARTS = 2_000
/** The widest table. */
const MAX_COLUMNS = 200

/**
 * The rows of a workbook's first worksheet that has any, as text: numbers plain, dates as `2026-03-08 14:05:00`. Throws an
 * InputError for a file that is no workbook.
 */
export function readWorkbook(content: Uint8Array): string[][] {
  const parts = unzip(content)
  const names = Object.keys(parts)
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name))
    .sort((a, b) => numberIn(a) - numberIn(b) || a.localeCompare(b))
  if (names.length === 0) throw notWorkbook()
  const texts = readTexts(parts['xl/sharedStrings.xml'])
  const dates = readDateStyles(parts['xl/styles.xml'])
  const epoch1904 = /<workbookPr[^>]*date1904="(1|true)"/.test(textOf(parts['xl/workbook.xml']))
  for (const name of names) {
    const rows = readRows(parts[name], { texts, dates, epoch1904 })
    if (rows.some((row) => row.some((cell) => cell !== ''))) return rows
  }
  return []
}

const notWorkbook = () =>
  new InputError('This is not an Excel workbook. Save the file as .xlsx or .csv and choose it again.')
const numberIn = (name: string): number => Number(/(\d+)\.xml$/i.exec(name)?.[1] ?? 0)
const textOf = (part: Uint8Array | undefined): string => (part ? new TextDecoder().decode(part) : '')

function unzip(content: Uint8Array): Unzipped {
  let parts = 0
  let bytes = 0
  try {
    return unzipSync(content, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(worksheets\/[^/]+|sharedStrings|styles|workbook)\.xml$/i.test(name)) return false
        bytes += originalSize
        return ++parts <= MAX_PARTS && bytes <= MAX_PART
      },
    })
  } catch {
    throw notWorkbook()
  }
}

/** Calls back for each start, text and end of an XML part; a broken part ends as a sentence. */
function parse(
  part: Uint8Array | undefined,
  on: {
    open: (name: string, attributes: Record<string, string>) => void
    text?: (text: string) => void
    close?: (name: string) => void
  },
): void {
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw notWorkbook()
  })
  const plain = (name: string) => name.replace(/^.*:/, '')
  parser.on('opentag', ({ name, attributes }) => on.open(plain(name), attributes))
  parser.on('text', (text) => on.text?.(text))
  parser.on('closetag', ({ name }) => on.close?.(plain(name)))
  parser.write(textOf(part)).close()
}

/** The workbook's shared texts, without the readings that may stand above them. */
function readTexts(part: Uint8Array | undefined): string[] {
  const texts: string[] = []
  let current = ''
  let isText = false
  let isReading = false
  if (!part) return texts
  parse(part, {
    open: (name) => {
      if (name === 'si') current = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text: (text) => {
      if (isText) current += text
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name === 'si') texts.push(current)
    },
  })
  return texts
}

/** The built-in number formats of dates. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])

/** For each cell style whether it shows a date. */
function readDateStyles(part: Uint8Array | undefined): boolean[] {
  const styles: boolean[] = []
  const own = new Set<number>()
  let inCells = false
  if (!part) return styles
  parse(part, {
    open: (name, attributes) => {
      const id = Number(attributes.numFmtId)
      const code = (attributes.formatCode ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      if (name === 'numFmt' && /[dy]/i.test(code)) own.add(id)
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) styles.push(DATE_FORMATS.has(id) || own.has(id))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

interface Book {
  texts: readonly string[]
  dates: readonly boolean[]
  epoch1904: boolean
}

function readRows(part: Uint8Array | undefined, book: Book): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell: { column: number; type: string; style: number; text: string } | undefined
  let isValue = false
  parse(part, {
    open: (name, { r = '', t = '', s = '0' }) => {
      if (name === 'row') row = []
      if (name === 'c') cell = { column: columnOf(r) ?? row.length, type: t, style: Number(s), text: '' }
      isValue = name === 'v' || name === 't'
    },
    text: (text) => {
      if (cell && isValue) cell.text += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c' && cell && cell.column < MAX_COLUMNS) {
        while (row.length < cell.column) row.push('')
        row[cell.column] = cellText(cell, book)
      }
      if (name === 'row') rows.push(row)
    },
  })
  return rows
}

/** The place of `B7`: 1. */
function columnOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference)?.[1]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText({ type, style, text }: { type: string; style: number; text: string }, book: Book): string {
  if (type === 's') return book.texts[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'yes' : 'no'
  if (type === 'e') return ''
  const value = Number(text)
  if (type !== '' && type !== 'n') return text
  return book.dates[style] && text !== '' && Number.isFinite(value) ? dateText(value, book.epoch1904) : text
}

const DAY_MS = 86_400_000

/** A spreadsheet's day number as a date, with the time of day where it has one. */
function dateText(value: number, epoch1904: boolean): string {
  const days = value + (epoch1904 ? 1462 : 0)
  // To the second: day numbers are binary fractions.
  const at = new Date(Math.round((days - 25_569) * 86_400) * 1_000)
  if (Number.isNaN(at.getTime())) return ''
  const text = at.toISOString()
  return at.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
