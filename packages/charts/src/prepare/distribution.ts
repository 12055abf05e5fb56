import { formatCell } from '@leaselight/model'
import { columnColor, columnColors } from '../colors'
import { capitalize, lowercaseLabel, roundShare } from './sentences'
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
  const color = columnColor(report, spec.columns[0] ?? '')
  return {
    kind: 'distribution',
    title: titleOf(
      columns.map(({ label }) => label),
      shares.map((value) => value ?? 0),
      share(before[0], wholeBefore),
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
        annotations: current.map((value) => formatCell(value, columns[0]?.format ?? 'integer')),
      },
      ...(priorTotal && wholeBefore
        ? [
            {
              key: 'before',
              label: 'Before',
              color,
              values: before.map((value) => share(value, wholeBefore)),
              annotations: before.map((value) => formatCell(value, columns[0]?.format ?? 'integer')),
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

/** `within 30 min 62 %, was 58 %; never 8 %`: the first class, and the last one unless it is empty. */
function titleOf(labels: readonly string[], shares: readonly number[], was: number | null): string {
  const first = `${lowercaseLabel(labels[0] ?? '')} ${roundShare(shares[0] ?? 0)}${was === null ? '' : `, was ${roundShare(was)}`}`
  const last = shares.at(-1) ?? 0
  return capitalize(last > 0 ? `${first}; ${lowercaseLabel(labels.at(-1) ?? '')} ${roundShare(last)}` : first)
}
