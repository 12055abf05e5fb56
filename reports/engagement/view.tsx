import { ArrowLink } from '@leaselight/ui/views'
import type { ReportViewProps } from '../views'

/** Who is looked after at present, and the way to how each day ended. */
export default function EngagementView({ lead, evidence, reportLink }: ReportViewProps) {
  const way = reportLink({ report: 'engagement-daily' })
  return (
    <>
      {lead}
      {evidence}
      {way && (
        <div>
          <ArrowLink {...way}>Every day with its properties and agents</ArrowLink>
        </div>
      )}
    </>
  )
}
