import type { Day, ReportDefinition } from '@leaselight/model'
import { LockedChip } from '@leaselight/ui'
import { type Locked, lockedDates } from './scopeControls'

interface Props extends Locked {
  report: ReportDefinition
  today: Day
}

/** A part of the scope that the report doesn't follow, with what it covers instead. */
export function LockedScope({ of, report, today }: Props) {
  if (of === 'dates')
    return <LockedChip label="Dates" value={lockedDates(report, today)} reason={report.lockedScope?.dates ?? ''} />
  return <LockedChip label="Properties" value="All properties" reason={report.lockedScope?.properties ?? ''} />
}
