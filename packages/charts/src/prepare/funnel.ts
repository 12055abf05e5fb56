import { formatCell } from '@leaselight/model'
import { columnColor } from '../colors'
import { capitalize, describeTotalChange, lowercaseLabel, roundShare, SMALL_COUNT } from './sentences'
import { columnOf, type Prepare } from './types'

/** Stages below each other, each with its share of the previous stage, and the prior period beside it. */
export const prepareFunnel: Prepare<'funnel'> = (spec, report, result) => {
  const { total, priorTotal } = result
  const columns = spec.columns.map((key) => columnOf(report, key))
  const current = spec.columns.map((key) => total[key] ?? null)
  const before = spec.columns.map((key) => priorTotal?.[key] ?? null)
  if (![...current, ...before].some(Boolean)) return null
  const format = columns[0]?.format ?? 'integer'
  const says = columns.map((_, index) => {
    const [share, was] = [shareOf(current, index), shareOf(before, index)]
    const stage = describeStage(columns[index - 1]?.label ?? '')
    const parts = [
      share === null ? null : `${formatCell(share, 'percent')} of ${stage}`,
      share === null || was === null ? null : `was ${formatCell(was, 'percent')}`,
    ]
    return parts.filter(Boolean).join(', ') || null
  })
  return {
    kind: 'funnel',
    title: capitalize(
      [largestDropSentence(columns, current), describeTotalChange(report, spec.columns.at(-1) ?? '', result)]
        .filter(Boolean)
        .join('; '),
    ),
    categoryLabel: 'Stage',
    categories: columns.map(({ label }) => label),
    series: [
      {
        key: 'now',
        label: 'This period',
        color: columnColor(report, spec.columns[0] ?? ''),
        colors: spec.columns.map((key) => columnColor(report, key)),
        values: current,
        annotations: says,
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

function shareOf(values: readonly (number | null)[], index: number): number | null {
  const [part, whole] = [values[index], values[index - 1]]
  return typeof part === 'number' && typeof whole === 'number' && whole > 0 ? part / whole : null
}

/**
 * `most are lost between visits and applications, 71 % of them`: the step with the largest loss, when there are enough
 * cases.
 */
function largestDropSentence(columns: readonly { label: string }[], values: readonly (number | null)[]): string {
  const steps = values.flatMap((_, index) => {
    const share = shareOf(values, index)
    return share !== null && share < 1 && (values[index - 1] ?? 0) >= SMALL_COUNT ? [{ index, share }] : []
  })
  const found = steps.sort((a, b) => a.share - b.share)[0]
  if (!found) return ''
  const [from, to] = [columns[found.index - 1], columns[found.index]].map((column) => stageName(column?.label ?? ''))
  return `the narrowest step is from ${from} to ${to}: ${roundShare(found.share)}`
}
