import { applyFlags, type Gate, type ReportDefinition } from '@leaselight/model'
import { reportByFormerPath, reportByPath } from '@leaselight/reports'
import { NoPermission, NotFoundState } from '@leaselight/ui'
import { useEffect, useMemo } from 'react'
import { useGlobal } from '../app/Global'
import { Redirect } from '../app/Redirect'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { UnknownAccess } from '../shell/UnknownAccess'
import { accessDenial } from '../state/access'
import { stringifySearch } from '../state/address'
import { noPropertiesMessage } from '../state/person'
import type { PropertiesState } from '../state/properties'
import type { User } from '../state/types'
import { openingSearch } from './openingSearch'
import { ReportPage } from './ReportPage'
import { WatchSpot } from './WatchSpot'

/** Opens the report at the address, or explains why it can't. */
export function ReportRoute() {
  const { path, search } = useAddress()
  const { access, propertyState, user } = useGlobal()
  const requestedPath = path.replace(/(?<=.)\/+$/, '')
  const report = reportByPath(requestedPath, search.view)
  const moved = report ? undefined : reportByFormerPath(requestedPath)
  if (moved) return <Redirect path={moved.path} search={search} />
  if (!report) return <UnknownPath />
  const refusal = accessDenial(report, access)
  if (refusal === 'flag') return <ReportUnavailable report={report}>{flagMessage(report)}</ReportUnavailable>
  if (refusal === 'unknown') return <ReportUnknown report={report} />
  if (refusal === 'gate')
    return <ReportUnavailable report={report}>{gateMessage(report, propertyState, user)}</ReportUnavailable>
  return <PermittedReport key={report.key} report={applyFlags(report, access.flags)} />
}

function PermittedReport({ report }: { report: ReportDefinition }) {
  const { search, replace } = useAddress()
  const { preferences } = useServices()
  const { propertiesForReport } = useGlobal()
  const properties = useMemo(() => propertiesForReport(report), [propertiesForReport, report])
  const opening = useMemo(
    () => openingSearch(report, search, preferences, properties),
    [report, search, preferences, properties],
  )
  const unfilled = stringifySearch(opening) !== stringifySearch(search)
  useEffect(() => {
    if (unfilled) replace(report.path, opening)
  }, [opening, unfilled, replace, report.path])
  // An address without parameters is completed first, so that nothing is requested twice.
  if (unfilled) return null
  return (
    <WatchSpot report={report}>
      <ReportPage report={report} properties={properties} />
    </WatchSpot>
  )
}

function UnknownPath() {
  useDocumentTitle('Not found')
  return <NotFoundState />
}

function ReportUnknown({ report }: { report: ReportDefinition }) {
  useDocumentTitle(report.title)
  return <UnknownAccess />
}

function ReportUnavailable({ report, children }: { report: ReportDefinition; children: string }) {
  useDocumentTitle(report.title)
  return <NoPermission>{children}</NoPermission>
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leaselight`
  }, [title])
}

// A report behind an `old_` flag is closed because its successor is open.
function flagMessage({ flag, title }: ReportDefinition): string {
  return [flag].flat().some((name) => name?.startsWith('old_'))
    ? `${title} has been replaced for your company. Choose the new report in the navigation.`
    : `${title} isn’t turned on for your company. Ask your administrator, or contact support.`
}

function gateMessage(
  { gate }: ReportDefinition,
  { error, onlyStandaloneAvailable }: PropertiesState,
  user: User,
): string {
  // Without properties reloading would change nothing.
  const remedy = user.propertyIds.length === 0 ? noPropertiesMessage(user) : 'Try refreshing the app.'
  if (error) return `${error}. ${remedy}`
  if (onlyStandaloneAvailable)
    return 'Your properties use call intelligence alone: the reports on calls are open to you.'
  return gateMessages[gate]
}

const gateMessages: Record<Gate, string> = {
  general: 'You don’t have access to this report at any property. Ask your administrator.',
  calls: 'You have no properties yet. Ask your administrator.',
  tours: 'This report is about self-guided tours. None of your properties has them.',
  'call-intel': 'This report is about call intelligence. None of your properties has it.',
  'call-transcripts': 'This report is about call transcripts. None of your properties has them.',
  ai: 'This report is about the AI assistant. None of your properties has it.',
  'ai-voice': 'This report is about the AI voice assistant. None of your properties has it.',
  'ai-email': 'This report is about the AI email assistant. None of your properties has it.',
  'ai-chat': 'This report is about the AI chat assistant. None of your properties has it.',
  'ai-sms': 'This report is about the AI text assistant. None of your properties has it.',
}
