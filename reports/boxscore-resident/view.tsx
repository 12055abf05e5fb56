import { UnitsCard } from '../UnitsCard'
import type { ReportViewProps } from '../views'

/** The property's units as one bar, before its floor plans; files have the course of its moves instead. */
export default function ResidentBoxscoreView(props: ReportViewProps) {
  return (
    <>
      {props.leadWith(
        <UnitsCard {...props} label="Units" description="Every unit by how it stands on the last day of the period" />,
      )}
      {props.table}
    </>
  )
}
