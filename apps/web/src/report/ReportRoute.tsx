import { type Gate, type ReportDefinition, underFlags } from '@leaselight/model'
import { reportAt, reportFormerlyAt } from '@leaselight/reports'
import { NoPermission, NotFoundState } from '@leaselight/ui'
import { useEffect, useMemo } from 'react'
import { useGlobal } from '../app/Global'
import { Redirect } from '../app/Redirect'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { refusalOf } from '../state/access'
import { isBare, stringifySearch, writeAddress } from '../state/address'
import type { PropertiesState } from '../state/properties'
import { ReportPage } from './ReportPage'

/** Opens the report that stands at the address, or says why it can't. */
export function ReportRoute() {
  const { path, search } = useAddress()
  const { access, propertyState } = useGlobal()
  const asked = path.replace(/(?<=.)\/+$/, '')
  const report = reportAt(asked, search.view)
  const moved = report ? undefined : reportFormerlyAt(asked)
  if (moved) return <Redirect path={moved.path} search={search} />
  if (!report) return <UnknownPath />
  const refusal = refusalOf(report, access)
  if (refusal === 'flag') return <Closed report={report}>{flagWords(report)}</Closed>
  if (refusal === 'gate') return <Closed report={report}>{whyBehindGate(report, propertyState)}</Closed>
  return <OpenReport key={report.key} report={underFlags(report, access.flags)} />
}

function OpenReport({ report }: { report: ReportDefinition }) {
  const { search, replace } = useAddress()
  const { memory } = useServices()
  const { propertiesOf } = useGlobal()
  const properties = useMemo(() => propertiesOf(report), [propertiesOf, report])
  const bare = isBare(report, search)
  const recalled = useMemo(
    () => (bare ? writeAddress(report, memory.recall(report, new Set(properties.map(({ id }) => id)))) : null),
    [bare, report, memory, properties],
  )
  const unfilled = recalled !== null && stringifySearch(recalled) !== stringifySearch(search)
  useEffect(() => {
    if (recalled && unfilled) replace(report.path, recalled)
  }, [recalled, unfilled, replace, report.path])
  // An address without parameters is filled in first, so that nothing is asked for twice.
  if (unfilled) return null
  return <ReportPage report={report} properties={properties} />
}

function UnknownPath() {
  useTitle('Not found')
  return <NotFoundState />
}

function Closed({ report, children }: { report: ReportDefinition; children: string }) {
  useTitle(report.title)
  return <NoPermission>{children}</NoPermission>
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leaselight`
  }, [title])
}

// A report behind an `old_` flag is closed because its successor is open.
function flagWords({ flag, title }: ReportDefinition): string {
  return [flag].flat().some((name) => name?.startsWith('old_'))
    ? `${title} has been replaced for your company. Choose its successor from the navigation.`
    : `${title} is not switched on for your company. Ask an administrator of your company, or contact support.`
}

function whyBehindGate({ gate }: ReportDefinition, { error, onlyStandaloneAvailable }: PropertiesState): string {
  if (error) return `${error}. Try refreshing the app.`
  if (onlyStandaloneAvailable)
    return 'Your properties use call intelligence alone: the reports on calls are open to you.'
  return gateWords[gate]
}

const gateWords: Record<Gate, string> = {
  general: 'None of your properties is open to this report. Ask an administrator of your company.',
  calls: 'You have no properties yet. Ask an administrator of your company.',
  tours: 'None of your properties uses self-guided tours, which this report is about.',
  'call-intel': 'None of your properties uses call intelligence, which this report is about.',
  'call-transcripts': 'None of your properties has its calls transcribed, which this report is about.',
  ai: 'None of your properties uses an AI assistant, which this report is about.',
  'ai-voice': 'None of your properties uses the AI voice assistant, which this report is about.',
  'ai-email': 'None of your properties uses the AI email assistant, which this report is about.',
  'ai-chat': 'None of your properties uses the AI chat assistant, which this report is about.',
  'ai-sms': 'None of your properties uses the AI text assistant, which this report is about.',
}
