import { MIN_COUNT } from '../judgement/evidence'
import type { Columns } from './columns'

/** A variant of the report: with these options of its own switches, and every level of its rows. */
export interface ChartVariant {
  switches: Readonly<Record<string, string>>
  /** The last weeks instead of the report's period, each counted as a whole. */
  points?: 'weeks'
}

/** How many weeks `byWeek` draws. */
export const TREND_WEEKS = 8

interface ChartBase {
  /** The variant whose result the chart uses, when it isn't the current one. */
  variant?: ChartVariant
  /** Fewer cases than these in a total say nothing as a picture. */
  least?: { column: string; cases: number }
}

/** The chart that illustrates a report's question; the charts package prepares and draws it. */
export type ChartSpec = ChartBase &
  (
    | /** Columns over the days of the period, with the prior period and what is usual behind. */ {
        kind: 'trend'
        columns: readonly string[]
      }
    /** Rows ranked by a column, the first of them; with `beside` a second column for comparison. */
    | { kind: 'bars'; column: string; beside?: string; limit?: number }
    /** Columns stacked for each row, as parts of a whole; `line` is a ratio drawn over shares. */
    | { kind: 'stack'; columns: readonly string[]; limit?: number; share?: boolean; line?: string }
    /** Consecutive stages, in total, each with its share of the previous one and the prior period. */
    | { kind: 'funnel'; columns: readonly string[] }
    /** How a whole is divided into consecutive classes, in total, beside the prior period. */
    | { kind: 'distribution'; columns: readonly string[]; title?: string }
    /** Shares of groups of people, in total, beside each other at each stage: the columns of each group by its name. */
    | { kind: 'compare'; title: string; stages: readonly string[]; groups: Readonly<Record<string, readonly string[]>> }
    /** A column by weekday and hour; its rows are weekdays that expand to hours. */
    | { kind: 'heatMap'; column: string }
    /** A dot for each row: one column upwards against another to the right, as large as a third. */
    | { kind: 'dots'; up: string; right: string; size: string }
    /** A dot for each row along one column, such as a wait, with the median of the rows; `opens` is what a dot opens. */
    | { kind: 'strip'; column: string; opens: string }
    /**
     * A share of each row, in their order, between its limits, with other shares as thin lines; its rows are days, from
     * the day of the report on.
     */
    | { kind: 'outlook'; column: string; low: string; high: string; beside: readonly string[]; daysAhead: number }
  )

export const trend = (...columns: string[]): ChartSpec => ({ kind: 'trend', columns })
/** `byWeek('median')`: a column over the last eight weeks up to the report's last day, beside what its period shows. */
export const byWeek = (column: string): ChartSpec => ({
  kind: 'trend',
  columns: [column],
  variant: { switches: {}, points: 'weeks' },
})
/** Whether a chart is of whole weeks instead of the report's period. */
export const isByWeek = ({ variant }: ChartSpec): boolean => variant?.points === 'weeks'
export const bars = (column: string, limit = 10, beside?: string): ChartSpec => ({
  kind: 'bars',
  column,
  limit,
  ...(beside && { beside }),
})
export const stack = (
  columns: readonly string[],
  options: { limit?: number; share?: boolean; line?: string } = {},
): ChartSpec => ({ kind: 'stack', columns, ...options })
export const funnel = (...columns: string[]): ChartSpec => ({ kind: 'funnel', columns })
export const distribution = (...columns: string[]): ChartSpec => ({ kind: 'distribution', columns })
/** `classes('Visitors by age', 'under35', …)`: a distribution under a title of its own, of classes without better or worse. */
export const classes = (title: string, ...columns: string[]): ChartSpec => ({ kind: 'distribution', columns, title })
/** `compare('How far they got', ['Visited', 'Leased'], { 'With AI': ['aiVisits', 'aiLeases'], 'Without AI': […] })` */
export const compare = (
  title: string,
  stages: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): ChartSpec => ({ kind: 'compare', title, stages, groups })
/** A chart of the report with these options of its switches: `withSwitches({ by: 'age' }, stack([…]))`. */
export const withSwitches = (switches: ChartVariant['switches'], spec: ChartSpec): ChartSpec => ({
  ...spec,
  variant: { switches },
})
/** `heatMap('missed', { by: 'hour' })`: the switches with which the report's rows are weekdays that expand to hours. */
export const heatMap = (column: string, switches: ChartVariant['switches']): ChartSpec => ({
  kind: 'heatMap',
  column,
  variant: { switches },
})
/** `outlook('expected', ['low', 'high'], ['target'], 120, { by: 'day' })`: the switches with which the report's rows are days. */
export const outlook = (
  column: string,
  [low, high]: readonly [low: string, high: string],
  beside: readonly string[],
  daysAhead: number,
  switches: ChartVariant['switches'],
): ChartSpec => ({ kind: 'outlook', column, low, high, beside, daysAhead, variant: { switches } })

