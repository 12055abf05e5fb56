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
  type Spread,
  type Spreads,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Period } from '../records/definition'
import { isMissing, type KeyValue, keyLabel, rowKeySegment } from './rowKeys'
import { rolledUp, type ScanGroupings } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { hasSpread, spreadOf, spreadParts } from './spread'

/** One line of a scan's result: keys `k0`…, the day of a series, which of them are rolled up, and the numbers. */
export type ScanRow = Record<string, string | number | null> & { rolled: number }

/** The final numbers of both periods. */
export type Totals = Record<Period, Numbers>

/** What a statement's lines are, and the periods it read. */
export interface ScanAnswer {
  groupings: ScanGroupings
  periods: readonly Period[]
}

interface RowNumbers {
  keys: KeyValue[]
  current: Numbers
  prior: Numbers
  spreads: Record<Period, Record<string, Spread>>
}

/** Joins the results of all scans to counted numbers by row, total, and day. */
export class ResultBuilder {
  private readonly rows = new Map<string, RowNumbers>()
  private readonly names: Partial<Record<Dimension, ReadonlyMap<KeyValue, string>>>
  private readonly ranks: Partial<Record<Dimension, ReadonlyMap<KeyValue, number>>>
  private readonly days = new Map<string, RowNumbers>()
  private readonly completed = new Map<string, Totals>()
  private whole: Totals | null = null
  /** What is counted of a row, before it is: an object that gets its numbers one after another grows five times. */
  private readonly blank: Numbers
  /** Columns without a day, such as current states. */
  private readonly undatedColumns = new Set<string>()

  constructor(
    private readonly dimensions: readonly Dimension[],
    private readonly company: Pick<CompanyContext, 'properties' | 'agents' | 'campaigns' | 'today'>,
    private readonly columns: Columns,
  ) {
    this.blank = Object.fromEntries(
      Object.entries(columns).flatMap(([key, { kind }]) =>
        kind === 'count' || kind === 'measure' ? [[key, null]] : [],
      ),
    )
    const [property, agent, campaign] = [company.properties, company.agents, company.campaigns].map(indexOf)
    this.names = { property: property?.names, agent: agent?.names, campaign: campaign?.names }
    this.ranks = { property: property?.ranks, agent: agent?.ranks, campaign: campaign?.ranks }
  }

  /**
   * Adds one scan's result.
   * @param kept the groupings of its lines that are rows of this result
   * @param byDay the grouping of its lines that are days; null where it has none
   * @param periods the periods that its statement read
   */
  add(
    scan: ScanQuery,
    answer: readonly ScanRow[],
    { groupings, kept, byDay, periods }: ScanAnswer & { kept: readonly (readonly string[])[]; byDay: string[] | null },
  ): void {
    this.whole = null
    if (!byDay) for (const { column } of scan.measures) this.undatedColumns.add(column)
    const cells = scan.measures.flatMap(({ column, set }, index) =>
      periods.map((period) => {
        const name = `${period[0]}${index}`
        const { aggregate } = set.spec
        return { column, period, name, spread: hasSpread(aggregate) && { aggregate, parts: spreadParts(name) } }
      }),
    )
    const namesByLine = new Map(kept.map((names) => [rolledUp(groupings, names), names]))
    const dayLine = byDay && rolledUp(groupings, byDay)
    for (const line of answer) {
      const keys = namesByLine.get(line.rolled)?.map((name) => line[name] ?? '')
      if (!keys && line.rolled !== dayLine) continue
      const target = keys
        ? this.entry(this.rows, this.rowKey(keys), keys)
        : this.entry(this.days, String(line.series_day), [])
      for (const { column, period, name, spread } of cells) {
        const value = numeric(line[name])
        target[period][column] = value
        const found = spread && spreadOf(spread.aggregate, value, (part) => numeric(line[spread.parts[part]]))
        if (found) target.spreads[period][column] = found
      }
    }
  }

  /** Adds a row that may have no counts. */
  ensureRow(keys: KeyValue[]): void {
    this.entry(this.rows, this.rowKey(keys), keys)
  }

  /**
   * The rows of the requested depths in order, parents before their children, without rows whose counts are all zero.
   * @param whole the final totals that shares are computed from
   */
  buildRows(
    depths: readonly number[],
    expected: ReadonlySet<string>,
    whole: Totals,
  ): { rows: Row[]; priorRows: Row[] } {
    const kept = [...this.rows.entries()]
      .filter(
        ([name, row]) =>
          depths.includes(row.keys.length) && (expected.has(name) || counts(row.current) || counts(row.prior)),
      )
      .map(([name, row]) => ({ name, row }))
      .sort((a, b) => this.compare(a.row.keys, b.row.keys))
    const lines = kept.map(({ name, row: { keys, current, prior } }) => {
      const numbers: Totals = {
        current: completeCells(this.columns, current, whole.current),
        prior: completeCells(this.columns, prior, whole.prior),
      }
      this.completed.set(name, numbers)
      return { name, keys, numbers }
    })
    return {
      rows: lines.map(({ name, keys, numbers }) => this.row(name, keys, numbers.current)),
      priorRows: lines.map(({ name, keys, numbers }) => this.row(name, keys, numbers.prior)),
    }
  }

