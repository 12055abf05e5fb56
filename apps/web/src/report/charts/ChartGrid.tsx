import type { ChartModel, PrepareChart } from '@leaselight/charts'
import {
  type ChartSpec,
  chartState,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  resultOfRows,
  tooFewToDraw,
} from '@leaselight/model'
import type { ReportViewProps } from '@leaselight/reports/views'
import { ChartCard, prefetchDrawing } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { PinChart } from '../../myPage/PinButton'
import { useNotedResult } from '../../timelineNotes/useNotedResult'
import { type ReportPart, reportQuery } from '../queries'
import classes from '../report.module.css'
import { markYoursOnStrip } from '../table/yours'
import { isNarrow } from './isNarrow'
import { phoneHeightOf } from './phoneHeight'

export interface ChartsProps {
  report: ReportDefinition
  state: ReportState
  result: ReportResult | undefined
  /** How many a day the period's goals need, by column. */
  goals?: Readonly<Record<string, number>> | undefined
  stale: boolean
  /** The rows that a search in the table found, by key; null without a search. */
  found?: ReadonlySet<string> | null
  /** Those of its charts that are drawn here. */
  charts: readonly ChartSpec[]
  /** The one chart beside the report's numbers, as high as they are. */
  beside?: boolean
  /** Each can be pinned. */
  pinnable?: boolean
  /** Opens the records behind a mark, in the state of its chart; without it the charts only show. */
  onPick?: ReportViewProps['onPick']
}

/** Some of a report's charts, in two columns where there is room. */
export function ChartGrid({ charts, beside = false, ...shown }: ChartsProps & { prepare: PrepareChart }) {
  useEffect(() => prefetchDrawing(charts), [charts])
  const halves = charts.filter(isNarrow)
  const alone = halves.length % 2 === 1 ? halves.at(-1) : undefined
  return (
    <div className={classes.charts} data-beside={beside || undefined}>
      {charts.map((spec, index) => {
        const Chart = spec.variant ? VariantChart : MainChart
        return (
          // A report's charts are a fixed list; each keeps its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className={classes.chart} data-wide={!isNarrow(spec) || spec === alone || undefined}>
            <Chart
              spec={spec}
              {...shown}
              phoneHeight={phoneHeightOf(spec)}
              {...(isPaired(spec) && { height: PAIRED_HEIGHT })}
              {...(beside && { height: BESIDE_HEIGHT })}
            />
          </div>
        )
      })}
    </div>
  )
}

/** Two bars for each row need room for the numbers at their ends. */
const isPaired = (spec: ChartSpec): boolean => spec.kind === 'bars' && spec.beside !== undefined
const PAIRED_HEIGHT = 528

/** Also the height of the numbers beside it. */
const BESIDE_HEIGHT = 'var(--beside-height)'

interface ChartProps extends Omit<ChartsProps, 'charts' | 'beside'> {
  spec: ChartSpec
  /** Prepares charts of at least those kinds. */
  prepare: PrepareChart
  phoneHeight: number
  /** The height of its card, where it isn't the usual one. */
  height?: number | string
}

function MainChart({
  prepare,
  spec,
  report,
  state,
  result,
  goals,
  found,
  stale,
  pinnable,
  onPick,
  ...size
}: ChartProps) {
  const whole = useMemo(
    () => (result ? prepare(spec, report, result, state, goals) : null),
    [prepare, spec, report, result, state, goals],
  )
  const { preferences } = useServices()
  const model = useMemo(() => {
    const drawn = result && whole && found ? foundChart(prepare, spec, report, result, state, found, whole) : whole
    return markYoursOnStrip(report, drawn, result?.rows ?? [], preferences.scope().propertyIds)
  }, [prepare, spec, report, result, state, found, whole, preferences])
  return (
    <ChartCard
      {...size}
      model={model}
      loading={!result}
      emptyText={
        found ? 'Nothing to draw of the rows found.' : result && tooFewToDraw(spec, report.columns, result.total)
      }
      stale={stale}
      action={pinnable && <PinChart {...{ report, state, spec }} />}
      onPick={onPick && ((mark) => onPick(mark, { report, state }))}
    />
  )
}

/** Charts whose marks are rows of the table. */
const OF_ROWS: readonly ChartSpec['kind'][] = ['bars', 'stack', 'dots', 'strip']

/** A chart while a search narrows the table: of the rows found, or with a word that it isn't. What its title says stays. */
function foundChart(
  prepare: PrepareChart,
  spec: ChartSpec,
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
  found: ReadonlySet<string>,
  whole: ChartModel,
): ChartModel | null {
  const isOfRows = OF_ROWS.includes(spec.kind)
  const model = isOfRows ? prepare(spec, report, resultOfRows(report, result, found), state) : whole
  if (!model) return null
  const note = isOfRows ? `Only the ${pluralize(found.size, 'row')} found.` : 'Of all rows, not only those found.'
  return { ...model, title: whole.title, answers: whole.answers, note: [note, model.note].filter(Boolean).join(' ') }
}

/** A chart with a result of its own, requested after the report's numbers have arrived. */
function VariantChart({
  prepare,
  spec,
  report,
  state,
  result,
  found: _,
  stale,
  pinnable,
  onPick,
  ...size
}: ChartProps) {
  const { client } = useServices()
  const { today } = useGlobal()
  const side = useMemo(() => chartState(spec, state), [spec, state])
  const part: ReportPart = spec.variant?.points ? { points: spec.variant.points } : { depth: 'all' }
  const answer = useQuery({ ...reportQuery(client, report, side, today, part), enabled: result !== undefined })
  const noted = useNotedResult(report, answer.data?.result)
  const model = useMemo(
    () => (answer.data && noted ? prepare(spec, report, noted, answer.data.state) : null),
    [prepare, spec, report, answer.data, noted],
  )
  return (
    <ChartCard
      {...size}
      model={model}
      loading={!answer.data}
      emptyText={answer.data && tooFewToDraw(spec, report.columns, answer.data.result.total)}
      stale={stale || answer.isPlaceholderData}
      action={pinnable && <PinChart {...{ report, state, spec }} />}
      onPick={onPick && ((mark) => answer.data && onPick(mark, { report, state: answer.data.state }))}
      {...(answer.error && { error: { message: answer.error.message, retry: () => void answer.refetch() } })}
    />
  )
}
