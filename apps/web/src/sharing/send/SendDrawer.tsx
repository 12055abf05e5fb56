import { Panel } from '@leaselight/ui/panel'
import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toAnswer } from '../../api/toAnswer'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { scheduledReports } from '../queries'
import { SendForm } from './SendForm'
import classes from './send.module.css'
import { keyOf, type SendSubject } from './subject'
import type { SendStart } from './useSendForm'

interface Props {
  subject: SendSubject
  /** What the form starts with. */
  start?: SendStart
  onClose: () => void
}

const NEW = ''

/** Sends a report now or on a schedule: what, to whom, when, and in which form. */
export default function SendDrawer({ subject, start = 'saved' in subject ? 'weekly' : 'now', onClose }: Props) {
  const { client } = useServices()
  const [chosen, setChosen] = useState(NEW)
  // What the open report already sends can be replaced by what it shows now.
  const canReplace = 'page' in subject || 'workbook' in subject || ('report' in subject && !subject.findings)
  const known = toAnswer(useQuery({ ...scheduledReports(client), enabled: canReplace }))
  const standing = canReplace && known.is === 'here' ? known.data.filter((item) => item.report === keyOf(subject)) : []
  const edited = 'schedule' in subject ? subject.schedule : (standing.find(({ id }) => id === chosen) ?? null)
  const title = edited ? 'Change the schedule' : 'Send'
  return (
    <Panel opened onClose={onClose} position="right" size="420px" closeLabel="Close" title={title}>
      <div className={classes.drawer}>
        <SendForm
          // Initial values of the form for each schedule.
          key={edited?.id ?? NEW}
          subject={subject}
          start={start}
          existing={edited}
          onClose={onClose}
          replacing={
            known.is === 'failed' ? (
              <p className={blocks.quiet} role="alert">
                We couldn’t load your schedules, so this one would be new. {known.message}{' '}
                <Anchor component="button" type="button" inherit className="ll-focus" onClick={known.retry}>
                  Try again
                </Anchor>
              </p>
            ) : standing.length > 0 ? (
              <NativeSelect
                label="As"
                value={chosen}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                data={[
                  { value: NEW, label: 'A new schedule' },
                  ...standing.map(({ id, name }) => ({ value: id, label: `“${name}” from now on` })),
                ]}
              />
            ) : null
          }
        />
      </div>
    </Panel>
  )
}
