import { describeState, type ReportDefinition } from '@leaselight/model'
import { PageHeader, useIsPhone } from '@leaselight/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { linkFault, readAddress } from '../state/address'
import { ALL_PROPERTIES } from '../state/properties'
import { scopeAfter } from '../state/scope'
import type { Property } from '../state/types'
import { fetchParts } from './fetchParts'
import { buildFilterChoices } from './filters/choices'
import { GroupingControls } from './filters/GroupingControls'
import { ReportFilters } from './filters/ReportFilters'
import { scopeNote, unknownNote } from './filters/scopeControls'
import { useSources } from './filters/useSources'
import { provenance } from './footer'
import { HowToRead } from './HowToRead'
import { reportQuery } from './queries'
import { ReportBody } from './ReportBody'
import { ReportError } from './ReportError'
import classes from './report.module.css'
import { useReportState } from './useReportState'
import { ViewTabs } from './ViewTabs'

const ReportActions = lazy(() => import('../sharing/ReportActions'))
const ReconcileMark = lazy(() => import('../reconcile/ReconcileMark'))
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
  const { today, agents, company, propertyState, knownProperties, selectProperties } = useGlobal()
  const available = useMemo(() => new Set(properties.map(({ id }) => id)), [properties])
  const controls = useReportState(report, available)
  const { state } = controls
  const { search } = useAddress()
  const { saved, scheduled } = search
  const sources = useSources(report, state)
  const answer = useQuery(reportQuery(client, report, state, today))
  const choices = useMemo(
    () => buildFilterChoices({ today, properties, agents, sources }),
    [today, properties, agents, sources],
  )

  const phone = useIsPhone()
  const openedRows = useRef<ReadonlySet<string>>(new Set())
  const noteOpened = useCallback((keys: ReadonlySet<string>) => {
    openedRows.current = keys
  }, [])
  const queries = useQueryClient()
  useEffect(() => fetchParts(report, { phone, client, queries }), [report, phone, client, queries])
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
    const propertyIds = scope.propertyIds.filter((id) => names.has(id))
    return [
      linkFault(report, search),
      unknownNote(readAddress(report, search), knownProperties),
      scopeNote(report, { ...scope, propertyIds }, available, { ...choices.names, property }),
    ]
      .filter(Boolean)
      .join(' ')
  }, [report, state, search, preferences, available, knownProperties, propertyState.properties, choices.names])

  return (
    <>
      <ReportFilters report={report} controls={controls} choices={choices} />
      <PageHeader
        title={report.title}
        question={report.question}
        provenance={answer.data && !answer.error ? provenance(report, answer.data.result) : null}
        help={<HowToRead report={report} response={answer.data} />}
        actions={
          <span className={classes.actions} data-no-print>
            <Suspense>
              <ReportActions report={report} state={state} openedRows={openedRows} />
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
      {note && (
        <p className={classes.scopeNote} data-no-print>
          {note}
        </p>
      )}
      {answer.error ? (
        <ReportError error={answer.error} retry={() => void answer.refetch()} onReset={controls.reset} />
      ) : (
        <ReportBody
          report={report}
          controls={controls}
          response={answer.data}
          onOpened={noteOpened}
          stale={answer.isPlaceholderData || (answer.isFetching && answer.data !== undefined)}
          names={choices.names}
          grouping={!phone && <GroupingControls report={report} controls={controls} choices={choices} />}
        />
      )}
      {report.reconciles && answer.data && (
        <Suspense>
          <ReconcileMark report={report} state={state} />
        </Suspense>
      )}
    </>
  )
}
