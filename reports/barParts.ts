import { columnColors } from '@leaselight/charts'
import { formatCell, isDrillable, type ReportDefinition, type ReportResult } from '@leaselight/model'
import { compareToPrior } from '@leaselight/ui'
import type { BarPart } from '@leaselight/ui/views'

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Columns of a report's total as the parts of one bar, each with its change and a link to its list. */
export function barPartsOf(
  report: ReportDefinition,
  { total, priorTotal }: Pick<ReportResult, 'total' | 'priorTotal'>,
  keys: readonly string[],
  onOpen: (row: null, column: string) => void,
): BarPart[] {
  const colors = columnColors(report, keys)
  const whole = keys.reduce((sum, key) => sum + (numberOf(total[key]) ?? 0), 0)
  return keys.flatMap((key, index) => {
    const column = report.columns[key]
    if (!column) return []
    const value = numberOf(total[key]) ?? 0
    return [
      {
        key,
        label: column.label,
        definition: column.definition,
        value,
        text: formatCell(value, column.format),
        share: whole > 0 ? formatCell(value / whole, 'percent') : '',
        color: colors[index] ?? 0,
        change: priorTotal ? compareToPrior(column, value, numberOf(priorTotal[key])) : null,
        onOpen: isDrillable(column) && value > 0 ? () => onOpen(null, key) : undefined,
      },
    ]
  })
}
