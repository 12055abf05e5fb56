import { type Day, noteDays, pluralize, type TimelineNote } from '@leaselight/model'
import {
  Blocks,
  EmptyState,
  ErrorState,
  FindField,
  foundText,
  LoadingInline,
  PageHeader,
  type PageHeaderProps,
} from '@leaselight/ui'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { DeleteNoteDialog } from './DeleteNoteDialog'
import NoteDialog from './NoteDialog'
import { NoteLine } from './NoteLine'
import { TIMELINE_NOTES } from './paths'
import { type NoteContent, type TimelineNotes, timelineNotes } from './queries'
import classes from './timelineNotes.module.css'

/** How many notes are listed at first, and with each further step. */
const STEP = 100

/** All notes on the timeline, the newest first. */
export default function TimelineNotesPage() {
  const { client } = useServices()
  const { data, error, refetch } = useQuery(timelineNotes(client, null))
  useEffect(() => {
    document.title = 'Notes on the timeline · Leaselight'
  }, [])
  if (data) return <Notes data={data} />
  return (
    <>
      <Header />
      {error ? (
        <ErrorState message={error.message} retry={() => void refetch()} />
      ) : (
        <LoadingInline label="Loading notes" />
      )}
    </>
  )
}

const Header = (props: Pick<PageHeaderProps, 'provenance' | 'actions'>) => (
  <PageHeader title="Notes on the timeline" question="What happened, and when?" provenance={null} {...props} />
)

/** `4 notes`, `the last begins Nov 21` */
function provenanceOf({ notes }: TimelineNotes, today: Day): string[] {
  const last = notes.at(-1)
  return last ? [pluralize(notes.length, 'note'), `the last is of ${noteDays(last, today)}`] : []
}

function Notes({ data }: { data: TimelineNotes }) {
  const { today } = useGlobal()
  const { search } = useAddress()
  const [edited, setEdited] = useState<{ id?: string; content: NoteContent } | null>(null)
  const [deleted, setDeleted] = useState<TimelineNote | null>(null)
  const property = Number(search.property ?? 0)
  const blank = {
    ...{ text: '', startDate: today, endDate: today, attribute: null, value: null },
    propertyIds: property > 0 ? [property] : [],
  }
  return (
    <>
      <Header
        provenance={provenanceOf(data, today)}
        actions={data.mayWrite && <Button onClick={() => setEdited({ content: blank })}>Add a note</Button>}
      />
      <Blocks>
        <p className={blocks.about}>
          Write down what moves numbers: a special that began, phones that were down. Each note appears at its days on
          the charts, in PDFs and mails, and beside findings that began around then.
        </p>
        {data.notes.length === 0 ? (
          <EmptyState title="No notes yet">
            {data.mayWrite
              ? 'Add the first one here, or from any chart over time.'
              : 'Notes that your colleagues write appear here.'}
          </EmptyState>
        ) : (
          <NoteList
            notes={data.notes}
            property={property}
            onEdit={(note) => setEdited({ id: note.id, content: contentOf(note) })}
            onDelete={setDeleted}
          />
        )}
      </Blocks>
      {edited && (
        <NoteDialog
          {...(edited.id !== undefined && { id: edited.id })}
          initial={edited.content}
          mayWriteForAll={data.mayWriteForAll}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted && <DeleteNoteDialog note={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

interface ListProps {
  notes: readonly TimelineNote[]
  /** Shows the notes that concern this property; 0 for all. */
  property: number
  onEdit: (note: TimelineNote) => void
  onDelete: (note: TimelineNote) => void
}

function NoteList({ notes, property, onEdit, onDelete }: ListProps) {
  const { today, propertyState } = useGlobal()
  const { push } = useAddress()
  const [words, setWords] = useState('')
  const [most, setMost] = useState(STEP)
  const found = notes
    .filter((note) => property === 0 || note.propertyIds === null || note.propertyIds.includes(property))
    .filter((note) => matches(note, words, today))
    .toReversed()
  return (
    <>
      <section className={classes.filter} aria-label="Filter">
        <FindField
          label="Find in the notes"
          value={words}
          onChange={setWords}
          found={words.trim() === '' ? null : foundText(found.length, notes.length, 'note')}
        />
        <NativeSelect
          aria-label="Property"
          value={property}
          onChange={({ currentTarget: { value } }) => push(TIMELINE_NOTES, value === '0' ? {} : { property: value })}
          data={[
            { value: '0', label: 'All properties' },
            ...propertyState.properties.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </section>
      {found.length === 0 ? (
        <EmptyState
          title="No notes match"
          action={
            <Button
              variant="default"
              onClick={() => {
                setWords('')
                push(TIMELINE_NOTES, {})
              }}
            >
              Clear the filter
            </Button>
          }
        >
          Try another word or property.
        </EmptyState>
      ) : (
        <ul className={classes.notes} aria-label="Notes">
          {found.slice(0, most).map((note) => (
            <NoteLine key={note.id} note={note} onEdit={() => onEdit(note)} onDelete={() => onDelete(note)} />
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button variant="default" onClick={() => setMost(most + STEP)}>
          Show more
        </Button>
      )}
    </>
  )
}

/** Whether each typed word is in the note, its place, its author or its days. */
function matches(note: TimelineNote, words: string, today: string): boolean {
  const text = [note.text, note.place, note.by, noteDays(note, today)].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const contentOf = ({ text, startDate, endDate, propertyIds, attribute, value }: TimelineNote): NoteContent => ({
  ...{ text, startDate, endDate, attribute, value },
  propertyIds: attribute === null ? (propertyIds ?? []) : [],
})
