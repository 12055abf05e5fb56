import type { TheirRecord, TheirTotal } from '@leaselight/model'
import { dateReader } from '../csv/dateFormat'
import { numberOf } from '../numbers'
import { meaningfulText } from '../texts'
import type { BoxscoreMapping, RecordField } from './mapping'
import type { BoxscoreTable } from './table'

/** What a file says, and what of it was left out. */
export interface BoxscoreContent {
  records: TheirRecord[]
  totals: TheirTotal[]
  /** The lines that the file has. */
  lines: string[]
  /** The properties that the file has. */
  propertyIds: number[]
  /** Rows left out, with the reason in a sentence, and how many there are. */
  leftOut: { says: string; rows: number }[]
}

/**
 * Reads a table with its mapping.
 * @param zoneOf the time zone of a property, or undefined for one that the reader does not see
 */
export function readBoxscore(
  table: BoxscoreTable,
  mapping: BoxscoreMapping,
  zoneOf: (propertyId: number) => string | undefined,
): BoxscoreContent {
  const place = new Map(table.columns.map((name, index) => [name, index]))
  const cellOf = (cells: readonly string[], column: string | null | undefined): string =>
    column === null || column === undefined ? '' : (cells[place.get(column) ?? -1] ?? '')
  const leftOut = new Map<string, number>()
  const leave = (says: string) => void leftOut.set(says, (leftOut.get(says) ?? 0) + 1)
  const records: TheirRecord[] = []
  const totals = new Map<string, TheirTotal>()
  const seen = new Set<number>()
  const readDay = dateReader(mapping.format ?? undefined)
  for (const { line: row, cells } of table.rows) {
    const named = cellOf(cells, mapping.property)
    if (isSumRow(named)) continue
    const propertyId = mapping.property === null ? mapping.only : mapping.communities[named]
    const zone = propertyId === null || propertyId === undefined ? undefined : zoneOf(propertyId)
    if (propertyId === null || propertyId === undefined || zone === undefined) {
      leave(named === '' ? 'Rows without a property.' : `“${named}” is none of your properties.`)
      continue
    }
    seen.add(propertyId)
    if (mapping.form === 'columns') {
      for (const [column, line] of Object.entries(mapping.lines))
        addTotal(totals, { line, propertyId }, cellOf(cells, column), leave)
      continue
    }
    const word = cellOf(cells, mapping.line)
    const line = mapping.line === null ? mapping.every : (mapping.lines[word] ?? null)
    if (line === null) {
      leave(word === '' ? 'Rows without a line.' : `“${word}” is no line that is compared.`)
      continue
    }
    if (mapping.form === 'rows') {
      addTotal(totals, { line, propertyId }, cellOf(cells, mapping.count), leave)
      continue
    }
    const of = (field: RecordField) => meaningfulText(cellOf(cells, mapping.fields[field]))
    const written = of('day')
    const moment = written === '' ? undefined : readDay?.(written, zone, 'date')
    if (written !== '' && !moment) {
      leave(`“${written.slice(0, 40)}” is not a date that can be read.`)
      continue
    }
    const name = of('name') || [of('first_name'), of('last_name')].filter((part) => part !== '').join(' ')
    records.push({
      ...{ row, line, propertyId, day: moment?.day ?? null, id: of('id'), name },
      ...{ email: of('email'), phone: of('phone'), unit: of('unit'), source: of('source') },
    })
  }
  const lines = mapping.every !== null && mapping.line === null ? [mapping.every] : Object.values(mapping.lines)
  return {
    records,
    totals: [...totals.values()],
    lines: [...new Set(lines)],
    propertyIds: [...seen],
    leftOut: [...leftOut].map(([says, rows]) => ({ says, rows })),
  }
}

/** The sums that reports put below their rows. */
const SUM_ROW = /^(grand )?(total|totals|sum|average|portfolio|all properties)\b/i

/** Whether a row is a sum below the others, by what stands in place of its property. */
export const isSumRow = (property: string): boolean => SUM_ROW.test(property)

function addTotal(
  totals: Map<string, TheirTotal>,
  { line, propertyId }: Omit<TheirTotal, 'count'>,
  cell: string,
  leave: (says: string) => void,
): void {
  const count = numberOf(cell)
  if (count === undefined || !Number.isInteger(count) || count < 0) {
    if (meaningfulText(cell) !== '') leave(`“${cell.slice(0, 40)}” is not a whole number.`)
    return
  }
  const key = `${line} ${propertyId}`
  totals.set(key, { line, propertyId, count: (totals.get(key)?.count ?? 0) + count })
}
