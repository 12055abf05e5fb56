import {
  allowedFilters,
  type Day,
  dataNotes,
  defaultOrder,
  type NameLookup,
  notedDays,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  reportAnswer,
  stateOfDays,
} from '@leaselight/model'
import { findView, type ReportViewProps } from '@leaselight/reports/views'
import {
  Block,
  Blocks,
  type CellAction,
  CellNotes,
  MutedLine,
  type NoteOf,
  PageAnswer,
  TableSkeleton,
  useIsPhone,
} from '@leaselight/ui'
import { UnstyledButton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useGlobal } from '../app/Global'
import { dailyGoals, goalNote, useGoalsBeside, useReportGoals } from '../goals/useReportGoals'
import { NotesOnCharts } from '../timelineNotes/NotesOnCharts'
import { useNotedResult } from '../timelineNotes/useNotedResult'
import { FoldedCharts } from './charts/FoldedCharts'
import { placedCharts } from './charts/placedCharts'
import { ReportCharts } from './charts/ReportCharts'
import { emptinessOf, isWithoutNumbers } from './emptiness'
import { FindingOnReport } from './FindingOnReport'
import { footerNotes } from './footer'
import { OwnPage, ReportCards } from './parts'
import type { DrillDownTarget, ReportResponse } from './queries'
import { ReportTiles } from './ReportTiles'
import classes from './report.module.css'
import { ReportTable } from './table/tablePart'
import { useRecords } from './useRecords'
import type { ReportControls } from './useReportState'

const ListBrush = lazy(() => import('./table/ListBrush'))
const DrillDown = lazy(() => import('./table/DrillDown'))
const NoDataYet = lazy(() => import('./NoDataYet'))
const NothingFound = lazy(() => import('./NothingFound'))

/** The open list, with the result its number belongs to. */
type OpenDrillDown = DrillDownTarget & {
  rowName: string
  report: ReportDefinition
  state: ReportState
  preview?: boolean
}

interface Props {
  report: ReportDefinition
  controls: ReportControls
  response: ReportResponse | undefined
  stale: boolean
  names: NameLookup
  /** Controls of what the rows stand for, above them. */
  grouping?: ReactNode
  /** Receives the keys of the opened rows. */
  onOpened: (keys: ReadonlySet<string>) => void
}

/**
 * A report below its title: the answer, its numbers with a chart, the table, and what else there is to see. Nothing in
 * it changes its height while it loads, and what comes after the table appears with it.
 */
