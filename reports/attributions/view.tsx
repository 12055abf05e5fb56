import { prepareChart } from '@leaselight/charts/prepare'
import {
  bars,
  type ColumnName,
  formatCell,
  type ReportDefinition,
  type ReportResult,
  type RowOf,
  resultOfRows,
} from '@leaselight/model'
import { ChartCard, ChoiceFilter } from '@leaselight/ui'
import { Card, MiniTable, PhoneFold, SideBySide } from '@leaselight/ui/views'
import { useMemo } from 'react'
import type { ReportViewProps } from '../views'
import type { attributions } from './report'

type Column = ColumnName<typeof attributions>
type Row = RowOf<typeof attributions>

/** The column of each model's credit, and that of its cost. */
const costColumns = {
  first: 'costFirst',
  last: 'costLast',
  linear: 'costLinear',
  position: 'costPosition',
  decay: 'costDecay',
} as const satisfies Partial<Record<Column, Column>>
type Model = keyof typeof costColumns

const modelOf = (option: string | undefined, initial: Model): Model =>
  option !== undefined && Object.hasOwn(costColumns, option) ? (option as Model) : initial

const MAX_SOURCES = 10
/** Two bars for each source need room to be distinguishable. */
const CHART_HEIGHT = 528

/** Two models side by side: which source each one credits, and what a lease costs by it. */
export default function AttributionsView(props: ReportViewProps) {
  const { report, state, result: whole, stale, found, onSwitch, onPick, lead, table } = props
  const result = useMemo(() => (found ? resultOfRows(report, whole, found) : whole), [report, whole, found])
  const model = modelOf(state.switches.model, 'linear')
  const against = modelOf(state.switches.against, 'last')
  const compared = useMemo(() => bars(model, MAX_SOURCES, model === against ? undefined : against), [model, against])
  const drawn = useMemo(() => prepareChart(compared, report, result, state), [compared, report, result, state])
  const chooser = (key: 'model' | 'against', value: string) => (
    <ChoiceFilter
      label={report.switches?.[key]?.label ?? key}
      options={Object.entries(report.switches?.[key]?.options ?? {}).map(([option, label]) => ({
        value: option,
        label,
      }))}
      value={value}
      onChange={(next) => onSwitch(key, next)}
    />
  )
  return (
    <>
      {lead}
      {table}
      <PhoneFold label="Compare two models">
        <SideBySide>
          <ChartCard
            model={drawn}
            stale={stale}
            height={CHART_HEIGHT}
            phoneHeight={CHART_HEIGHT}
            action={props.pinChart(compared)}
            onPick={onPick}
          />
          <Card
            title="Two models side by side"
            description={`Sources with the most conversions, up to ${MAX_SOURCES}`}
            stale={stale}
            actions={
              <>
                {chooser('model', model)}
                {chooser('against', against)}
              </>
            }
          >
            <ModelComparison report={report} result={result} model={model} against={against} />
          </Card>
        </SideBySide>
      </PhoneFold>
    </>
  )
}

interface ModelComparisonProps {
  report: ReportDefinition
  result: ReportResult
  model: Model
  against: Model
}

function ModelComparison({ report, result, model, against }: ModelComparisonProps) {
  const label = (key: Model) => report.columns[key]?.label ?? key
  const number = (row: Row, key: Column) => {
    const value = row[key]
    return typeof value === 'number' ? value : null
  }
  const all: readonly Row[] = result.rows
  const rows = all
    .filter((row) => (number(row, model) ?? 0) + (number(row, against) ?? 0) > 0)
    .sort((a, b) => (number(b, model) ?? 0) - (number(a, model) ?? 0))
    .slice(0, MAX_SOURCES)
  return (
    <MiniTable
      caption={`${label(model)} and ${label(against)} compared`}
      columns={[
        { label: 'Source', align: 'left' },
        { label: label(model), align: 'right' },
        { label: `${label(against)} `, align: 'right' },
        { label: 'Difference', align: 'right' },
        { label: `Cost, ${label(model).toLowerCase()}`, align: 'right' },
        { label: `Cost, ${label(against).toLowerCase()} `, align: 'right' },
      ]}
      rows={rows.map((row) => {
        const [one, two] = [number(row, model) ?? 0, number(row, against) ?? 0]
        return {
          key: row.key,
          cells: [
            String(row.source ?? ''),
            formatCell(one, 'tenths'),
            formatCell(two, 'tenths'),
            formatCell(one - two, 'tenths'),
            formatCell(number(row, costColumns[model]), 'money'),
            formatCell(number(row, costColumns[against]), 'money'),
          ],
        }
      })}
    />
  )
}
