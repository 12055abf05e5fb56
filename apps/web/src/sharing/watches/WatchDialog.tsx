import type { ReportDefinition, ReportState } from '@leaselight/model'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import { DialogFrame } from '../components/Dialog'
import form from '../components/form.module.css'
import type { NumberWatch } from './types'
import { WatchForm } from './WatchForm'
import classes from './watches.module.css'

/** A number of the open report, or a watch to change. */
export type WatchSubject =
  | { report: ReportDefinition; state: ReportState; column: string; row: string | null }
  | { watch: NumberWatch }

/** Watches a number, or changes a watch; afterwards shows the secret of a new webhook, once. */
export default function WatchDialog({ subject, onClose }: { subject: WatchSubject; onClose: () => void }) {
  const { add } = useAlerts()
  const [secret, setSecret] = useState<string | null>(null)
  const isNew = 'report' in subject
  const place = isNew
    ? {
        report: subject.report.key,
        params: apiParams(subject.report, subject.state),
        column: subject.column,
        row: subject.row,
      }
    : {
        report: subject.watch.report,
        params: subject.watch.params,
        column: subject.watch.column,
        row: subject.watch.row,
      }
  const title = secret !== null ? 'Webhook secret' : isNew ? 'Watch this number' : 'Change this watch'
  return (
    <DialogFrame title={title} onClose={onClose}>
      {secret === null ? (
        <WatchForm
          place={place}
          existing={isNew ? null : subject.watch}
          onSaved={({ name, conditionInWords, webhookSecret }) => {
            const message = isNew
              ? `We’ll tell you when ${name} is ${conditionInWords}. Find it under My reports.`
              : `“${name}” is saved.`
            add({ type: 'success', message })
            if (webhookSecret === null) onClose()
            else setSecret(webhookSecret)
          }}
        />
      ) : (
        <Secret secret={secret} onClose={onClose} />
      )}
    </DialogFrame>
  )
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className={form.form}>
      <p>Use this secret to check the signature of each call. We show it only once.</p>
      <code className={classes.secret}>{secret}</code>
      <Button onClick={onClose}>Done</Button>
    </div>
  )
}
