import {
  isColumnVisible,
  numberText,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
} from '@leaselight/model'
import { columnColor } from '../colors'
import { lowercaseLabel, titleFrom, totalChanges } from './sentences'
import { columnOf, type Prepare } from './types'

/** Stages below each other, each with its rate of the previous stage, and the prior period beside it. */
export const prepareFunnel: Prepare<'funnel'> = (spec, report, result, state) => {
  const { total, priorTotal } = result
  const columns = spec.columns.map((key) => columnOf(report, key))
  const current = spec.columns.map((key) => total[key] ?? null)
  const before = spec.columns.map((key) => priorTotal?.[key] ?? null)
  if (![...current, ...before].some(Boolean)) return null
  const format = columns[0]?.format ?? 'integer'
  const annotations = spec.columns.map((_, index) => stepText(report, state, spec.columns, index, result))
  const [first, last] = [columns[0], columns.at(-1)].map((column) => stageName(column?.label ?? ''))
  return {
    kind: 'funnel',
    ...titleFrom(totalChanges(report, spec.columns.slice(-1), result), `From ${first} to ${last}`),
    categoryLabel: 'Stage',
    categories: columns.map(({ label }) => label),
    series: [
      {
        key: 'now',
        label: 'This period',
        color: columnColor(report, spec.columns[0] ?? ''),
        colors: spec.columns.map((key) => columnColor(report, key)),
        values: current,
        annotations,
      },
      ...(priorTotal
        ? [
            {
              key: 'before',
              label: 'Before',
              color: columnColor(report, spec.columns[0] ?? ''),
              values: before,
              priorOf: 'now',
            },
          ]
        : []),
    ],
    format,
    unit: columns[0]?.label ?? '',
    layout: 'rows',
    note: null,
  }
}

const WITH = /^With (an? )?/

/** `With visit` → `those with visit`; `Visits` → `visits`. */
const describeStage = (label: string): string =>
  WITH.test(label) ? `those ${lowercaseLabel(label)}` : lowercaseLabel(label)

/** `With visit` → `visit`. */
const stageName = (label: string): string => lowercaseLabel(label.replace(WITH, ''))

/**
 * `50.0% of prospects, was 60.0%`: the report's own rate from one stage to the next, where the table shows it. Stages
 * that aren't of the same people have none.
 */
function stepText(
  report: ReportDefinition,
  state: ReportState,
  stages: readonly string[],
  index: number,
  { total, priorTotal, judgement }: ReportResult,
): string | null {
  const [stage, before] = [stages[index], stages[index - 1]]
  const rate = Object.entries(report.columns).find(
    ([, column]) => column.kind === 'ratio' && column.of[0] === stage && column.of[1] === before,
  )
  if (!rate || before === undefined || !isColumnVisible(rate[1], state.filters)) return null
  const [key] = rate
  if (typeof total[key] !== 'number') return null
  const now = numberText(report.columns, key, total)
  const of = / (of|to) /.test(now) ? now : `${now} of ${describeStage(columnOf(report, before).label)}`
  const compared = judgement?.[key]?.state !== 'incomparable' && typeof priorTotal?.[key] === 'number'
  return compared && priorTotal ? `${of}, was ${numberText(report.columns, key, priorTotal)}` : of
}
