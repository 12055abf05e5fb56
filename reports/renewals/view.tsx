import type { ChartModel } from '@leaselight/charts'
import { prepareChart } from '@leaselight/charts/prepare'
import {
  addTo,
  type Cell,
  type ColumnName,
  formatCell,
  formatDaysLeft,
  formatShortDay,
  isFound,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type RowOf,
  stack,
  type TotalOf,
} from '@leaselight/model'
import { ChartCard, EmptyState } from '@leaselight/ui'
import { AnswerBody, AnswerCard, Card, CardPart, MiniTable, PartsBar, PhoneFold, Segmented } from '@leaselight/ui/views'
import { useMemo, useState } from 'react'
import { barPartsOf } from '../barParts'
import type { QueryResult, ReportViewProps } from '../views'
import type { renewals } from './report'

type Column = ColumnName<typeof renewals>
type Row = RowOf<typeof renewals>

const OUTCOMES = ['renewed', 'notice', 'movedOut', 'undecided'] as const satisfies readonly Column[]
type Outcome = (typeof OUTCOMES)[number]

/** First the outcomes that leave a unit empty: they are compared along the base line. */
const BY_OUTCOME = stack(['movedOut', 'notice', 'undecided', 'renewed'] satisfies Outcome[])
type Ahead = 'week' | 'property'
/** Bars below each other need more room than bars side by side; a phone also has two lines of legend. */
const CHART_HEIGHTS = { week: { height: 276, phoneHeight: 320 }, property: { height: 348, phoneHeight: 420 } }
const AHEAD = [
  { value: 'week', label: 'By week' },
  { value: 'property', label: 'By property' },
] as const

/** Choices of how far to look ahead, in days from today; custom dates are beside them in the filter bar. */
const LOOK_AHEAD_DAYS = [30, 60, 90, 120] as const
/** How many days come first, in which undecided leases can still be won. */
const NEXT = 90
const MAX_UNITS = 25
/** Above this number the list would be too long to read, and to send. */
const MAX_LISTED = 3000

/** Residents who haven't decided, unit by unit, the earliest lease end first. */
export default function RenewalsView(props: ReportViewProps) {
  const { leadWith, evidence } = props
  return (
    <>
      {leadWith(<NextQuarter {...props} />)}
      {evidence}
      <QuarterInParts {...props} />
      <PhoneFold label="Show the units by days left">
        <UnitsCard {...props} />
      </PhoneFold>
    </>
  )
}

/** The leases of the next 90 days, whatever dates the rest of the page is of. */
const useAhead = ({ today, useReport }: ReportViewProps, by: Ahead) =>
  useReport({ filters: { dateRange: rangeOf(today, NEXT) }, switches: { by } })

/** What the next 90 days bring. */
function NextQuarter(props: ReportViewProps) {
  const { today, onDrillDown } = props
  return (
    <AnswerCard
      answer={useAhead(props, 'week')}
      title={{ subject: `The next ${NEXT} days`, of: titleOf }}
      description={() =>
        `Every lease that ends by ${formatShortDay(lastOf(today, NEXT))}, whatever dates the page shows`
      }
      loading="Loading the next leases to end"
    >
      {(ahead) => (
        <PartsBar
          label={`Leases that end in the next ${NEXT} days`}
          // Of days to come nothing can be compared.
          parts={barPartsOf(ahead.report, { ...ahead.result, judgement: null }, OUTCOMES, (row, column) =>
            onDrillDown(row, column, '', ahead),
          )}
        />
      )}
    </AnswerCard>
  )
}

/** The same by week or property, below the table, whose first rows are in sight when the page opens. */
function QuarterInParts(props: ReportViewProps) {
  const [by, setBy] = useState<Ahead>('week')
  const answer = useAhead(props, by)
  if (answer.is === 'here' && !answer.data.result.total.expiring) return null
  return (
    <AnswerCard answer={answer} title={`The next ${NEXT} days by ${by}`} loading={`Loading the next ${NEXT} days`}>
      {(ahead) => (
        <PhoneFold label="Show them by week or property">
          <OutcomesAhead {...ahead} by={by} onBy={setBy} onPick={props.onPick} />
        </PhoneFold>
      )}
    </AnswerCard>
  )
}

interface OutcomesProps extends QueryResult, Pick<ReportViewProps, 'onPick'> {
  by: Ahead
  onBy: (by: Ahead) => void
}

/** The leases that end in each week or at each property, by what became of them. */
function OutcomesAhead({ report, state, result, by, onBy, onPick }: OutcomesProps) {
  const model = useMemo(() => aheadOf({ report, state, result }), [report, state, result])
  if (!model) return null
  return (
    <CardPart controls={<Segmented label="Ending leases" options={AHEAD} value={by} onChange={onBy} />}>
      <ChartCard
        model={model}
        {...CHART_HEIGHTS[drawnBy(state)]}
        action={null}
        onPick={(mark) => onPick(mark, { report, state })}
      />
    </CardPart>
  )
}

function aheadOf({ report, state, result }: QueryResult): ChartModel | null {
  const model = prepareChart(BY_OUTCOME, report, result, state)
  // The nearer a week, the more of its leases are decided: that one has the highest share says nothing.
  if (!model || (model.answers.length > 0 && !isByWeek(state))) return model
  return { ...model, title: `Expiring in the next ${NEXT} days, by ${drawnBy(state)}`, answers: [] }
}

