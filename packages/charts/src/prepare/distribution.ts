import {
  casesText,
  formatCell,
  isTelling,
  type Judgement,
  lowercaseLabel,
  MIN_CASES,
  titleColumns,
} from '@leaselight/model'
import { columnColor, columnColors } from '../colors'
import { totalMarks } from './marks'
import { type Answer, columnNoun, roundShare, titleFrom } from './sentences'
import { columnOf, type Prepare } from './types'

/** Consecutive classes of a whole, with their shares and the prior period beside them. */
export const prepareDistribution: Prepare<'distribution'> = (spec, report, result) => {
  const { total, priorTotal } = result
  const columns = spec.columns.map((key) => columnOf(report, key))
  const current = spec.columns.map((key) => total[key] ?? 0)
  const before = spec.columns.map((key) => priorTotal?.[key] ?? 0)
  const [whole, wholeBefore] = [current, before].map((values) => values.reduce((sum, value) => sum + value, 0))
  if (!whole) return null
  const share = (value: number | undefined, of: number | undefined) => (of ? (value ?? 0) / of : null)
  // Two periods rarely have the same size, so shares are compared.
  const shares = current.map((value) => share(value, whole))
  const text = (value: number, of: number) => casesText(share(value, of), 'percent', { part: value, whole: of })
  // Of few cases the text is the count already.
  const counted = (value: number, of: number) =>
    of < MIN_CASES ? null : formatCell(value, columns[0]?.format ?? 'integer')
  const color = columnColor(report, spec.columns[0] ?? '')
  return {
    kind: 'distribution',
    ...titleFrom(
      [
        ...titleColumns(spec, report.columns).map((key) =>
          firstClass(
            columnNoun(report, spec.columns[0] ?? ''),
            share(current[0], whole),
            share(before[0], wholeBefore),
            result.judgement?.[key],
          ),
        ),
      ],
      spec.title ?? `${columns[0]?.label} to ${lowercaseLabel(columns.at(-1)?.label ?? '')}`,
    ),
    categoryLabel: 'Class',
    categories: columns.map(({ label }) => label),
    series: [
      {
        key: 'now',
        label: 'This period',
        color,
        colors: columnColors(report, spec.columns),
        values: shares,
        marks: totalMarks(report, spec.columns, current),
        texts: current.map((value) => text(value, whole)),
        annotations: current.map((value) => counted(value, whole)),
      },
      ...(priorTotal && wholeBefore
        ? [
            {
              key: 'before',
              label: 'Before',
              color,
              values: before.map((value) => share(value, wholeBefore)),
              texts: before.map((value) => text(value, wholeBefore)),
              annotations: before.map((value) => counted(value, wholeBefore)),
              priorOf: 'now',
            },
          ]
        : []),
    ],
    format: 'percent',
    unit: `Share of ${formatCell(whole, 'integer')}`,
    layout: 'columns',
    note: null,
  }
}

/** `the share of people answered within 30 minutes rose to 62% from 48%`: the first class, when its share changed. */
function firstClass(
  noun: string,
  now: number | null,
  before: number | null,
  judged: Judgement | undefined,
): Answer | null {
  if (!judged || !isTelling(judged) || now === null || before === null) return null
  const moved = judged.direction === 'up' ? 'rose' : 'fell'
  return { state: judged.state, text: `the share of ${noun} ${moved} to ${roundShare(now)} from ${roundShare(before)}` }
}
