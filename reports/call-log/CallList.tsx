import {
  type Cell,
  type ColumnName,
  formatCell,
  formatDuration,
  formatMoment,
  type RowOf,
  type TableRow,
} from '@leaselight/model'
import { type CellAction, HighlightedText } from '@leaselight/ui'
import CallPanel from '@leaselight/ui/call'
import { useCallback, useMemo, useState } from 'react'
import type { callTranscripts } from '../call-transcripts/report'
import type { ReportViewProps } from '../views'
import type { callLog } from './report'

/** A row of either list; columns of the other list are undefined. */
type Row = RowOf<typeof callLog> & RowOf<typeof callTranscripts>
type Actions<D extends { columns: object }> = Readonly<Partial<Record<ColumnName<D>, CellAction>>>

const QUERY = `query CallTranscript($threadId: String!) { callTranscript(threadId: $threadId) { recordingUrl agent caller
  annotations { greeting name preferences prospectInfo prospectInterest prospectSource followup }
  utterances { speaker time transcript } } }`

/** The annotations' labels, in the order of a good call. */
const annotations = {
  greeting: 'Greeting',
  name: 'Name',
  prospectSource: 'Source',
  prospectInterest: 'Interest',
  preferences: 'Preferences',
  prospectInfo: 'About the prospect',
  followup: 'Follow-up',
} as const

interface CallAnswer {
  callTranscript: {
    recordingUrl: string | null
    agent: string
    caller: string | null
    annotations: Record<keyof typeof annotations, number | null>
    utterances: { speaker: string; time: number; transcript: string }[]
  }
}

interface OpenedCall {
  key: string
  play: boolean
}

/** A list of calls with playable recordings, and transcripts that open next to it. */
export function CallList({ view, columns }: { view: ReportViewProps; columns: 'recording' | 'excerpt' }) {
  const [opened, setOpened] = useState<OpenedCall | null>(null)
  const { search } = view.state.filters
  const open = useCallback((row: TableRow, play: boolean) => setOpened({ key: row.row.key, play }), [])
  const actions = useMemo(
    () => (columns === 'recording' ? recordingActions(open) : excerptActions(open, search)),
    [columns, open, search],
  )
  const rows = view.result.rows
  const at = opened ? rows.findIndex((row) => row.key === opened.key) : -1
  const go = (index: number) => {
    const next = rows[index]
    return next && opened ? () => setOpened({ ...opened, key: next.key }) : undefined
  }
  return (
    <>
      {view.lead}
      {view.renderEvidence(actions)}
      {opened && rows[at] && (
        <Call
          view={view}
          row={rows[at]}
          play={opened.play}
          onClose={() => setOpened(null)}
          onLater={go(at - 1)}
          onEarlier={go(at + 1)}
        />
      )}
    </>
  )
}

type OpenCall = (row: TableRow, play: boolean) => void

/** The caller's name, otherwise their number; '' where neither is known. */
const callerName = (row: Row): string => text(row.caller) || (row.phone ? formatCell(row.phone, 'phone') : '')

const callerOf = (row: Row): string => callerName(row) || 'an unknown caller'

function recordingActions(open: OpenCall): Actions<typeof callLog> {
  return {
    recordingUrl: {
      wide: false,
      text: ({ row }: { row: Row }) => (row.recordingUrl ? 'Play' : null),
      label: ({ row }: { row: Row }) => `Play the call of ${callerOf(row)}`,
      icon: <PlayMark />,
      onSelect: (row) => open(row, true),
    },
    threadId: {
      wide: false,
      text: ({ row }: { row: Row }) => (row.threadId ? 'Read' : null),
      label: ({ row }: { row: Row }) => `Read the call of ${callerOf(row)}`,
      onSelect: (row) => open(row, false),
    },
  }
}

function excerptActions(open: OpenCall, search: string): Actions<typeof callTranscripts> {
  return {
    excerpt: {
      wide: true,
      text: ({ row }: { row: Row }) => <HighlightedText text={text(row.excerpt)} search={search} />,
      label: ({ row }: { row: Row }) => `${text(row.excerpt)}: open the call of ${callerOf(row)}`,
      onSelect: (row) => open(row, false),
    },
    threadId: {
      wide: false,
      text: () => 'Listen',
      label: ({ row }: { row: Row }) => `Listen to the call of ${callerOf(row)}`,
      icon: <PlayMark />,
      onSelect: (row) => open(row, true),
    },
  }
}

const PlayMark = () => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
    <path d="M3 1.6v8.8l7-4.4z" fill="currentColor" />
  </svg>
)

interface CallProps {
  view: ReportViewProps
  row: Row
  play: boolean
  onClose: () => void
  onLater: (() => void) | undefined
  onEarlier: (() => void) | undefined
}

function Call({ view, row, play, onClose, onLater, onEarlier }: CallProps) {
  const threadId = text(row.threadId)
  const answer = view.useGraphql<CallAnswer>(QUERY, threadId ? { threadId } : null)
  const said = answer.is === 'here' ? answer.data.callTranscript : undefined
  const key = text(row.key)
  const { fetchBlob } = view
  const load = useCallback(
    (signal: AbortSignal) => fetchBlob(`/api/calls/${key.slice(key.indexOf(':') + 1)}/recording`, signal),
    [fetchBlob, key],
  )
  const recorded = 'recordingUrl' in row ? Boolean(row.recordingUrl) : Boolean(said?.recordingUrl)
  const script = useMemo(
    () =>
      said && {
        utterances: said.utterances,
        notes: notesOf(said.annotations),
      },
    [said],
  )
  const caller = callerName(row) || 'Unknown caller'
  const agent = text(row.agent)
  const when = formatMoment(text(row.startedAt) || text(row.time), text(row.timeZone) || 'UTC', view.today)
  const seconds = typeof row.duration === 'number' ? row.duration : 0
  return (
    <CallPanel
      id={key}
      title={caller}
      subtitle={[when, text(row.property), agent, text(row.outcome), formatDuration(seconds)]
        .filter(Boolean)
        .join(' · ')}
      onClose={onClose}
      onLater={onLater}
      onEarlier={onEarlier}
      load={recorded ? load : null}
      seconds={seconds}
      autoPlay={play}
      said={threadId ? (script ?? undefined) : null}
      error={answer.is === 'failed' ? answer : null}
      search={view.state.filters.search}
      nameOf={(speaker) => speakerName(speaker, agent, caller)}
    />
  )
}

function notesOf(found: CallAnswer['callTranscript']['annotations']) {
  return Object.entries(annotations).flatMap(([name, label]) => {
    // The table's own keys; Object.entries loses their type.
    const utterance = found[name as keyof typeof annotations]
    return utterance === null ? [] : [{ label, utterance }]
  })
}

function speakerName(speaker: string, agent: string, caller: string): string {
  if (speaker === 'agent') return agent === 'Unassigned' ? 'Agent' : agent
  if (speaker === 'caller') return caller
  return speaker.charAt(0).toUpperCase() + speaker.slice(1)
}

const text = (value: Cell | undefined): string => (typeof value === 'string' ? value : '')
