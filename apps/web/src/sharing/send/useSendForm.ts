import type { FileFormat } from '@leaselight/model'
import { WORKBOOK } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { useDraft } from '../drafts'
import { defaultTiming } from '../schedules/TimingInput'
import type { ScheduledReport, TimingFields } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import { contentNow, contentScheduled, draftOf, formatsOf, keyOf, type SendSubject } from './subject'

export type When = 'now' | 'schedule'

/** What a new form starts with: sending now, each Monday, or each Monday with a page for each property. */
export type SendStart = 'now' | 'weekly' | 'weekly-pages'

/**
 * The values of the form, each a draft that survives a lost session, and what sends or saves them.
 * @param existing the schedule that is changed
 */
export function useSendForm(
  subject: SendSubject,
  start: SendStart,
  existing: ScheduledReport | null,
  onDone: () => void,
) {
  const { client } = useServices()
  const { add } = useAlerts()
  const { company, user, profile } = useGlobal()
  const own = user.email ?? profile.email
  const draft = existing ? `send/schedule/${existing.id}` : `${draftOf(subject)}/${start}`
  const isFindings = 'report' in subject && subject.findings === true
  const [wanted, setWhen] = useDraft<When>(draft, 'when', start === 'now' ? 'now' : 'schedule')
  const when: When = existing ? 'schedule' : wanted
  const [name, setName, isNamed] = useDraft(draft, 'name', existing?.name ?? titleOf(subject))
  const [timing, setTiming, isTimed] = useDraft<TimingFields>(
    draft,
    'timing',
    existing ? pickTiming(existing) : defaultTiming(company?.timeZone ?? 'UTC'),
  )
  const [formats, setFormats, areFormatsChosen] = useDraft<FileFormat[]>(draft, 'formats', existing?.formats ?? ['pdf'])
  const [emails, setEmails, isListChanged] = useDraft<string[]>(draft, 'emails', existing ? activeEmails(existing) : [])
  const [note, setNote, isNoteWritten] = useDraft(draft, 'note', existing?.note ?? '')
  const [pages, setPages, arePagesChosen] = useDraft<number[] | null>(
    draft,
    'pages',
    existing ? existing.propertyPages : start === 'weekly-pages' ? [] : null,
  )
  // A schedule goes to its owner unless others are named.
  const to = when === 'schedule' && !existing && emails.length === 0 && own ? [own] : emails

  const save = useSharingMutation(
    async () => {
      const offered = formatsOf(subject)
      const attached = formats.filter((format) => offered.includes(format))
      const writtenNote = note.trim() || null
      const common = { formats: attached, note: writtenNote, propertyPages: pages }
      if (when === 'now') {
        const path = isFindings ? '/api/share-insights' : '/api/share-report'
        const { propertyPages: _, ...simple } = common
        const body = { ...contentNow(subject), ...(isFindings ? simple : common), emails }
        const { response } = await client.json<{ response: string }>(path, { body })
        return response
      }
      if (!existing) {
        const body = { name: name.trim(), ...timing, ...common }
        return scheduledMessage(
          await client.json<ScheduledReport>('/api/scheduled-reports/create', {
            body: { ...body, ...contentScheduled(subject), emails: to },
          }),
        )
      }
      const { params } = contentScheduled(subject)
      // What others change at this moment stays: a reader may be unsubscribing.
      const changed = {
        ...(isNamed && { name: name.trim() }),
        ...(isTimed && timing),
        ...(areFormatsChosen && { formats: attached }),
        ...(isNoteWritten && { note: writtenNote }),
        ...(arePagesChosen && { propertyPages: pages }),
        ...(params !== undefined && { params }),
        ...(isListChanged && { emails }),
      }
      return scheduledMessage(
        await client.json<ScheduledReport>(`/api/scheduled-reports/${existing.id}`, { method: 'PUT', body: changed }),
      )
    },
    (message) => {
      add({ type: 'success', message })
      onDone()
    },
    { isToldInForm: true },
  )
  const report = 'report' in subject ? subject.report : reportByKey(keyOf(subject))
  const isComplete = when === 'now' ? emails.length > 0 : name.trim() !== '' && (existing !== null || to.length > 0)
  return {
    when,
    setWhen,
    canChooseWhen: !existing && !isFindings,
    name,
    setName,
    timing,
    setTiming,
    formats,
    setFormats,
    /** Whom the form names: a new schedule's owner where nobody else is chosen. */
    emails: to,
    setEmails,
    note,
    setNote,
    pages,
    setPages,
    hasPages: report?.sheet !== undefined && !isFindings,
    failure: save.error,
    busy: save.isPending,
    isComplete,
    submit: () => isComplete && save.mutate(undefined),
  }
}

const titleOf = (subject: SendSubject): string => {
  if ('schedule' in subject) return subject.schedule.name
  if ('page' in subject) return subject.page.title
  if ('workbook' in subject) return WORKBOOK.title
  return 'saved' in subject ? subject.saved.name : subject.report.title
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

function scheduledMessage({ name, paused, nextRunsInWords: [next] }: ScheduledReport): string {
  if (paused) return `“${name}” is saved. It is paused.`
  return next ? `“${name}” goes out next on ${next}.` : 'The schedule is saved.'
}
