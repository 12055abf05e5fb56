import { type ColumnName, formatCell, numberText, type TotalOf } from '@leaselight/model'
import { Card, PartsBar } from '@leaselight/ui/views'
import { barPartsOf } from '../barParts'
import type { ReportViewProps } from '../views'
import type { occupancy } from './report'

/** Every unit is in one of these states. */
const STATES: readonly ColumnName<typeof occupancy>[] = [
  'occupiedStaying',
  'rentedNotice',
  'unrentedNotice',
  'rentedVacant',
  'unrentedVacant',
]

/** Today's units as one bar, before properties, bedrooms and floor plans. */
export default function OccupancyView({ report, result, stale, onDrillDown, tiles, charts, table }: ReportViewProps) {
  const { totalUnits, totalToRent }: TotalOf<typeof occupancy> = result.total
  return (
    <>
      {tiles}
      <Card
        title={`${formatCell(totalToRent, 'integer')} of ${formatCell(totalUnits, 'integer')} units are left to rent, and ${numberText(report.columns, 'leasedRatio', result.total)} are leased`}
        description="Every unit by how it stands today"
        stale={stale}
      >
        <PartsBar label="Units today" parts={barPartsOf(report, result, STATES, onDrillDown)} />
      </Card>
      {table}
      {charts}
    </>
  )
}
