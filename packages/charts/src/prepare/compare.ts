import { formatCell, MIN_CASES, numberText } from '@leaselight/model'
import { columnColor } from '../colors'
import type { ChartSeries } from '../model'
import { totalMarks } from './marks'
import { columnOf, type Prepare } from './types'

/** The same shares of two or more groups of people, in total, stage by stage beside each other. */
export const prepareCompare: Prepare<'compare'> = (spec, report, { total }) => {
  const series = Object.entries(spec.groups).map(([label, columns]): ChartSeries => {
    // A share opens no list; the people whom it counts do.
    const parts = columns.map((key) => {
      const column = columnOf(report, key)
      return column.kind === 'ratio' ? column.of : ([key, key] as const)
    })
    const counted = parts.map(([part]) => part)
    return {
      key: columns[0] ?? label,
      label,
      color: columnColor(report, counted[0] ?? ''),
      values: columns.map((key) => total[key] ?? null),
      texts: columns.map((key) => numberText(report.columns, key, total)),
      // Of few cases the text is the count already.
      annotations: parts.map(([part, whole]) =>
        (total[whole] ?? 0) < MIN_CASES ? null : formatCell(total[part] ?? 0, 'integer'),
      ),
      marks: totalMarks(
        report,
        counted,
        counted.map((key) => total[key]),
      ),
    }
  })
  if (!series.some(({ values }) => values.some(Boolean))) return null
  return {
    kind: 'compare',
    title: spec.title,
    answers: [],
    categoryLabel: 'Stage',
    categories: [...spec.stages],
    series,
    format: columnOf(report, spec.groups[series[0]?.label ?? '']?.[0] ?? '').format,
    unit: '',
    layout: 'columns',
    note: null,
  }
}
