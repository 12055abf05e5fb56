import {
  addTo,
  type ColumnName,
  completeCells,
  formatCell,
  formatRange,
  formatShare,
  formatShortDay,
  leadDays,
  MIN_CASES,
  MISSING,
  numberText,
  pluralize,
  type ReportDefinition,
  type TotalOf,
} from '@leaselight/model'
import { useIsPhone } from '@leaselight/ui'
import { ArrowLink, AssumptionInput, Card, DrillDownButton, MiniTable, Segmented } from '@leaselight/ui/views'
import { type ReactNode, useEffect, useState } from 'react'
import type { ReportViewProps } from '../views'
import type { forecast } from './report'

type Column = ColumnName<typeof forecast>
type Numbers = TotalOf<typeof forecast>

const HORIZONS = ['30', '60', '90'] as const

/**
 * What it takes to reach a target, the days ahead as a picture, then the steps, which follow the slider without asking the
 * server. The last note says how right the forecast was.
 */
export default function ForecastView(view: ReportViewProps) {
  const { report, state, result, stale, today, onFilters, onSwitch, leadWith, table } = view
  const { targetOccupancy } = state.filters
  const [target, setTarget] = useState(targetOccupancy)
  useEffect(() => setTarget(targetOccupancy), [targetOccupancy])
  const horizon = state.switches.horizon ?? HORIZONS[1]
  const then = formatShortDay(addTo(today, Number(horizon)))
  const isWhole = state.switches.by !== 'day'
  const numbers: Numbers = completeCells(report.columns, { ...result.total, target })
  return (
    <>
      {leadWith()}
      {isWhole && (
        <Card
          // The page's answer says it too, but only once the server knows the new target.
          title={target === targetOccupancy ? 'What it takes' : roadTitle(numbers, then)}
          description={result.notes.at(-1)}
          stale={stale}
          actions={
            <Segmented
              label="Days ahead"
              options={HORIZONS.map((days) => ({ value: days, label: `${days} days` }))}
              value={horizon}
              onChange={(days) => onSwitch('horizon', days)}
            />
          }
        >
          <AssumptionInput
            label="Target occupancy"
            description={`The share of units to be occupied by ${then}.`}
            value={Math.round(target * 1000) / 10}
            min={50}
            max={100}
            step={0.5}
            sliderMax={100}
            suffix="%"
            onInput={(value) => setTarget(value / 100)}
            onCommit={(value) => value / 100 !== targetOccupancy && onFilters({ targetOccupancy: value / 100 })}
          />
          <Road {...view} numbers={numbers} then={then} />
        </Card>
      )}
      {table}
    </>
  )
}

/** A target as its slider has it, in halves of a percent. */
const targetText = (target: number | null | undefined): string => `${Math.round((target ?? 0) * 1000) / 10}%`

const whole = (number: number | null | undefined): string => formatCell(number ?? null, 'integer')

function roadTitle({ leasesNeeded, leadsNeeded, target }: Numbers, then: string): string {
  if (leasesNeeded === null || leasesNeeded === undefined) return 'There is too little history for a forecast'
  if (leasesNeeded === 0) return `You reach ${targetText(target)} by ${then} without another lease`
  const leads = leadsNeeded ? `, about ${pluralize(leadsNeeded, 'lead')}` : ''
  return `To reach ${targetText(target)} by ${then} you need ${pluralize(leasesNeeded, 'more lease')}${leads}`
}

interface RoadProps extends ReportViewProps {
  numbers: Numbers
  then: string
}

/** Each step with its number, which opens its units, people, or leases. */
function Road({ report, today, numbers, then, onDrillDown, reportLink }: RoadProps) {
  const phone = useIsPhone()
  const spending = reportLink({ report: 'ad-spend' })
  const opened = (column: Column, text = whole(numbers[column])) => (
    <Opened
      report={report}
      column={column}
      value={numbers[column]}
      text={text}
      onOpen={() => onDrillDown(null, column)}
    />
  )
  // A thumb can't hit one of several numbers in a sentence; the step's own number opens its list.
  const within = (column: Column, text = whole(numbers[column])) => (phone ? text : opened(column, text))
  const { totalUnits, heldRatio, target, leadsLow, leadsHigh } = numbers
  const share = (of: number | null | undefined) => whole(totalUnits && typeof of === 'number' ? totalUnits * of : null)
  const range =
    typeof leadsLow === 'number' && typeof leadsHigh === 'number' && numbers.leadsNeeded
      ? `In 8 of 10 cases ${whole(leadsLow)} to ${whole(leadsHigh)}. `
      : ''
  const { decided, decidedLeft } = numbers
  const leftShare =
    decided && decided >= MIN_CASES && typeof decidedLeft === 'number'
      ? formatShare(decidedLeft / decided, decided)
      : null
  const held = typeof heldRatio === 'number' ? formatShare(heldRatio, totalUnits ?? 0) : MISSING
  const steps: [key: string, step: string, number: ReactNode, from: ReactNode][] = [
    [
      'occupied',
      'Occupied today',
      opened('totalOccupied'),
      <>
        {numberText(report.columns, 'occupiedRatio', numbers)} of {within('totalUnits')} units
      </>,
    ],
    ['out', 'Move-outs due', <>− {opened('moveOutsDue')}</>, `On notice, out by ${then}`],
    [
      'notices',
      'Expected notices',
      <>− {opened('expectedNotices')}</>,
      <>
        Of {within('undecided')} undecided leases that end by {then}.
        {decided ? (
          <>
            {' '}
            {leftShare ? `${leftShare} left before, ` : ''}
            {within('decidedLeft')} of {within('decided')} {leftShare ? 'in a year' : 'left in the last year'}
          </>
        ) : null}
      </>,
    ],
    ['in', 'Move-ins due', <>+ {opened('moveInsDue')}</>, `Rented, in by ${then}`],
    ['held', 'Without new leases', opened('heldRatio', share(heldRatio)), `${held} occupied by ${then}`],
    ['target', 'Target', share(target), `${targetText(target)} of the units`],
    ['leases', 'Leases needed', opened('leasesNeeded'), `Signed and moved in by ${then}`],
    [
      'leads',
      'Leads needed',
      opened('leadsNeeded'),
      <>
        {range}
        {numbers.leads ? (
          <>
            {within('leased')} of {within('leads')} leads leased, {formatRange(leadDays(today), today)}
          </>
        ) : null}
      </>,
    ],
    [
      'spend',
      'Spend needed',
      opened('spendNeeded', formatCell(numbers.spendNeeded ?? null, 'money')),
      <>
        At {within('costPerLease', formatCell(numbers.costPerLease ?? null, 'money'))} a lease, as in the last 12 months{' '}
        {spending && <ArrowLink {...spending}>Ad Spend</ArrowLink>}
      </>,
    ],
  ]
  return (
    <MiniTable
      caption="The road to the target"
      columns={[
        { label: 'Step', align: 'left' },
        { label: 'Number', align: 'right' },
        { label: 'From', align: 'left' },
      ]}
      rows={steps.map(([key, ...cells]) => ({ key, cells }))}
      maxRows={steps.length}
    />
  )
}

interface OpenedProps {
  report: ReportDefinition
  column: Column
  value: number | null | undefined
  text: string
  onOpen: () => void
}

/** A number that opens what it counts or what it is worked out from. */
function Opened({ report, column, value, text, onOpen }: OpenedProps) {
  if (!value) return text
  return (
    <DrillDownButton label={`${report.columns[column]?.label}, ${text}: open the list`} onOpen={onOpen}>
      {text}
    </DrillDownButton>
  )
}
