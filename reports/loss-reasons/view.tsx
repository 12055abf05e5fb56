import { Segmented } from '@leaselight/ui/views'
import type { ReportViewProps } from '../views'

/** Losses by reason, by next step or by furthest stage, switched with one click. */
export default function LossReasonsView({ report, state, onSwitch, lead, evidence }: ReportViewProps) {
  const category = report.switches?.category
  return (
    <>
      {lead}
      {category && (
        <div data-no-print>
          <Segmented
            label={category.label}
            options={Object.entries(category.options).map(([value, label]) => ({ value, label }))}
            value={state.switches.category ?? category.initial}
            onChange={(value) => onSwitch('category', value)}
          />
        </div>
      )}
      {evidence}
    </>
  )
}
