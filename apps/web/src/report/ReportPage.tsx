import { describeState, type ReportDefinition, type ReportState } from '@leaselight/model'
import { findView, type ReportViewProps } from '@leaselight/reports/views'
import {
  type CellAction,
  EmptyState,
  ErrorState,
  MutedLine,
  NotFoundState,
  PageHeader,
  TableSkeleton,
} from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../api/request'
import { failureText } from '../api/retryDelay'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { ALL_PROPERTIES } from '../state/properties'
import { scopeAfter } from '../state/scope'
import type { Property } from '../state/types'
import { ReportCharts } from './charts/ReportCharts'
import { buildFilterChoices } from './filters/choices'
import { ReportFilters, ScopeBar } from './filters/ReportFilters'
import { scopeNote } from './filters/scopeControls'
import { useSources } from './filters/useSources'
import { footerNotes } from './footer'
import { type DrillDownTarget, type ReportResponse, reportQuery } from './queries'
import { ReportTiles } from './ReportTiles'
import classes from './report.module.css'
import { type ReportControls, useReportState } from './useReportState'
import { ViewTabs } from './ViewTabs'
import { useViewTools } from './viewTools'

// The table's code is fetched while the numbers load, so neither waits for the other.
const fetchTable = () => import('./table/ReportTable')
const ReportTable = lazy(fetchTable)
const DrillDown = lazy(() => import('./table/DrillDown'))
const ReportActions = lazy(() => import('../sharing/ReportActions'))
const ShareFindings = lazy(() => import('../sharing/sent/ShareFindings'))
const SavedBar = lazy(() => import('../sharing/saved/SavedBar'))
const ScheduledBar = lazy(() => import('../sharing/schedules/ScheduledBar'))

interface Props {
  report: ReportDefinition
  /** The properties the report may use. */
  properties: readonly Property[]
}

/** A report, from title to footer. Everything on it follows from its definition. */
export function ReportPage({ report, properties }: Props) {
  const { client, preferences } = useServices()
  const { today, agents, company, propertyState, selectProperties } = useGlobal()
  const available = useMemo(() => new Set(properties.map(({ id }) => id)), [properties])
  const controls = useReportState(report, available)
  const { state } = controls
  const { saved, scheduled } = useAddress().search
  const sources = useSources(report, state)
  const answer = useQuery(reportQuery(client, report, state, today))
  const choices = useMemo(
    () => buildFilterChoices({ today, properties, agents, sources }),
    [today, properties, agents, sources],
  )

  useEffect(() => {
    void fetchTable()
  }, [])
  useEffect(() => {
    document.title = `${report.title} · Leaselight`
  }, [report.title])
  useEffect(() => {
    const single = properties.find((property) => property.id === state.filters.property)
    if (single) selectProperties({ type: 'select', property: single })
    else
      selectProperties({
        type: 'filter',
        ids: state.filters.propertyIds.length > 0 ? state.filters.propertyIds : [ALL_PROPERTIES],
      })
  }, [properties, state.filters.property, state.filters.propertyIds, selectProperties])

  const note = useMemo(() => {
    const names = new Map(propertyState.properties.map(({ id, name }) => [id, name]))
    const property = (id: number) => names.get(id) ?? 'N/A'
    // Not yet the stored scope: that follows a choice only after it is shown.
    const scope = scopeAfter(report, state, preferences.scope(), available)
    return scopeNote(report, scope, available, { ...choices.names, property })
  }, [report, state, preferences, available, propertyState.properties, choices.names])

  return (
    <>
      <ScopeBar report={report} controls={controls} choices={choices} />
      <PageHeader
        title={report.title}
        question={report.question}
        actions={
          <span className={classes.actions} data-no-print>
            <Suspense>
              <ReportActions report={report} state={state} />
            </Suspense>
          </span>
        }
      />
      {saved && (
        <Suspense>
          <SavedBar id={saved} report={report} state={state} />
        </Suspense>
      )}
      {scheduled && (
        <Suspense>
          <ScheduledBar id={scheduled} report={report} state={state} />
        </Suspense>
      )}
      <p className={classes.paper}>
        {[company?.name, ...describeState(report, state, choices.names)].filter(Boolean).join(' · ')}
      </p>
      <ViewTabs report={report} state={state} />
      <ReportFilters report={report} controls={controls} choices={choices} />
      {note && <p className={classes.scopeNote}>{note}</p>}
      {answer.error ? (
        <ReportError error={answer.error} retry={() => void answer.refetch()} onReset={controls.reset} />
      ) : (
        <ReportBody
          report={report}
          controls={controls}
          response={answer.data}
          stale={answer.isPlaceholderData || (answer.isFetching && answer.data !== undefined)}
          propertyName={choices.names.property}
        />
      )}
    </>
  )
}

