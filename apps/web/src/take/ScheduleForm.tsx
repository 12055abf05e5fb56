import { Anchor, Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { useAlerts } from '../state/AlertsProvider'
import { Form } from './Dialog'
import { Formats } from './Formats'
import { NameField } from './NameField'
import { openScheduled } from './opened'
import { holds } from './people'
import { Recipients } from './Recipients'
import { firstTiming, isComplete, Timing } from './Timing'
import type { FileFormat, ScheduledReport, TimingFields } from './types'
import { useChange } from './useChange'

export const LONGEST_NOTE = 2000

interface Props {
  /** The schedule that is changed; null for a new one. */
  edited: ScheduledReport | null
  /** What is sent, as the server takes it; nothing where that stays as it is. */
  subject?: Readonly<Record<string, unknown>>
  name: string
  onClose: () => void
}

/** A schedule's fields: its name, when, as what, to whom. */
export function ScheduleForm({ edited, subject, name: first, onClose }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const { company, user, profile } = useGlobal()
  const own = user.email ?? profile.email
  const [name, setName] = useState(first)
  const [timing, setTiming] = useState<TimingFields>(
    edited ? timingOf(edited) : firstTiming(company?.timeZone ?? 'UTC'),
  )
  const [formats, setFormats] = useState<FileFormat[]>(edited?.formats ?? ['pdf'])
  const listed = edited ? activeOf(edited) : own ? [own] : []
  const [emails, setEmails] = useState<string[]>(listed)
  const [note, setNote] = useState(edited?.note ?? '')
  // A list that was not touched is not sent along: somebody may be leaving it just now.
  const isListChanged = emails.length !== listed.length || listed.some((email) => !holds(emails, email))

  const save = useChange(
    () => {
      const body = { name: name.trim(), ...timing, formats, note: note.trim() || null, ...subject }
      return edited
        ? client.json<ScheduledReport>(`/api/scheduled-reports/${edited.id}`, {
            method: 'PUT',
            body: { ...body, ...(isListChanged && { emails }) },
          })
        : client.json<ScheduledReport>('/api/scheduled-reports/create', { body: { ...body, emails } })
    },
    ({ name: kept, paused, nextRunsInWords: [next] }) => {
      const when = next ? `“${kept}” goes out next on ${next}.` : 'The schedule is saved.'
      add({ type: 'success', message: paused ? `“${kept}” is saved. It is paused.` : when })
      onClose()
    },
  )
  const complete = name.trim() !== '' && isComplete(timing) && (edited !== null || emails.length > 0)
  return (
    <Form onSubmit={() => complete && save.mutate(undefined)}>
      {edited && <Sends item={edited} asSeen={subject !== undefined} onLeave={onClose} />}
      <NameField value={name} onChange={setName} />
      <Timing value={timing} onChange={setTiming} />
      <Formats value={formats} onChange={setFormats} />
      <Recipients value={emails} onChange={setEmails} />
      <Textarea
        label="Note"
        placeholder="Stands above the numbers in every mail"
        autosize
        minRows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={save.isPending} disabled={!complete}>
        {edited ? 'Save changes' : 'Schedule'}
      </Button>
    </Form>
  )
}

/** What a schedule sends, and where that is changed. */
function Sends({ item, asSeen, onLeave }: { item: ScheduledReport; asSeen: boolean; onLeave: () => void }) {
  const { push } = useAddress()
  if (asSeen) return <p className={blocks.quiet}>From now on it is sent as you see it on this page.</p>
  const href = openScheduled(item)
  return (
    <p className={blocks.quiet}>
      Sends {[item.title, ...item.inWords].join(' · ')}.{' '}
      {item.available && (
        <Anchor
          inherit
          href={href}
          className="ll-focus"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onLeave()
            push(href)
          }}
        >
          Change its filters
        </Anchor>
      )}
    </p>
  )
}

const activeOf = ({ subscribers }: ScheduledReport): string[] =>
  subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null).map(({ email }) => email)

const timingOf = ({ frequency, weekdays, dayOfMonth, time, timeZone }: ScheduledReport): TimingFields => ({
  frequency,
  weekdays,
  dayOfMonth,
  time,
  timeZone,
})
