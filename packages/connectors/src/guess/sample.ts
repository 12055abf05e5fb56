import { limitText, type Rejection, toRejection } from '@leaselight/facts'
import type { CsvMapping } from '../csv/mapping'
import { readRows } from '../csv/read'
import { translateCsv } from '../csv/translate'
import type { ReferenceData } from '../referenceData'
import type { TableSample } from './table'

/** How much of a file is looked at. */
export const SAMPLE_BYTES = 256 * 1024
/** How many records, and how many rejections, a preview has. */
const PREVIEW = 5

/** Reads the start of a table. Of a longer file the last row, which may be cut, is left out. */
export async function readSample(start: Uint8Array): Promise<TableSample> {
  const rows: string[][] = []
  const form = { delimiter: undefined, encoding: undefined }
  for await (const chunk of readRows(once(start), form, () => undefined))
    for (const { cells, unreadable } of chunk) if (!unreadable) rows.push(cells)
  const [columns = [], ...rest] = rows
  return { columns: columns.map((name) => limitText(name)), rows: isCut(start) ? rest.slice(0, -1) : rest }
}

/** The first rows as a mapping reads them, and what it can't read. */
export interface TablePreview {
  rows: { line: number; record: object }[]
  rejections: Rejection[]
  /** How many rows of the sample were read, and how many of them are rejected. */
  read: number
  rejected: number
}

/** Reads the start of a table with a mapping. Throws an InputError when the mapping doesn't fit its columns. */
export async function previewTable(
  start: Uint8Array,
  mapping: CsvMapping,
  reference: ReferenceData,
): Promise<TablePreview> {
  const rows: TablePreview['rows'] = []
  const rejections: Rejection[] = []
  let lastLine = 0
  const { read } = await translateCsv(once(start), mapping, {
    reference,
    sink: {
      record: (_entity, line, record) => {
        lastLine = Math.max(lastLine, line)
        if (rows.length < PREVIEW) rows.push({ line, record })
      },
      reject: (rejection) => rejections.push(toRejection(rejection)),
      note: () => undefined,
      unused: () => undefined,
    },
    pause: async () => undefined,
  })
  // A row that the sample cuts off says nothing about the file.
  const last = rejections.at(-1)
  const isCutOff = isCut(start) && last !== undefined && last.line > lastLine
  const rejected = (read.rows?.refused ?? 0) - (isCutOff ? 1 : 0)
  if (isCutOff) rejections.pop()
  return { rows, rejections: rejections.slice(0, PREVIEW), read: read.rows?.read ?? 0, rejected }
}

const isCut = (start: Uint8Array): boolean => start.length >= SAMPLE_BYTES

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