/** The open list, with the result its number belongs to. */
type OpenDrillDown = DrillDownTarget & { rowName: string; report: ReportDefinition; state: ReportState }

interface BodyProps {
  report: ReportDefinition
  controls: ReportControls
  response: ReportResponse | undefined
  stale: boolean
  propertyName: (id: number) => string
}

function ReportBody({ report, controls, response, stale, propertyName }: BodyProps) {
  const [opened, setOpened] = useState<OpenDrillDown | null>(null)
  const { today } = useGlobal()
  // What is shown belongs to the state it was requested for. While loading, that is not yet the address's state.
  const state = response?.state ?? controls.state
  const result = response?.result
  const tools = useViewTools(report, state)
  const open: ReportViewProps['onDrillDown'] = (row, column, rowName = '', of) =>
    setOpened({ row, column, rowName, report: of?.report ?? report, state: of?.state ?? state })

  const tiles = <ReportTiles report={report} state={state} result={result} stale={stale} onDrillDown={open} />
  const charts = <ReportCharts report={report} state={state} result={result} stale={stale} />
  if (!result)
    return (
      <>
        {tiles}
        {charts}
        <TableSkeleton label={`Loading ${report.title}`} />
      </>
    )
  const tableWith = (cellActions?: Readonly<Record<string, CellAction>>) =>
    result.rows.length === 0 && !stale ? (
      <EmptyState
        title="Nothing to show"
        action={
          <Button variant="default" onClick={controls.reset}>
            Reset the filters
          </Button>
        }
      >
        Nothing in this period matches the filters. Choose other dates or properties.
      </EmptyState>
    ) : (
      <Suspense fallback={<TableSkeleton label={`Loading ${report.title}`} />}>
        <ReportTable
          report={report}
          state={state}
          result={result}
          stale={stale}
          onDrillDown={open}
          {...(cellActions && { cellActions })}
        />
      </Suspense>
    )
  const View = findView(report.key)
  const label = opened?.report.columns[opened.column]?.label
  return (
    <>
      {View ? (
        <Suspense fallback={<div className={classes.tablePlace} role="status" aria-label="Loading the report" />}>
          <View
            report={report}
            state={state}
            result={result}
            stale={stale}
            onFilters={controls.update}
            onSwitch={controls.setSwitch}
            onDrillDown={open}
            today={today}
            {...tools}
            tiles={tiles}
            charts={charts}
            table={tableWith()}
            renderTable={tableWith}
            shareFindings={
              report.explains && (
                <Suspense>
                  <ShareFindings report={report} state={state} />
                </Suspense>
              )
            }
          />
        </Suspense>
      ) : (
        <>
          {tiles}
          {charts}
          {tableWith()}
        </>
      )}
      <MutedLine items={footerNotes(report, result)} />
      {opened && (
        <Suspense>
          <DrillDown
            key={`${opened.row}/${opened.column}`}
            report={opened.report}
            state={opened.state}
            target={opened}
            title={opened.rowName ? `${label}, ${opened.rowName}` : `${label}`}
            subtitle={footerNotes(report, result)[0] ?? ''}
            timeZone={result.timeZone}
            propertyName={propertyName}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function ReportError({ error, retry, onReset }: { error: Error; retry: () => void; onReset: () => void }) {
  const reset = (
    <Button variant="default" onClick={onReset}>
      Reset the filters
    </Button>
  )
  if (error instanceof ApiError && error.status === 404)
    return (
      <NotFoundState action={reset} heading="h2">
        This link asks for something that is not there, or not open to your account. {error.message}
      </NotFoundState>
    )
  if (error instanceof ApiError && error.status === 400) return <ErrorState message={error.message} retry={onReset} />
  return <ErrorState message={failureText(error)} retry={retry} />
}
