import { applyFlags, type Gate, type ReportDefinition } from '@leaselight/model'
import { reportByFormerPath, reportByPath } from '@leaselight/reports'
import { NoPermission, NotFoundState } from '@leaselight/ui'
import { useEffect, useMemo } from 'react'
import { useGlobal } from '../app/Global'
import { Redirect } from '../app/Redirect'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { accessDenial } from '../state/access'
import { addressParams, hasNoReportState, stringifySearch } from '../state/address'
import { noPropertiesMessage } from '../state/person'
import type { PropertiesState } from '../state/properties'
import type { User } from '../state/types'
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
  if (refusal === 'gate')
    return <ReportUnavailable report={report}>{gateMessage(report, propertyState, user)}</ReportUnavailable>
  return <PermittedReport key={report.key} report={applyFlags(report, access.flags)} />
}

function PermittedReport({ report }: { report: ReportDefinition }) {
  const { search, replace } = useAddress()
  const { preferences } = useServices()
  const { propertiesForReport } = useGlobal()
  const properties = useMemo(() => propertiesForReport(report), [propertiesForReport, report])
  const bare = hasNoReportState(report, search)
  const recalled = useMemo(
    () => (bare ? addressParams(report, preferences.restore(report, new Set(properties.map(({ id }) => id)))) : null),
    [bare, report, preferences, properties],
  )
  const unfilled = recalled !== null && stringifySearch(recalled) !== stringifySearch(search)
  useEffect(() => {
    if (recalled && unfilled) replace(report.path, recalled)
  }, [recalled, unfilled, replace, report.path])
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
    ? `${title} has been replaced for your company. Choose its successor from the navigation.`
    : `${title} is not switched on for your company. Ask an administrator of your company, or contact support.`
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
