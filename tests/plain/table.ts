/** Builds rows, totals, and lists from matches: each match is one record counted by one number. */

export type Numbers = Record<string, number | null>

/** A match's row: one key per dimension, outermost first. */
export interface RowKeyPart {
  key: string
  /** The sort key of rows; missing ones come last. */
  order: [missing: boolean, name: string | number, tie: string | number]
  fields: Record<string, string | number | null>
}

export interface RowMatch {
  column: string
  period: 'current' | 'prior'
  path: RowKeyPart[]
  /** The match's day in the daily series. */
  day: string
  id: number
}

export interface PlainRow {
  key: string
  depth: number
  parent: string | null
  [field: string]: string | number | null
}

export interface PlainAnswer {
  rows: PlainRow[]
  priorRows: PlainRow[]
  total: Numbers
  priorTotal: Numbers
  series: Record<string, string | number | null>[]
  priorSeries: Record<string, string | number | null>[]
  matches: RowMatch[]
}

export interface Tabulation {
  matches: RowMatch[]
  /** The counted columns, and those computed from them. */
  counts: readonly string[]
  /** The columns that count each id once. */
  distinct?: readonly string[]
  finish: (counted: Record<string, number>, path: readonly RowKeyPart[]) => Numbers
  /** Rows that exist even without counts. */
  alwaysPresent: RowKeyPart[][]
  days: string[]
  priorDays: string[]
}

/** Counts matches by row, in total, and by day. */
export function tabulate(input: Tabulation): PlainAnswer {
  const { matches, finish, days, priorDays } = input
  const paths = new Map<string, RowKeyPart[]>()
  for (const path of [
    ...input.alwaysPresent,
    ...matches.flatMap((hit) => hit.path.map((_, depth) => hit.path.slice(0, depth + 1))),
  ])
    paths.set(nameOf(path), path)
  const ordered = [...paths.values()].sort(compare)
  const under = (path: readonly RowKeyPart[]) => (hit: RowMatch) =>
    path.every((place, index) => hit.path[index]?.key === place.key)
  const numbers = (
    period: RowMatch['period'],
    path: readonly RowKeyPart[],
    test: (hit: RowMatch) => boolean = () => true,
  ): Numbers => {
    const found = matches.filter((hit) => hit.period === period && under(path)(hit) && test(hit))
    const countOf = (column: string) => {
      const ids = found.filter((hit) => hit.column === column).map(({ id }) => id)
      return input.distinct?.includes(column) ? new Set(ids).size : ids.length
    }
    return finish(Object.fromEntries(input.counts.map((column) => [column, countOf(column)])), path)
  }
  const rows = (period: RowMatch['period']): PlainRow[] =>
    ordered.map((path) => ({
      ...Object.assign({}, ...path.map((place) => place.fields)),
      ...numbers(period, path),
      key: nameOf(path),
      depth: path.length - 1,
      parent: path.length > 1 ? nameOf(path.slice(0, -1)) : null,
    }))
  const series = (period: RowMatch['period'], list: string[]) =>
    list.map((day) => {
      const cells = numbers(period, [], (hit) => hit.day === day)
      return { ...cells, day }
    })
  return {
    rows: rows('current'),
    priorRows: rows('prior'),
    total: numbers('current', []),
    priorTotal: numbers('prior', []),
    series: series('current', days),
    priorSeries: series('prior', priorDays),
    matches,
  }
}

/** The same answer without numbers on the days after `known` on which nothing was counted: they are yet to come. */
export function openAfter(answer: PlainAnswer, known: string): PlainAnswer {
  const open = (period: RowMatch['period'], series: PlainAnswer['series']) =>
    series.map((point) => {
      const isOpen =
        String(point.day) > known && !answer.matches.some((hit) => hit.period === period && hit.day === point.day)
      return isOpen
        ? { ...Object.fromEntries(Object.keys(point).map((key) => [key, null])), day: String(point.day) }
        : point
    })
  return { ...answer, series: open('current', answer.series), priorSeries: open('prior', answer.priorSeries) }
}

/** The ids behind a number, each once; a sum opens the lists of all its parts. */
export function idsBehind(
  answer: PlainAnswer,
  columns: readonly string[],
  period: RowMatch['period'],
  row: string,
): number[] {
  const found = answer.matches.filter(
    (hit) =>
      columns.includes(hit.column) &&
      hit.period === period &&
      (row === '' || nameOf(hit.path) === row || nameOf(hit.path).startsWith(`${row}/`)),
  )
  // Records of two columns may have the same id.
  const once = new Map(found.map(({ column, id }) => [`${column} ${id}`, id]))
  return [...once.values()].sort((a, b) => a - b)
}

/** a ÷ b; null when b is 0. */
export const ratioOf = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined || !b ? null : a / b

const nameOf = (path: readonly RowKeyPart[]): string => path.map((place) => place.key).join('/')

function compare(a: readonly RowKeyPart[], b: readonly RowKeyPart[]): number {
  for (let depth = 0; depth < Math.max(a.length, b.length); depth++) {
    const [left, right] = [a[depth], b[depth]]
    if (!left) return -1
    if (!right) return 1
    for (let part = 0; part < 3; part++) {
      const [one, other] = [left.order[part] ?? 0, right.order[part] ?? 0]
      if (one !== other) return one < other ? -1 : 1
    }
  }
  return 0
}

/** Order of names: trimmed, ignoring case. The companies' names contain nothing that sorts differently by language. */
export const sortable = (name: string): string => name.trim().toLowerCase()
