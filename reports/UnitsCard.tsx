import { type ColumnName, formatCell, numberText, type TotalOf } from '@leaselight/model'
import { Card, PartsBar } from '@leaselight/ui/views'
import { barPartsOf } from './barParts'
import type { occupancy } from './occupancy/report'
import type { ReportViewProps } from './views'

/** Every unit is in one of these states. */
const STATES: readonly ColumnName<typeof occupancy>[] = [
  'occupiedStaying',
  'rentedNotice',
  'unrentedNotice',
  'rentedVacant',
  'unrentedVacant',
]

type Props = Pick<ReportViewProps, 'report' | 'result' | 'stale' | 'onDrillDown'> & {
  label: string
  description: string
}

/** All units of a report that counts them as Occupancy does, as one bar. */
export function UnitsCard({ report, result, stale, onDrillDown, label, description }: Props) {
  const { totalUnits, totalToRent }: TotalOf<typeof occupancy> = result.total
  return (
    <Card
      title={`${formatCell(totalToRent, 'integer')} of ${formatCell(totalUnits, 'integer')} units are left to rent, and ${numberText(report.columns, 'leasedRatio', result.total)} are leased`}
      description={description}
      stale={stale}
    >
      <PartsBar label={label} parts={barPartsOf(report, result, STATES, onDrillDown)} />
    </Card>
  )
}
