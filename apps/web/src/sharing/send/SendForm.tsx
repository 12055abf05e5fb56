import '@mantine/core/styles/Alert.css'
import { type Frequency, MY_PAGE, WORKBOOK } from '@leaselight/model'
import { Alert, Anchor, SegmentedControl, Textarea } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useAddress } from '../../app/useAddress'
import { Form, SubmitButton } from '../components/Form'
import { FormatPicker } from '../components/FormatPicker'
import { NameField } from '../components/NameField'
import { Recipients } from '../recipients/Recipients'
import { scheduledReportAddress } from '../saved/savedAddress'
import { isTimingComplete, TimingInput } from '../schedules/TimingInput'
import type { ScheduledReport } from '../types'
import { FirstPage } from './FirstPage'
import { PagesPicker } from './PagesPicker'
import classes from './send.module.css'
import { datesNote, documentOf, formatsOf, type SendSubject, sentenceOf } from './subject'
import { type SendStart, useSendForm, type When } from './useSendForm'

export const MAX_NOTE_LENGTH = 2000

interface Props {
  subject: SendSubject
  start: SendStart
  /** The schedule to change; null to send or schedule anew. */
  existing: ScheduledReport | null
  /** Chooses a schedule to change instead of making another. */
  replacing: ReactNode
  onClose: () => void
}

/** The form of the drawer, in the order of its questions. */
export function SendForm({ subject, start, existing, replacing, onClose }: Props) {
  const form = useSendForm(subject, start, existing, onClose)
  const { when, name, timing, emails, formats, note, pages, failure, busy, isComplete } = form
  const isScheduled = when === 'schedule'
  const document = documentOf(subject)
  const offered = formatsOf(subject)
  return (
    <Form className={classes.form} onSubmit={form.submit}>
      <div className={classes.fields}>
        <Part title="What">
          <What
            subject={subject}
            existing={existing}
            pages={pages}
            frequency={isScheduled ? timing.frequency : null}
            onLeave={onClose}
          />
          {form.hasPages && <PagesPicker value={pages} onChange={form.setPages} subject={subject} />}
        </Part>
        <Part title="To">
          <Recipients first label="Recipients" value={emails} onChange={form.setEmails} />
        </Part>
        <Part title="When">
          {form.canChooseWhen && (
            <SegmentedControl
              fullWidth
              aria-label="When"
              value={when}
              onChange={(value) => form.setWhen(value as When)}
              data={[
                { value: 'now', label: 'Now' },
                { value: 'schedule', label: 'On a schedule' },
              ]}
            />
          )}
          {isScheduled && (
            <>
              {replacing}
              <NameField value={name} onChange={form.setName} />
              <TimingInput value={timing} onChange={form.setTiming} />
            </>
          )}
        </Part>
        <Part title="As">
          <div className={classes.as}>
            <div className={classes.asForms}>
              <p className={blocks.quiet}>
                {offered.length > 0
                  ? 'A mail with the numbers and a link.'
                  : 'A mail with the workbook, which has a tab for each report.'}
              </p>
              {offered.length > 0 && <FormatPicker offered={offered} value={formats} onChange={form.setFormats} />}
            </div>
            {formats.includes('pdf') && document && <FirstPage document={document} pages={pages} />}
          </div>
          <Textarea
            label="Note"
            placeholder="Above the numbers in the mail"
            autosize
            minRows={2}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={({ currentTarget }) => form.setNote(currentTarget.value)}
          />
        </Part>
      </div>
      <div className={classes.foot}>
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        <SubmitButton loading={busy} disabled={!isComplete || (isScheduled && !isTimingComplete(timing))}>
          {existing ? 'Save changes' : isScheduled ? 'Schedule' : 'Send'}
        </SubmitButton>
      </div>
    </Form>
  )
}

interface WhatProps extends Pick<Props, 'subject' | 'existing'> {
  pages: readonly number[] | null
  /** How often it is sent; null when it is sent once. */
  frequency: Frequency | null
  onLeave: () => void
}

/** What is sent, in words. */
function What({ subject, existing, pages, frequency, onLeave }: WhatProps) {
  const { properties, today } = useGlobal()
  if (existing && 'schedule' in subject) return <ScheduledContent item={existing} onLeave={onLeave} />
  if (existing) return <p className={blocks.quiet}>From now on it is sent as you see it on this page.</p>
  return (
    <p className={classes.sentence}>
      {sentenceOf(subject, { properties: properties ?? [], pages, today })}.{' '}
      {frequency && datesNote(subject, frequency)}
    </p>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id} className={classes.partTitle}>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** What a schedule sends, and where to change it. */
function ScheduledContent({ item, onLeave }: { item: ScheduledReport; onLeave: () => void }) {
  const { push } = useAddress()
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
          {item.report === MY_PAGE.key
            ? 'Change its pins'
            : item.report === WORKBOOK.key
              ? 'Open your saved reports'
              : 'Change its filters'}
        </Anchor>
      )}
    </p>
  )
}
