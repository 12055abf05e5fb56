import { Anchor, Button, Textarea } from '@mantine/core'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import { useAlerts } from '../../state/AlertsProvider'
import { DialogForm } from '../components/Dialog'
import { FormatPicker } from '../components/FormatPicker'
import { NameField } from '../components/NameField'
import { useDraft } from '../drafts'
import { includesEmail } from '../recipients/people'
import { RecipientPicker } from '../recipients/RecipientPicker'
import { scheduledReportAddress } from '../saved/savedAddress'
import type { FileFormat, ScheduledReport, TimingFields } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import { defaultTiming, isTimingComplete, TimingInput } from './TimingInput'

export const MAX_NOTE_LENGTH = 2000

interface Props {
  /** The schedule to edit; null for a new one. */
  existing: ScheduledReport | null
  /** What is sent, as the server expects it; nothing where that does not change. */
  subject?: Readonly<Record<string, unknown>>
  name: string
  onClose: () => void
}

/** A schedule's fields: name, timing, format, recipients. */
export function ScheduleForm({ existing, subject, name: first, onClose }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const { company, user, profile } = useGlobal()
  const own = user.email ?? profile.email
  const dialog = `schedule/${existing?.id ?? String(subject?.report ?? subject?.savedReportId ?? '')}`
  const [name, setName] = useDraft(dialog, 'name', first)
  const [timing, setTiming] = useDraft<TimingFields>(
    dialog,
    'timing',
    existing ? pickTiming(existing) : defaultTiming(company?.timeZone ?? 'UTC'),
  )
  const [formats, setFormats] = useDraft<FileFormat[]>(dialog, 'formats', existing?.formats ?? ['pdf'])
  const listed = existing ? activeEmails(existing) : own ? [own] : []
  const [emails, setEmails] = useDraft<string[]>(dialog, 'emails', listed)
  const [note, setNote] = useDraft(dialog, 'note', existing?.note ?? '')
  // An untouched list is not sent: somebody may be unsubscribing at this moment.
  const isListChanged = emails.length !== listed.length || listed.some((email) => !includesEmail(emails, email))

  const save = useSharingMutation(
    () => {
      const body = { name: name.trim(), ...timing, formats, note: note.trim() || null, ...subject }
      return existing
        ? client.json<ScheduledReport>(`/api/scheduled-reports/${existing.id}`, {
            method: 'PUT',
            body: { ...body, ...(isListChanged && { emails }) },
          })
        : client.json<ScheduledReport>('/api/scheduled-reports/create', { body: { ...body, emails } })
    },
    ({ name: savedName, paused, nextRunsInWords: [next] }) => {
      const when = next ? `“${savedName}” goes out next on ${next}.` : 'The schedule is saved.'
      add({ type: 'success', message: paused ? `“${savedName}” is saved. It is paused.` : when })
      onClose()
    },
    { isToldInForm: true },
  )
  const complete = name.trim() !== '' && isTimingComplete(timing) && (existing !== null || emails.length > 0)
  return (
    <DialogForm failure={save.error} onSubmit={() => complete && save.mutate(undefined)}>
      {existing && <ScheduledContent item={existing} asSeen={subject !== undefined} onLeave={onClose} />}
      <NameField value={name} onChange={setName} />
      <TimingInput value={timing} onChange={setTiming} />
      <FormatPicker value={formats} onChange={setFormats} />
      <RecipientPicker value={emails} onChange={setEmails} />
      <Textarea
        label="Note"
        placeholder="Stands above the numbers in every mail"
        autosize
        minRows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={save.isPending} disabled={!complete}>
        {existing ? 'Save changes' : 'Schedule'}
      </Button>
    </DialogForm>
  )
}

/** What a schedule sends, and where to change it. */
function ScheduledContent({ item, asSeen, onLeave }: { item: ScheduledReport; asSeen: boolean; onLeave: () => void }) {
  const { push } = useAddress()
  if (asSeen) return <p className={blocks.quiet}>From now on it is sent as you see it on this page.</p>
  const href = scheduledReportAddress(item)
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

const activeEmails = ({ subscribers }: ScheduledReport): string[] =>
  subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null).map(({ email }) => email)

const pickTiming = ({ frequency, weekdays, dayOfMonth, time, timeZone }: ScheduledReport): TimingFields => ({
  frequency,
  weekdays,
  dayOfMonth,
  time,
  timeZone,
})