  /** The numbers of a row that was built, by column. */
  numbers(key: string): Totals {
    return this.completed.get(key) ?? { current: {}, prior: {} }
  }

  /** The totals of all that was added so far. */
  totals(): Totals {
    const row = this.rows.get('')
    this.whole ??= {
      current: completeCells(this.columns, row?.current ?? {}),
      prior: completeCells(this.columns, row?.prior ?? {}),
    }
    return this.whole
  }

  /** How far chance moves the measured numbers of a row, by column; of the total under `''`. */
  spreads(key: string): Readonly<Record<Period, Spreads>> {
    return this.rows.get(key)?.spreads ?? { current: {}, prior: {} }
  }

  /** The same for the current period's numbers of one day. */
  spreadsOn(day: Day): Spreads {
    return this.days.get(day)?.spreads.current ?? {}
  }

  /**
   * The numbers by day; shares of a day refer to the period's total. A day after `until` on which nothing was
   * counted has no numbers: it isn't zero, its records are yet to come.
   * @param days how many days a point has, up to its own
   */
  series(range: DayRange, period: Period, until: Day, days = 1): SeriesPoint[] {
    const total = this.totals()[period]
    // A column that uses a number without a value on any day has none either. Columns come before those that use them.
    for (const [key, column] of Object.entries(this.columns))
      if ('of' in column && column.of.some((part) => this.undatedColumns.has(part))) this.undatedColumns.add(key)
    const points = eachDay(range).filter((_, index) => (index + 1) % days === 0)
    return points.map((day) => {
      const counted = this.days.get(day)?.[period]
      const numbers = completeCells(this.columns, counted ?? {}, total)
      const isOpen = day > until && !(counted && counts(counted))
      if (isOpen) for (const key in numbers) numbers[key] = null
      else for (const key of this.undatedColumns) numbers[key] = null
      return { ...numbers, day }
    })
  }

  rowKey(keys: readonly KeyValue[]): string {
    return keys.map((value, index) => rowKeySegment(this.dimensionAt(index), value)).join('/')
  }

  private entry(map: Map<string, RowNumbers>, name: string, keys: KeyValue[]): RowNumbers {
    const known = map.get(name)
    if (known) return known
    const made: RowNumbers = {
      keys,
      current: { ...this.blank },
      prior: { ...this.blank },
      spreads: { current: {}, prior: {} },
    }
    map.set(name, made)
    return made
  }

  private row(name: string, keys: readonly KeyValue[], numbers: Numbers): Row {
    const names: Record<string, KeyValue | null> = {}
    keys.forEach((value, index) => {
      const key = this.dimensionAt(index)
      const { field, nameField } = dimension(key)
      names[field] = isMissing(key, value) ? null : value
      names[nameField] = this.label(key, value)
    })
    const parent = keys.length > 1 ? this.rowKey(keys.slice(0, -1)) : null
    // As a literal: an object to which a dozen columns are added is a hash table, and is written and read twice as slowly.
    return { key: name, depth: keys.length - 1, parent, ...names, ...numbers }
  }

  private label(key: Dimension, value: KeyValue): string {
    const names = this.names[key]
    return names ? (names.get(value) ?? dimension(key).missingLabel) : keyLabel(key, value, this.company.today)
  }

  /** Missing values last; by the list's order if there is one, else by name, then by key. */
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
      const [first, second] = [this.ranks[key]?.get(left), this.ranks[key]?.get(right)]
      if (first !== undefined && second !== undefined) return first - second
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

interface Named {
  id: number
  name: string
}

interface NameIndex {
  names: ReadonlyMap<KeyValue, string>
  /** The place of each when sorted by name: comparing a thousand names takes longer than most statements. */
  ranks: ReadonlyMap<KeyValue, number>
}

/** A company's lists stay the same between two imports. */
const indexes = new WeakMap<readonly Named[], NameIndex>()

function indexOf(list: readonly Named[]): NameIndex {
  const known = indexes.get(list)
  if (known) return known
  const sorted = list.toSorted((a, b) => compareNames(a.name, b.name) || a.id - b.id)
  const made: NameIndex = {
    names: new Map(list.map(({ id, name }) => [id, name])),
    ranks: new Map(sorted.map(({ id }, rank) => [id, rank])),
  }
  indexes.set(list, made)
  return made
}

function counts(numbers: Numbers): boolean {
  for (const key in numbers) if (numbers[key]) return true
  return false
}

const numeric = (value: string | number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
