import {
  applyFlags,
  chartWithKey,
  type FindingsAnswer,
  type ReportDefinition,
  type ReportState,
  stateOfDays,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { ErrorState } from '@leaselight/ui'
import { FindingsList, FindingsSkeleton } from '@leaselight/ui/views'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { failureText } from '../api/retryDelay'
import { useGlobal } from '../app/Global'
import { hrefProps } from '../app/linkProps'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { dailyGoals, useReportGoals } from '../goals/useReportGoals'
import { ReportCharts } from '../report/charts/ReportCharts'
import { type DrillDownTarget, reportQuery, resourceQuery } from '../report/queries'
import { ReportTiles } from '../report/ReportTiles'
import { parseSearch, readAddress } from '../state/address'
import { useNotedResult } from '../timelineNotes/useNotedResult'
import classes from './myPage.module.css'
import type { Pin } from './queries'

const DrillDown = lazy(() => import('../report/table/DrillDown'))

/** What is pinned, as it is now. */
export function PinContent({ pin }: { pin: Pin }) {
  const { access } = useGlobal()
  const found = reportByKey(pin.report)
  const report = useMemo(() => found && applyFlags(found, access.flags), [found, access.flags])
  const state = useMemo(
    () => report && readAddress(report, parseSearch(pin.address.split('?')[1] ?? '')),
    [report, pin.address],
  )
  if (!report || !state) return <p className={classes.over}>You don’t have access to this report any more.</p>
  return pin.kind === 'finding' ? (
    <PinnedFinding pin={pin} />
  ) : (
    <PinnedNumbers pin={pin} report={report} state={state} />
  )
}

interface NumbersProps {
  pin: Pin
  report: ReportDefinition
  state: ReportState
}

/** A number or a chart, as its report shows it. */
function PinnedNumbers({ pin, report, state }: NumbersProps) {
  const { client } = useServices()
  const { today, propertyState } = useGlobal()
  const answer = useQuery(reportQuery(client, report, state, today))
  const { goals } = useReportGoals(report, state)
  const daily = useMemo(() => dailyGoals(goals), [goals])
  const result = useNotedResult(report, answer.data?.result)
  const [opened, setOpened] = useState<(DrillDownTarget & { name: string; state: ReportState }) | null>(null)
  const charts = useMemo(() => [chartWithKey(report, pin.item)].flatMap((spec) => spec ?? []), [report, pin.item])
  if (answer.error) return <ErrorState message={failureText(answer.error)} retry={() => void answer.refetch()} />
  const shown = { report, state, result, stale: answer.isPlaceholderData }
  const label = opened && report.columns[opened.column]?.label
  return (
    <>
      {pin.kind === 'number' ? (
        <ReportTiles
          {...shown}
          goals={goals}
          only={pin.item}
          label={[pin.name ?? pin.title, pin.label, ...pin.inWords].join(', ')}
          onDrillDown={(row, column) => setOpened({ row, column, name: '', state })}
        />
      ) : (
        <ReportCharts
          {...shown}
          goals={daily}
          charts={charts}
          onPick={({ row, column, name, days }, of) =>
            setOpened({ row, column, name, state: days ? stateOfDays(report, state, days) : (of?.state ?? state) })
          }
        />
      )}
      {opened && result && (
        <Suspense>
          <DrillDown
            key={`${opened.row}/${opened.column}`}
            report={report}
            state={opened.state}
            target={opened}
            title={opened.name ? `${label}, ${opened.name}` : `${label}`}
            dates={{ zone: result.timeZone, today }}
            propertyName={(id) => propertyState.properties.find((one) => one.id === id)?.name ?? 'N/A'}
            preview={false}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** A finding while it is one. What is over or hidden says so. */
function PinnedFinding({ pin }: { pin: Pin }) {
  const { client } = useServices()
  const { push } = useAddress()
  const answer = useQuery(resourceQuery<FindingsAnswer>(client, '/api/insights/findings'))
  if (answer.error) return <ErrorState message={failureText(answer.error)} retry={() => void answer.refetch()} />
  if (!answer.data) return <FindingsSkeleton />
  const { findings, hidden } = answer.data
  const finding = findings.find(({ key }) => key === pin.item)
  if (finding)
    return (
      <FindingsList
        findings={[finding]}
        hidden={[]}
        others={0}
        busy={false}
        linkPropsFor={(href) => hrefProps(push, href)}
      />
    )
  const isHidden = hidden.some(({ key }) => key === pin.item)
  return (
    <p className={classes.over}>
      {pin.label}: {isHidden ? 'hidden on Insights.' : 'nothing stands out now.'}
    </p>
  )
}
