import { formatPlayTime } from '@leaselight/model'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { FindField } from '../parts/FindField'
import { ErrorState } from '../states/States'
import { Controls, STEP } from './Controls'
import classes from './player.module.css'
import { type Note, Transcript } from './Transcript'
import { type LoadRecording, type Player, useAudio } from './useAudio'
import { type Utterance, utteranceAt } from './utterances'

/** The transcript of a call and the notes on it. */
export interface Said {
  utterances: readonly Utterance[]
  notes: readonly Note[]
}

export interface CallPlayerProps {
  /** Loads the recording, with a constant identity per call; null when there is none. */
  load: LoadRecording | null
  /** How long the call was, until the recording's own duration is known. */
  seconds: number
  autoPlay: boolean
  /** The transcript; null when there is none, undefined while loading. */
  said: Said | null | undefined
  error?: { message: string; retry: () => void } | null
  /** The search text that was active when the call was opened. */
  search: string
  nameOf: (speaker: string) => string
}

/** A call's recording and transcript. */
export function CallPlayer(props: CallPlayerProps) {
  return props.load ? <Heard {...props} load={props.load} /> : <Script {...props} player={null} />
}

function Heard(props: CallPlayerProps & { load: LoadRecording }) {
  return <Script {...props} player={useAudio(props.load, props)} />
}

/** Space plays and pauses and the arrow keys skip, wherever the focus is except in text fields. */
function keysOf({ toggle, seek, time }: Player) {
  return (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return
    const onButton = event.target instanceof HTMLButtonElement && event.target.dataset.line === undefined
    if (event.key === ' ' && !onButton) toggle()
    else if (event.key === 'ArrowLeft') seek(time - STEP)
    else if (event.key === 'ArrowRight') seek(time + STEP)
    else if (event.key === 'Home') seek(0)
    else return
    event.preventDefault()
  }
}

type ScriptProps = CallPlayerProps & { player: Player | null }

function Script({ player, said, error, search: searched, nameOf }: ScriptProps) {
  const [search, setSearch] = useState(searched)
  const utterances = useMemo(() => said?.utterances ?? [], [said])
  const matching = useMemo(() => matchesIn(utterances, search), [utterances, search])
  const [led, setLed] = useState(() => matching[0] ?? -1)
  const seek = player?.seek
  const goTo = useCallback(
    (index: number) => {
      setLed(index)
      const to = utterances[index]
      if (to && seek) seek(to.time)
    },
    [utterances, seek],
  )
  const notes = said?.notes ?? []
  const marks = [...new Set(notes.flatMap((note) => utterances[note.utterance]?.time ?? []))]
  const current = player && (player.playing || player.time > 0) ? utteranceAt(utterances, player.time) : -1
  return (
    // The keys only repeat the buttons inside, which every user can reach.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className={classes.call} onKeyDown={player ? keysOf(player) : undefined}>
      {player ? (
        <Controls player={player} marks={marks} />
      ) : (
        <p className={classes.quiet}>There is no recording of this call.</p>
      )}
      {error ? (
        <ErrorState message={error.message} retry={error.retry} />
      ) : said === undefined ? (
        <div className={classes.waiting} role="status" aria-label="Loading the transcript">
          {[90, 70, 80, 60].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} />
          ))}
        </div>
      ) : said === null ? (
        <p className={classes.quiet}>This call has no transcript.</p>
      ) : (
        <>
          <Notes notes={notes} utterances={utterances} onSeek={goTo} />
          <Find search={search} onSearch={setSearch} matching={matching} led={led} onGo={goTo} />
          <Transcript
            utterances={utterances}
            notes={notes}
            search={search}
            current={current}
            led={led}
            nameOf={nameOf}
            onSeek={goTo}
          />
        </>
      )}
    </div>
  )
}

const matchesIn = (utterances: readonly Utterance[], search: string): number[] => {
  const words = search.trim().toLowerCase()
  if (words === '') return []
  return utterances.flatMap((one, index) => (one.transcript.toLowerCase().includes(words) ? [index] : []))
}

interface NotesProps extends Said {
  onSeek: (utterance: number) => void
}

/** The moments that show what a good call contains; each jumps to its moment. */
function Notes({ notes, utterances, onSeek }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label="Moments">
      {notes.map((note) => (
        <li key={note.label}>
          <button type="button" className={`${classes.note} ll-focus`} onClick={() => onSeek(note.utterance)}>
            {note.label} <span className="ll-number">{formatPlayTime(utterances[note.utterance]?.time ?? 0)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface FindProps {
  search: string
  onSearch: (search: string) => void
  matching: readonly number[]
  led: number
  onGo: (utterance: number) => void
}

function Find({ search, onSearch, matching, led, onGo }: FindProps) {
  const at = matching.indexOf(led)
  const go = (step: number): void => {
    const next = matching[(at + step + matching.length) % matching.length]
    if (next !== undefined) onGo(next)
  }
  const asked = search.trim() !== ''
  return (
    <div className={classes.find}>
      <FindField
        label="Find in this call"
        value={search}
        onChange={onSearch}
        found={!asked ? null : matching.length === 0 ? 'Not said' : `${Math.max(0, at) + 1} of ${matching.length}`}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
        }}
      />
      {matching.length > 1 && (
        <>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label="Previous mention" onClick={() => go(-1)}>
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label="Next mention" onClick={() => go(1)}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </div>
  )
}
