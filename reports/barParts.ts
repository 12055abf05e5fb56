import { columnColors } from '@leaselight/charts'
import { casesText, formatCell, isDrillable, type ReportDefinition, type ReportResult } from '@leaselight/model'
import type { BarPart } from '@leaselight/ui/views'

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Columns of a report's total as the parts of one bar, each with its change and a link to its list. */
export function barPartsOf(
  report: ReportDefinition,
  { total, judgement }: Pick<ReportResult, 'total' | 'judgement'>,
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
        share: whole > 0 ? casesText(value / whole, 'percent', { part: value, whole }) : '',
        color: colors[index] ?? 'ink',
        format: column.format,
        judgement: judgement?.[key],
        onOpen: isDrillable(column) && value > 0 ? () => onOpen(null, key) : undefined,
      },
    ]
  })
}
