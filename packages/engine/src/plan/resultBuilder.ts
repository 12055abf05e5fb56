import {
  type Columns,
  compareNames,
  completeCells,
  type Day,
  type DayRange,
  type Dimension,
  dimension,
  eachDay,
  type Numbers,
  type Row,
  type SeriesPoint,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { isMissing, type KeyValue, keyLabel, rowKeySegment } from '../records/dimensions'
import type { ScanQuery } from './scans'

/** One line of a scan's answer: keys `k0`…, the day of a series, which of them are rolled up, and the numbers. */
export type ScanRow = Record<string, string | number | null> & { rolled: number }

interface RowNumbers {
  keys: KeyValue[]
  current: Numbers
  prior: Numbers
}

/** Counted numbers by row, total and day, joined from the answers of all scans. */
export class ResultBuilder {
  private readonly rows = new Map<string, RowNumbers>()
  private readonly names: Partial<Record<Dimension, Map<KeyValue, string>>>
  private readonly days = new Map<string, RowNumbers>()
  /** Columns that stand on no day, such as how things are now. */
  private readonly undatedColumns = new Set<string>()

  constructor(
    private readonly dimensions: readonly Dimension[],
    directory: Pick<CompanyContext, 'properties' | 'agents' | 'campaigns'>,
    private readonly columns: Columns,
  ) {
    const names = (list: readonly { id: number; name: string }[]) =>
      new Map<KeyValue, string>(list.map(({ id, name }) => [id, name]))
    this.names = {
      property: names(directory.properties),
      agent: names(directory.agents),
      campaign: names(directory.campaigns),
    }
  }

  /** Takes in one scan's answer; `depth` is how many keys its statement has, `byDay` whether it answers days too. */
  add(scan: ScanQuery, answer: readonly ScanRow[], depth: number, byDay: boolean): void {
    if (!byDay) for (const { column } of scan.measures) this.undatedColumns.add(column)
    for (const line of answer) {
      const isDay = byDay && (line.rolled & 1) === 0
      const keys = isDay ? [] : this.keysOf(line, depth, byDay)
      const target = isDay ? entry(this.days, String(line.series_day), []) : entry(this.rows, this.rowKey(keys), keys)
      scan.measures.forEach(({ column }, index) => {
        target.current[column] = numeric(line[`c${index}`])
        target.prior[column] = numeric(line[`p${index}`])
      })
    }
  }

  /** Makes sure a row is there even when nothing was counted in it. */
  ensureRow(keys: KeyValue[]): void {
    entry(this.rows, this.rowKey(keys), keys)
  }

  /** The rows of the given depths in their order, parents before their children, without those that count nothing. */
  buildRows(depths: readonly number[], expected: ReadonlySet<string>): { rows: Row[]; priorRows: Row[] } {
    const kept = [...this.rows.entries()]
      .filter(
        ([name, row]) =>
          depths.includes(row.keys.length) && (expected.has(name) || counts(row.current) || counts(row.prior)),
      )
      .map(([name, row]) => ({ name, row }))
      .sort((a, b) => this.compare(a.row.keys, b.row.keys))
    return {
      rows: kept.map(({ name, row }) => this.row(name, row.keys, row.current)),
      priorRows: kept.map(({ name, row }) => this.row(name, row.keys, row.prior)),
    }
  }

  total(): { current: Numbers; prior: Numbers } {
    const row = this.rows.get('')
    return {
      current: completeCells(this.columns, row?.current ?? {}),
      prior: completeCells(this.columns, row?.prior ?? {}),
    }
  }

  /** Day by day. After `until` a day of which nothing is known has no numbers, since it is still to come. */
  series(range: DayRange, period: 'current' | 'prior', until: Day): SeriesPoint[] {
    // What builds on a number that no day has, has none either; parts stand before what builds on them.
    for (const [key, column] of Object.entries(this.columns))
      if ('of' in column && column.of.some((part) => this.undatedColumns.has(part))) this.undatedColumns.add(key)
    const unknown = Object.fromEntries([...this.undatedColumns].map((key) => [key, null]))
    return eachDay(range).map((day) => {
      const counted = this.days.get(day)?.[period]
      const numbers = completeCells(this.columns, counted ?? {})
      const isOpen = day > until && !(counted && counts(counted))
      const cells = isOpen
        ? Object.fromEntries(Object.keys(numbers).map((key) => [key, null]))
        : { ...numbers, ...unknown }
      return { ...cells, day }
    })
  }

  rowKey(keys: readonly KeyValue[]): string {
    return keys.map((value, index) => rowKeySegment(this.dimensionAt(index), value)).join('/')
  }

  private keysOf(line: ScanRow, depth: number, byDay: boolean): KeyValue[] {
    const bits = byDay ? line.rolled >> 1 : line.rolled
    const keys: KeyValue[] = []
    for (let index = 0; index < depth; index++) {
      if ((bits >> (depth - 1 - index)) & 1) break
      keys.push(line[`k${index}`] ?? '')
    }
    return keys
  }

  private row(name: string, keys: readonly KeyValue[], counted: Numbers): Row {
    const row: Row = { key: name, depth: keys.length - 1, parent: null }
    keys.forEach((value, index) => {
      const key = this.dimensionAt(index)
      const { field, nameField } = dimension(key)
      row[field] = isMissing(key, value) ? null : value
      row[nameField] = this.label(key, value)
    })
    if (keys.length > 1) row.parent = this.rowKey(keys.slice(0, -1))
    return Object.assign(row, completeCells(this.columns, counted))
  }

  private label(key: Dimension, value: KeyValue): string {
    const names = this.names[key]
    return names ? (names.get(value) ?? dimension(key).missingLabel) : keyLabel(key, value)
  }

  /** Missing rows last; by the list's order where there is one, else by name, then by key. */
  private compare(a: readonly KeyValue[], b: readonly KeyValue[]): number {
    for (let index = 0; index < Math.max(a.length, b.length); index++) {
      const [left, right] = [a[index], b[index]]
      if (left === undefined) return -1
      if (right === undefined) return 1
      if (left === right) continue
      const key = this.dimensionAt(index)
      const missing = Number(isMissing(key, left)) - Number(isMissing(key, right))
      if (missing !== 0) return missing
      const { order, sortByKey } = dimension(key)
      if (order) return order.indexOf(String(left)) - order.indexOf(String(right))
      if (sortByKey) return Number(left) - Number(right) || (left < right ? -1 : 1)
      return compareNames(this.label(key, left), this.label(key, right)) || (left < right ? -1 : 1)
    }
    return 0
  }

  private dimensionAt(index: number): Dimension {
    const key = this.dimensions[index]
    if (!key) throw new Error('A row has more keys than its report has dimensions.')
    return key
  }
}

const counts = (numbers: Numbers): boolean => Object.values(numbers).some((value) => value !== null && value !== 0)

const numeric = (value: string | number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

function entry(map: Map<string, RowNumbers>, name: string, keys: KeyValue[]): RowNumbers {
  const known = map.get(name)
  if (known) return known
  const made: RowNumbers = { keys, current: {}, prior: {} }
  map.set(name, made)
  return made
}
