import { toSnake } from '../format/names'
import type { Cell } from '../format/values'
import { type ChartSpec, chartColumns } from './chartSpec'
import type { ColumnGroups } from './columnGroups'
import type { Columns } from './columns'
import type { Dimension, dimensions } from './dimensions'
import type { Row } from './result'

/**
 * The names of a report's columns: `ColumnName<typeof activity>`. Code typed with it fails to compile after a column is
 * renamed.
 */
export type ColumnName<D extends { columns: object } = { columns: Columns }> = keyof D['columns'] & string

/** The numbers of a report's total for its own page: `const { visits }: TotalOf<typeof activity> = result.total`. */
export type TotalOf<D extends { columns: object }> = Readonly<Partial<Record<ColumnName<D>, number | null>>>

type DimensionField = (typeof dimensions)[Dimension]['field' | 'nameField']

/** A row of a report for its own page: the report's columns and the fields of its dimensions. */
export type RowOf<D extends { columns: object }> = Readonly<
  Pick<Row, 'key' | 'depth' | 'parent'> & Partial<Record<ColumnName<D> | DimensionField | 'timeZone', Cell>>
>

/** Where a definition refers to its columns by name. */
interface NamedColumns {
  key: string
  columns: Columns
  columnGroups?: ColumnGroups
  tiles: readonly string[]
  charts: readonly ChartSpec[]
  shareOf?: { columns: readonly string[]; whole: string }
  explains?: { columns: readonly string[] }
  fallback?: Readonly<Record<string, { tiles?: readonly string[]; charts?: readonly ChartSpec[] } | undefined>>
  metadata?: Readonly<Record<string, { kind: string; reads?: readonly string[] }>>
}

/**
 * The column for a name from outside: its current or a former name, in either spelling (`totalCalls`, `total_calls`).
 * Undefined when the report has none.
 */
export function columnByName({ columns }: Pick<NamedColumns, 'columns'>, name: string): string | undefined {
  const keys = Object.keys(columns)
  const isName = (known: string) => known === name || toSnake(known) === name
  return keys.find(isName) ?? keys.find((key) => columns[key]?.formerNames?.some(isName))
}

/**
 * Throws an Error that lists every place where a definition names a column that it doesn't have, and every former name
 * in use.
 */
export function checkColumnNames(definition: NamedColumns): void {
  const problems = [...missingColumns(definition), ...ambiguousNames(definition.columns)]
  if (problems.length > 0) throw new Error(`Report ${definition.key}: ${problems.join('; ')}.`)
}

function missingColumns({ columns, tiles, charts, ...definition }: NamedColumns): string[] {
  const fallbacks = Object.values(definition.fallback ?? {})
  const built = Object.entries(columns).flatMap(([name, column]) => {
    const parts = 'of' in column ? column.of : 'idsOf' in column && column.idsOf ? [column.idsOf] : []
    return [...parts].map((part) => [`column "${name}"`, part] as const)
  })
  const named: (readonly [place: string, column: string])[] = [
    ...tiles.map((name) => ['tiles', name] as const),
    ...Object.keys(definition.columnGroups ?? {}).map((name) => ['columnGroups', name] as const),
    ...charts.flatMap((spec) => chartColumns(spec).map((name) => [`chart ${spec.kind}`, name] as const)),
    ...fallbacks.flatMap((form) => (form?.tiles ?? []).map((name) => ['fallback tiles', name] as const)),
    ...fallbacks
      .flatMap((form) => (form?.charts ?? []).flatMap(chartColumns))
      .map((name) => ['fallback charts', name] as const),
    ...(definition.shareOf ? [...definition.shareOf.columns, definition.shareOf.whole] : []).map(
      (name) => ['shareOf', name] as const,
    ),
    ...(definition.explains?.columns ?? []).map((name) => ['explains', name] as const),
    ...Object.entries(definition.metadata ?? {}).flatMap(([name, { reads = [] }]) =>
      reads.map((column) => [`metadata "${name}"`, column] as const),
    ),
    ...built,
  ]
  return named
    .filter(([, name]) => !(name in columns))
    .map(([place, name]) => `there is no column "${name}", which ${place} names`)
}

function ambiguousNames(columns: Columns): string[] {
  const used = new Map(Object.keys(columns).map((key) => [toSnake(key), key]))
  return Object.entries(columns).flatMap(([key, { formerNames = [] }]) =>
    formerNames.flatMap((name) => {
      const other = used.get(toSnake(name))
      used.set(toSnake(name), key)
      return other === undefined ? [] : [`the former name "${name}" of "${key}" is a name of "${other}"`]
    }),
  )
}