const isByWeek = ({ switches }: ReportState): boolean => switches.by === 'week'

/** What the loaded rows stand for, which is not yet the choice while its rows load. */
const drawnBy = (state: ReportState): Ahead => (isByWeek(state) ? 'week' : 'property')

function titleOf({ result }: QueryResult): string {
  const { expiring, undecided }: TotalOf<typeof renewals> = result.total
  const ending = `${pluralize(expiring ?? 0, 'lease')} that end in the next ${NEXT} days`
  if (!undecided) return expiring ? `All ${ending} are decided` : `No lease ends in the next ${NEXT} days`
  return `${formatCell(undecided, 'integer')} of ${ending} ${undecided === 1 ? 'is' : 'are'} undecided`
}

/** The units one by one, while there are few enough to read. */
function UnitsCard(props: ReportViewProps) {
  const { stale, state, result, today, onFilters } = props
  const { expiring }: TotalOf<typeof renewals> = result.total
  const many = (expiring ?? 0) > MAX_LISTED
  const range = state.filters.dateRange
  const ahead = LOOK_AHEAD_DAYS.find(
    (days) => range.preset === 'custom' && range.start === today && range.end === lastOf(today, days),
  )
  return (
    <Card
      title="Units by days left"
      description="The nearest end first"
      stale={stale}
      actions={
        <Segmented
          label="Look ahead"
          options={[
            { value: '', label: 'As set' },
            ...LOOK_AHEAD_DAYS.map((days) => ({ value: String(days), label: `${days} days` })),
          ]}
          value={ahead ? String(ahead) : ''}
          onChange={(days) => onFilters({ dateRange: rangeOf(today, Number(days)) })}
        />
      }
    >
      {many ? (
        <EmptyState title={`More than ${MAX_LISTED.toLocaleString('en-US')} leases end in this period`}>
          Choose fewer days or properties to see them home by home. The table above opens every property.
        </EmptyState>
      ) : (
        <LoadedUnits {...props} />
      )}
    </Card>
  )
}

function LoadedUnits({ report, state, today, found, useReport }: ReportViewProps) {
  const homes = useReport({ switches: { by: 'property' } }, 'all')
  return (
    <AnswerBody answer={homes} loading="Loading the units">
      {({ result }) => (
        // A search in a table by week finds weeks, which are none of the units' rows.
        <Units report={report} result={result} today={today} found={isByWeek(state) ? null : found} />
      )}
    </AnswerBody>
  )
}

const lastOf = (today: string, days: number): string => addTo(today, days - 1)

/** The days ahead, or without a number the report's default. */
const rangeOf = (today: string, days: number) =>
  days > 0
    ? ({ preset: 'custom', start: today, end: lastOf(today, days) } as const)
    : ({ preset: 'last_7_days' } as const)

interface UnitsProps extends Pick<ReportViewProps, 'found' | 'today'> {
  report: ReportDefinition
  result: ReportResult
}

function Units({ report, result, today, found }: UnitsProps) {
  const [shown, setShown] = useState<Outcome | ''>('')
  // Units whose leases ended only in the prior period have rows too, for comparison.
  const all: Row[] = result.rows.filter(
    (row: Row) => row.depth === 1 && Number(row.expiring ?? 0) > 0 && isFound(row, found),
  )
  const chosen = all
    .filter((row) => shown === '' || Number(row[shown] ?? 0) > 0)
    .sort((a, b) => daysLeft(a) - daysLeft(b))
  if (all.length === 0 && found === null)
    return <EmptyState title="No lease ends in this period">Look further ahead, or choose other dates.</EmptyState>
  return (
    <>
      <Segmented
        label="Show"
        options={[
          { value: '', label: `All ${all.length}` },
          ...OUTCOMES.map((key) => ({ value: key, label: report.columns[key]?.label ?? key })),
        ]}
        value={shown}
        onChange={setShown}
      />
      <MiniTable
        caption="Units, their days left and what became of them"
        columns={[
          { label: 'Unit', align: 'left' },
          { label: 'Property', align: 'left' },
          { label: 'Days left', align: 'right' },
          { label: 'Outcome', align: 'left' },
          { label: 'Rent before', align: 'right' },
          { label: 'Rent after', align: 'right' },
        ]}
        maxRows={MAX_UNITS}
        rows={chosen.map((row) => ({
          key: row.key,
          cells: [
            text(row.home),
            text(row.property),
            daysLeftLabel(row, today),
            outcomeOf(row, report),
            formatCell(row.oldRent || null, 'money'),
            formatCell(row.newRent || null, 'money'),
          ],
        }))}
      />
    </>
  )
}

const text = (cell: Cell | undefined): string => formatCell(cell, 'text')

const daysLeft = ({ daysLeft: days }: Row): number => (typeof days === 'number' ? days : Number.POSITIVE_INFINITY)

/** A unit with several leases has no single number of days. */
function daysLeftLabel(row: Row, today: string): string {
  const days = daysLeft(row)
  if (!Number.isFinite(days)) return '—'
  const text = formatDaysLeft(days)
  return days > 0 ? `${text}, ${formatShortDay(addTo(today, days))}` : text
}

function outcomeOf(row: Row, report: ReportDefinition): string {
  return OUTCOMES.filter((key) => Number(row[key] ?? 0) > 0)
    .map((key) => report.columns[key]?.label ?? key)
    .join(', ')
}
