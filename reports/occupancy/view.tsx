import { UnitsCard } from '../UnitsCard'
import type { ReportViewProps } from '../views'

/** Today's units as one bar, before properties, bedrooms and floor plans. */
export default function OccupancyView(props: ReportViewProps) {
  return (
    <>
      {props.leadWith(<UnitsCard {...props} label="Units today" description="Every unit by how it stands today" />)}
      {props.evidence}
    </>
  )
}
