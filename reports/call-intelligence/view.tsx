import { summarySentences } from '@leaselight/model'
import { Card } from '@leaselight/ui/views'
import type { ReportViewProps } from '../views'

/** The overview, with its summary where the company has it. */
export default function CallIntelligenceView({ report, result, stale, lead, evidence }: ReportViewProps) {
  const sentences = summarySentences(report, result)
  return (
    <>
      {lead}
      {evidence}
      {sentences.length > 0 && (
        <Card title="Summary" description="Written by rules from the numbers on this page." stale={stale}>
          <p>{sentences.join(' ')}</p>
        </Card>
      )}
    </>
  )
}
