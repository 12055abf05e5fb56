import { prepareChart } from '@leaselight/charts'
import {
  bars,
  formatCell,
  formatChange,
  type ReportDefinition,
  type ReportResult,
  type Row,
  trend,
} from '@leaselight/model'
import { ChartCard, ChoiceFilter } from '@leaselight/ui'
import { Card, MiniTable, SideBySide } from '@leaselight/ui/views'
import { useMemo } from 'react'
import type { ReportViewProps } from '../views'

const MAX_SOURCES = 10
/** Two bars for each source need room to be told apart. */
const CHART_HEIGHT = 440

/** Two models side by side: whom each gives the credit, and what a lease costs by it. */
export default function AttributionsView(props: ReportViewProps) {
  const { report, state, result, stale, onSwitch, tiles, table } = props
  const { model = 'linear', against = 'last' } = state.switches
  const drawn = useMemo(
    () => prepareChart(bars(model, MAX_SOURCES, model === against ? undefined : against), report, result, state),
    [model, against, report, result, state],
  )
  const over = useMemo(() => prepareChart(trend('conversions'), report, result, state), [report, result, state])
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
      {tiles}
      <SideBySide>
        <ChartCard model={drawn} stale={stale} height={CHART_HEIGHT} />
        <Card
          title="Two models side by side"
          description={`Sources with most conversions, at most ${MAX_SOURCES}`}
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
      <ChartCard model={over} stale={stale} />
      {table}
    </>
  )
}

interface ModelComparisonProps {
  report: ReportDefinition
  result: ReportResult
  model: string
  against: string
}

function ModelComparison({ report, result, model, against }: ModelComparisonProps) {
  const label = (key: string) => report.columns[key]?.label ?? key
  const cost = (key: string) => `cost${key.charAt(0).toUpperCase()}${key.slice(1)}`
  const number = (row: Row, key: string) => (typeof row[key] === 'number' ? row[key] : null)
  const rows = result.rows
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
            formatCell(one, 'decimal'),
            formatCell(two, 'decimal'),
            two === 0 ? '—' : formatChange((one - two) / two, 'decimal'),
            formatCell(number(row, cost(model)), 'money'),
            formatCell(number(row, cost(against)), 'money'),
          ],
        }
      })}
    />
  )
}
