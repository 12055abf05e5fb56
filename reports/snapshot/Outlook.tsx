import type { AheadFact } from '@leaselight/model'
import { Fact, FactStrip } from '@leaselight/ui/views'
import type { ReportViewProps } from '../views'

/** What is ahead and who waits, each with its report; only what the reader may open. */
export function Outlook({ view }: { view: ReportViewProps }) {
  const { report, today, reportLink } = view
  const open = (report.ahead?.(today) ?? []).filter((fact) => reportLink(fact) !== null)
  if (open.length === 0) return null
  return (
    <FactStrip title="Today and tomorrow">
      {open.map((fact) => (
        <OutlookFact key={fact.report} fact={fact} view={view} />
      ))}
    </FactStrip>
  )
}

function OutlookFact({ fact, view }: { fact: AheadFact; view: ReportViewProps }) {
  const answer = view.useReport(fact)
  const way = view.reportLink(fact)
  if (!way) return null
  const result = answer.is === 'here' ? answer.data.result : undefined
  const value = result ? fact.read(result) : null
  const text = value === null ? undefined : value.toLocaleString('en-US')
  const retry = answer.is === 'failed' ? answer.retry : undefined
  return <Fact {...way} value={answer.is === 'loading' ? null : text} label={fact.label(value, result)} retry={retry} />
}
