import { parseCsv } from '@leaselight/files/testing'
import {
  defaultOrder,
  isRecordList,
  type Judgement,
  judgeTable,
  mainColumn,
  rowDimensions,
  sortRows,
  type TableModel,
  type TableRow,
  tiesOf,
} from '@leaselight/model'
import { expect } from 'vitest'
import type { Screen } from './workbooks'

/**
 * The lines of the PDF contain the screen's rows in the screen's order, in each of its parts, followed by the total. The
 * change of a row's main number is at the end of its line.
 */
export function expectPdf(lines: readonly string[], { report, state, result, table }: Screen): void {
  const names = rowDimensions(report, state).length || 1
  const isRecording = (key: string) => {
    const column = report.columns[key]
    return column?.kind === 'fact' && column.personalData === 'recording'
  }
  const places = table.columns.flatMap(({ key, optional }, index) =>
    index >= names && !optional && !isRecording(key) ? [index] : [],
  )
  const changes = changesOfRows({ report, state, result, table })
  const rows = [
    ...inScreenOrder({ report, state, result, table }).map(({ texts, depth, row }) => ({
      ...{ texts, depth, change: changes.get(row.key) },
    })),
    { ...table.total, depth: 0, change: undefined },
  ]
  const main = table.columns.findIndex(({ key }) => key === mainColumn(report, state))
  for (const columns of partsOf(lines, places, table)) {
    const find = rowFinder(lines)
    for (const { texts, depth, change } of rows) {
      const numbers = columns.map((index) => texts[index] ?? '')
      const beside = change && columns.includes(main) ? [change.change, change.words].filter(Boolean).join(', ') : ''
      const cells = [texts[depth] || texts[0] || '', ...numbers, beside]
      const said = `${report.key}: the PDF has no row "${cells.join(' | ')}" in its place`
      expect(find(cells), `${said}\n${lines.join('\n')}`).toBe(true)
    }
  }
}

/** A table's rows as its page shows them at first: each level by the column that sorts it, what is inside a row below it. */
function inScreenOrder({ report, state, table }: Screen): TableRow[] {
  const order = defaultOrder(report, state)
  const by = table.columns.findIndex(({ key }) => key === order?.column)
  const under = (parent: string | null, depth: number): TableRow[] => {
    const rows = table.rows.filter(({ row }) => row.parent === parent)
    const sorted = order?.levels[depth] ? sortRows(rows, by, 0, order.descending, tiesOf(table)) : rows
    return sorted.flatMap((one) => [one, ...(isRecordList(report) ? [] : under(one.row.key, depth + 1))])
  }
  return under(null, 0)
}

/** What the main number of each row changed by, where that is compared; a sheet leaves it out. */
function changesOfRows({ report, state, result, table }: Screen): Map<string, Judgement> {
  const main = table.columns.findIndex(({ key }) => key === mainColumn(report, state))
  if (report.sheet || table.columns[main]?.optional !== false) return new Map()
  const judged = judgeTable(report, result, state, table.columns)
  return new Map(
    result.rows.flatMap(({ key }): [string, Judgement][] => {
      const change = judged?.row(key)?.[main]
      return change && isCompared(change) ? [[key, change]] : []
    }),
  )
}

/** Why nothing is compared is said once, in a note. */
const isCompared = ({ state }: Judgement): boolean => state !== 'incomparable' && state !== 'settling'

/**
 * The change of every number is worth the same on the screen, below the CSV, and in the PDF, which tells it of each
 * number under the total, and of the main one in the rows. A sheet leaves it out.
 */
export function expectJudged(csv: Buffer, pdf: readonly string[], { report, state, result, table }: Screen): void {
  const judged = judgeTable(report, result, state, table.columns)
  const lines = parseCsv(csv)
  const terms = lines.slice(1 + lines.findIndex(([first, , , last]) => first === 'Column' && last !== undefined))
  const judgements = table.columns.map((_, index) => judged?.total[index] ?? null)
  expect(terms.slice(0, table.columns.length).map((term) => term[3])).toEqual(
    judgements.map((one) => (one ? [one.state, one.words, one.change].filter(Boolean).join(', ') : '')),
  )
  if (report.sheet) return
  const text = bare(pdf.join(''))
  const shown = (all: readonly (Judgement | null)[]) =>
    all.flatMap((one, index) => (one && table.columns[index]?.optional === false ? [one] : []))
  const inRows = changesOfRows({ report, state, result, table }).values()
  for (const { change, words } of [...shown(judgements), ...inRows])
    for (const part of [change, words]) expect(text, report.key).toContain(bare(part))
}

/** The columns side by side: all of them, or those of each part of a folded table, as its captions name them. */
function partsOf(lines: readonly string[], places: number[], { columns }: TableModel): number[][] {
  const captions = lines.flatMap((line) => /^(.*) to (.*) \(part \d+ of \d+\)/.exec(line)?.slice(1, 3) ?? [])
  if (captions.length === 0) return [places]
  const parts: number[][] = []
  for (let at = 0; at < captions.length; at += 2) {
    const ends = captions.slice(at, at + 2).map((label) => places.findIndex((place) => columns[place]?.label === label))
    parts.push(places.slice(ends[0], (ends[1] ?? 0) + 1))
  }
  expect(parts.flat(), 'The parts of a folded table hold every column once.').toEqual(places)
  return parts
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '')

/** Finds rows in a PDF's text in order; each uses whole lines, several where its text wraps. */
function rowFinder(lines: readonly string[]): (cells: readonly string[]) => boolean {
  const ends = new Set<number>([0])
  let text = ''
  for (const line of lines) {
    text += bare(line)
    ends.add(text.length)
  }
  let from = 0
  return (cells) => {
    const row = bare(cells.join(''))
    for (let at = text.indexOf(row, from); at >= 0; at = text.indexOf(row, at + 1)) {
      if (!ends.has(at) || !ends.has(at + row.length)) continue
      from = at + row.length
      return true
    }
    return false
  }
}
