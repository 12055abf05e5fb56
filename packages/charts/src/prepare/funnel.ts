import {
  formatCell,
  isColumnVisible,
  lowercaseLabel,
  numberText,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  titleColumns,
} from '@leaselight/model'
import { OTHER_COLOR } from '../colors'
import { totalMarks } from './marks'
import { titleFrom, totalChanges } from './sentences'
import { columnOf, type Prepare } from './types'

/** Stages below each other, each with its rate of the previous stage, and the prior period beside it. */
export const prepareFunnel: Prepare<'funnel'> = (spec, report, result, state) => {
  const { total, priorTotal } = result
  const columns = spec.columns.map((key) => columnOf(report, key))
  const current = spec.columns.map((key) => total[key] ?? null)
  const before = spec.columns.map((key) => priorTotal?.[key] ?? null)
  if (![...current, ...before].some(Boolean)) return null
  const format = columns[0]?.format ?? 'integer'
  const annotations = spec.columns.map(
    (_, index) =>
      [lossText(report, state, spec.columns, index, result), stepText(report, state, spec.columns, index, result)]
        .filter(Boolean)
        .join(' · ') || null,
  )
  const [first, last] = [columns[0], columns.at(-1)].map((column) => stageName(column?.label ?? ''))
  return {
    kind: 'funnel',
    ...titleFrom(totalChanges(report, titleColumns(spec, report.columns), result), `From ${first} to ${last}`),
    categoryLabel: 'Stage',
    categories: columns.map(({ label }) => label),
    series: [
      {
        key: 'now',
        label: 'This period',
        color: 'ink' as const,
        values: current,
        marks: totalMarks(report, spec.columns, current),
        annotations,
      },
      ...(priorTotal
        ? [
            {
              key: 'before',
              label: 'Before',
              color: OTHER_COLOR,
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

/** The report's own rate from one stage to the next, where the table shows it. Stages of other people have none. */
function rateInto(
  report: ReportDefinition,
  state: ReportState,
  stages: readonly string[],
  index: number,
): { key: string; before: string } | null {
  const [stage, before] = [stages[index], stages[index - 1]]
  const rate = Object.entries(report.columns).find(
    ([, column]) => column.kind === 'ratio' && column.of[0] === stage && column.of[1] === before,
  )
  return rate && before !== undefined && isColumnVisible(rate[1], state.filters) ? { key: rate[0], before } : null
}

/** What those did not do who are lost before a stage. */
const missed: Readonly<Record<string, string>> = {
  appointment: 'never booked',
  visit: 'never visited',
  show: 'saw no unit',
  application: 'never applied',
  lease: 'never leased',
}

/** `−171 never booked`: how many are lost between two stages. */
function lossText(
  report: ReportDefinition,
  state: ReportState,
  stages: readonly string[],
  index: number,
  { total }: ReportResult,
): string | null {
  const [stage = '', before = ''] = [stages[index], stages[index - 1]]
  const lost = (total[before] ?? 0) - (total[stage] ?? 0)
  if (!rateInto(report, state, stages, index) || lost <= 0) return null
  const meaning = columnOf(report, stage).meaning
  const what = meaning && 'stage' in meaning ? missed[meaning.stage] : undefined
  return `−${formatCell(lost, 'integer')} ${what ?? 'went no further'}`
}

/** `50.0% of prospects, was 60.0%` */
function stepText(
  report: ReportDefinition,
  state: ReportState,
  stages: readonly string[],
  index: number,
  { total, priorTotal, judgement }: ReportResult,
): string | null {
  const rate = rateInto(report, state, stages, index)
  if (!rate) return null
  const { key, before } = rate
  if (typeof total[key] !== 'number') return null
  const now = numberText(report.columns, key, total)
  const of = / (of|to) /.test(now) ? now : `${now} of ${describeStage(columnOf(report, before).label)}`
  const compared = judgement?.[key]?.state !== 'incomparable' && typeof priorTotal?.[key] === 'number'
  return compared && priorTotal ? `${of}, was ${numberText(report.columns, key, priorTotal)}` : of
}