export function ReportBody({ report, controls, response, stale, names, grouping, onOpened }: Props) {
  const [opened, setOpened] = useState<OpenDrillDown | null>(null)
  const [found, setFound] = useState<ReadonlySet<string> | null>(null)
  // Typing goes before drawing.
  const drawnRows = useDeferredValue(found)
  const phone = useIsPhone()
  const { today } = useGlobal()
  // What is shown belongs to the state it was requested for. While loading, that is not yet the address's state.
  const state = response?.state ?? controls.state
  const loaded = useNotedResult(report, response?.result)
  const { result, ...records } = useRecords(report, state, loaded)
  const { goals, isWaiting } = useReportGoals(report, state)
  // Requested beside the numbers, not after them: the report's own page waits for both.
  useGoalsBeside(report, state)
  const daily = useMemo(() => dailyGoals(goals), [goals])
  const noteOf = useCallback<NoteOf>((row, column) => goalNote(goals, row, column), [goals])
  const answer = useMemo(() => result && reportAnswer(report, state, result), [report, state, result])
  const open: ReportViewProps['onDrillDown'] = (row, column, rowName = '', of) =>
    setOpened({ row, column, rowName, report: of?.report ?? report, state: of?.state ?? state })

  const shown = { report, state, result, stale, pinnable: true, found: drawnRows }
  const pick: ReportViewProps['onPick'] = ({ row, column, name, days }, of = { report, state }) =>
    open(row, column, name, days ? { report: of.report, state: stateOfDays(of.report, of.state, days) } : of)
  const pictures = { ...shown, goals: daily, onPick: pick }
  const order = defaultOrder(report, state)
  const { isBrushed, drawn, leading, open: shownBelow, folded } = placedCharts(report, state, result, phone)
  const beside = leading.length > 0
  const said = report.answer && (
    <PageAnswer
      answer={answer}
      compared={!report.asOf}
      stale={stale}
      beside={<FindingOnReport report={report} state={state} />}
    />
  )
  const tiles = (
    <Block>
      {said}
      <ReportTiles {...shown} goals={goals} onDrillDown={open} />
    </Block>
  )
  const leadWith = (picture: ReactNode = <ReportCharts {...pictures} charts={drawn} beside />) => (
    <Block>
      {said}
      <div className={classes.lead} data-lead={report.picture}>
        <ReportTiles {...shown} goals={goals} beside onDrillDown={open} />
        {picture}
      </div>
    </Block>
  )
  const lead = beside ? leadWith(<ReportCharts {...pictures} charts={leading} beside />) : tiles
  const charts = phone ? <FoldedCharts {...pictures} charts={drawn} /> : <ReportCharts {...pictures} charts={drawn} />
  const View = findView(report.key)
  const Table = phone ? ReportCards : ReportTable
  /** The bars that narrow a list are above its rows, and have their height before these load. */
  const listed = (rows: ReactNode) =>
    isBrushed ? (
      <div className={classes.listed}>
        <div className={classes.brush}>
          <Suspense>{loaded && <ListBrush report={report} controls={controls} result={loaded} />}</Suspense>
        </div>
        {rows}
      </div>
    ) : (
      rows
    )
  const skeleton = listed(<TableSkeleton label={`Loading ${report.title}`} />)
  const waiting = (
    <Blocks>
      {report.picture ? leadWith(<div className={classes.picturePlace} />) : lead}
      {skeleton}
    </Blocks>
  )
  if (!result) return waiting
  const recordsBegin = firstDayAfter(result)
  if (recordsBegin && result.period && allowedFilters(report).includes('dateRange'))
    return (
      <Suspense>
        <NoDataYet period={result.period} begin={recordsBegin} today={today} onDates={controls.update} />
      </Suspense>
    )
  const emptiness =
    stale || !loaded
      ? 'no'
      : emptinessOf({
          ...{ report, state, result: loaded, ownPage: View !== undefined },
          goals: goals ? 'some' : isWaiting ? 'unknown' : 'none',
        })
  if (emptiness === 'unknown') return waiting
  const nothing = emptiness !== 'no' && (
    <>
      {grouping && <div className={classes.grouping}>{grouping}</div>}
      <Suspense>
        <NothingFound report={report} controls={controls} names={names} period={result.period} />
      </Suspense>
    </>
  )
  if (emptiness === 'alone') return <Blocks>{controls.within ? listed(nothing) : nothing}</Blocks>
  const standard = !isWithoutNumbers(emptiness, report, result)
  const tableWith = (cellActions?: Readonly<Record<string, CellAction>>) =>
    nothing ||
    listed(
      <CellNotes value={noteOf}>
        <Table
          report={report}
          state={state}
          result={result}
          records={records}
          stale={stale}
          order={order}
          onDrillDown={(row, column, rowName, preview = false) =>
            setOpened({ row, column, rowName, report, state, preview })
          }
          previewing={opened?.preview ?? false}
          onFound={setFound}
          onOpened={onOpened}
          onFilters={controls.update}
          grouping={grouping}
          {...(cellActions && { cellActions })}
        />
      </CellNotes>,
    )
  const evidenceWith = (cellActions?: Readonly<Record<string, CellAction>>) => (
    <>
      {tableWith(cellActions)}
      {standard && <ReportCharts {...pictures} charts={shownBelow} />}
      {standard && folded.length > 0 && <FoldedCharts {...pictures} charts={folded} />}
    </>
  )
  const label = opened?.report.columns[opened.column]?.label
  const missing = dataNotes(report, state, result).map(({ text, row, column, name }) => (
    <UnstyledButton key={row} className="ll-focus" fz="inherit" td="underline" onClick={() => open(row, column, name)}>
      {text}
    </UnstyledButton>
  ))
  const notes = <MutedLine items={[...footerNotes(report, result), ...missing]} />
  return (
    <NotesOnCharts state={state} days={notedDays(report, result)}>
      {View ? (
        <Suspense fallback={waiting}>
          <Blocks>
            <OwnPage
              View={View}
              report={report}
              state={state}
              result={result}
              stale={stale}
              found={drawnRows}
              onFilters={controls.update}
              onSwitch={controls.setSwitch}
              onDrillDown={open}
              onPick={pick}
              answer={standard && said}
              tiles={standard && tiles}
              lead={standard && lead}
              leadWith={(picture) => standard && leadWith(picture)}
              charts={standard && charts}
              table={tableWith()}
              evidence={evidenceWith()}
              renderEvidence={evidenceWith}
            />
            {notes}
          </Blocks>
        </Suspense>
      ) : (
        <Blocks>
          {lead}
          <Suspense fallback={skeleton}>
            {evidenceWith()}
            {notes}
          </Suspense>
        </Blocks>
      )}
      {opened && (
        <Suspense>
          <DrillDown
            key={`${opened.row}/${opened.column}`}
            report={opened.report}
            state={opened.state}
            target={opened}
            title={opened.rowName ? `${label}, ${opened.rowName}` : `${label}`}
            dates={{ zone: result.timeZone, today }}
            propertyName={names.property}
            preview={opened.preview ?? false}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </NotesOnCharts>
  )
}

/** The first day with data, where that is after the whole period. */
function firstDayAfter({ coverage, period }: ReportResult): Day | null {
  return period && coverage.first !== null && period.end < coverage.first ? coverage.first : null
}