export const strip = (column: string, opens: string): ChartSpec => ({ kind: 'strip', column, opens })

export const dots = (up: string, right: string, size: string): ChartSpec => ({ kind: 'dots', up, right, size })

/** A chart that is drawn from so many cases of a column on: `atLeast(30, 'genderKnown', stack(…))`. */
export const atLeast = (cases: number, column: string, spec: ChartSpec): ChartSpec => ({
  ...spec,
  least: { column, cases },
})

/** Fewer dots than these are read in the table at a glance. */
const LEAST_ON_STRIP = 3

/**
 * The rows that have a dot on a strip: hours and channels have none, since they have an order or are too few. Where every
 * row is of too few cases to be compared, there is none: where each is, is chance.
 */
export function rowsOnStrip<R extends Readonly<Record<string, unknown>>>(
  { column, opens }: Extract<ChartSpec, { kind: 'strip' }>,
  dimension: string | undefined,
  rows: readonly R[],
): R[] {
  if (dimension !== 'property' && dimension !== 'agent') return []
  const placed = rows.filter((row) => row.depth === 0 && typeof row[column] === 'number' && Boolean(row[opens]))
  const isComparable = placed.some((row) => Number(row[opens]) >= MIN_COUNT)
  return placed.length < LEAST_ON_STRIP || !isComparable ? [] : placed
}

/** Why a chart isn't drawn though there are numbers: its cases are too few. Null where they aren't. */
export function tooFewToDraw(
  { least }: ChartSpec,
  columns: Readonly<Record<string, { label: string }>>,
  total: Readonly<Record<string, number | null>>,
): string | null {
  const cases = least && (total[least.column] ?? 0)
  if (!least || cases === undefined || cases >= least.cases) return null
  return `${columns[least.column]?.label}: ${cases.toLocaleString('en-US')}. A picture needs at least ${least.cases}.`
}

/** Every column that a chart uses. */
export const chartColumns = (spec: ChartSpec): string[] => [
  ...drawnColumns(spec),
  ...(spec.least ? [spec.least.column] : []),
]

/** The columns whose change in total a chart's title may tell; the page's answer tells of the same. */
export function titleColumns(spec: ChartSpec, columns: Columns): readonly string[] {
  // A chart of other rows, or of weeks, isn't of the totals that were judged.
  if (spec.variant) return []
  switch (spec.kind) {
    case 'trend':
      return spec.columns
    case 'funnel':
      return spec.columns.slice(-1)
    case 'stack':
      return spec.line === undefined ? [] : [spec.line]
    case 'distribution':
      return spec.title !== undefined
        ? []
        : Object.keys(columns)
            .filter((key) => isShareOf(columns[key], spec.columns[0]))
            .slice(0, 1)
    default:
      return []
  }
}

const isShareOf = (column: Columns[string] | undefined, part: string | undefined): boolean =>
  column?.kind === 'ratio' && column.format === 'percent' && column.of[0] === part

function drawnColumns(spec: ChartSpec): string[] {
  switch (spec.kind) {
    case 'bars':
      return [spec.column, ...(spec.beside ? [spec.beside] : [])]
    case 'heatMap':
      return [spec.column]
    case 'compare':
      return Object.values(spec.groups).flat()
    case 'dots':
      return [spec.up, spec.right, spec.size]
    case 'strip':
      return [spec.column, spec.opens]
    case 'outlook':
      return [spec.column, spec.low, spec.high, ...spec.beside]
    case 'stack':
      return [...spec.columns, ...(spec.line ? [spec.line] : [])]
    default:
      return [...spec.columns]
  }
}

/** The columns that a report draws as lines over the days of its period, or over its last weeks. */
export const columnsOfLines = ({ charts }: { charts: readonly ChartSpec[] }): string[] => [
  ...new Set(
    charts.flatMap((chart) => (chart.kind === 'trend' && (!chart.variant || isByWeek(chart)) ? chart.columns : [])),
  ),
]

/** The state that a chart needs: the current one, or that of the chart's own variant. */
export function chartState<S extends { switches: Record<string, string> }>({ variant }: ChartSpec, state: S): S {
  return variant ? { ...state, switches: { ...state.switches, ...variant.switches } } : state
}

/** A chart's name within its report. It stays while the chart shows the same, so that it can be stored. */
export const chartKey = (spec: ChartSpec): string =>
  [
    spec.kind,
    drawnColumns(spec).join(','),
    ...Object.entries(spec.variant?.switches ?? {}).map(([name, option]) => `${name}=${option}`),
    ...(spec.variant?.points ? [spec.variant.points] : []),
  ].join(':')
