import type { ReportDefinition, ReportState } from '@leaselight/model'
import { FailedLine, LoadingInline } from '@leaselight/ui'
import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import { apiParams } from '../../state/address'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import classes from '../components/form.module.css'
import { useDraft } from '../drafts'
import { messages } from '../queries'
import { MAX_NOTE_LENGTH } from '../send/SendForm'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { DeliveryOutcome } from './DeliveryOutcome'

interface Props {
  report: ReportDefinition
  state: ReportState
  /** Whose team is written to at first; by default the property that the state selects. */
  propertyId?: number
  onClose: () => void
}

const SHOWN = 5

/** Writes to a property's leasing team, with a link to the report, above earlier messages. */
export default function MessageDialog({ report, state, propertyId: first, onClose }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const { properties: all, propertiesForReport } = useGlobal()
  const properties = propertiesForReport(report).length > 0 ? propertiesForReport(report) : (all ?? [])
  const { property, propertyIds } = state.filters
  const chosen = properties.find(({ id }) => id === property || (propertyIds.length === 1 && id === propertyIds[0]))
  const [propertyId, setPropertyId] = useState(first ?? chosen?.id ?? 0)
  const [body, setBody] = useDraft('message', 'body', '')
  const [linked, setLinked] = useState(true)
  const send = useSharingMutation(
    () =>
      client.json<{ message: string }>('/api/messages', {
        body: {
          propertyId,
          body: body.trim(),
          ...(linked && { report: report.key, params: apiParams(report, state) }),
        },
      }),
    ({ message }) => {
      add({ type: 'success', message })
      setBody('')
    },
    { isToldInForm: true },
  )
  const complete = body.trim() !== '' && propertyId !== 0
  return (
    <Dialog
      title="Message the leasing team"
      onClose={onClose}
      failure={send.error}
      onSubmit={() => complete && send.mutate(undefined)}
    >
      <NativeSelect
        label="Property"
        value={propertyId}
        onChange={({ currentTarget }) => setPropertyId(Number(currentTarget.value))}
        data={[
          // Chosen on purpose: a message to another team can't be taken back.
          ...(propertyId === 0 ? [{ value: '0', label: 'Choose a property', disabled: true }] : []),
          ...properties.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Textarea
        label="Message"
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_NOTE_LENGTH}
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={`Include a link to ${report.title} with these filters`}
        checked={linked}
        onChange={({ currentTarget }) => setLinked(currentTarget.checked)}
      />
      <SubmitButton loading={send.isPending} disabled={!complete}>
        Send
      </SubmitButton>
      {propertyId !== 0 && <EarlierMessages propertyId={propertyId} />}
    </Dialog>
  )
}

function EarlierMessages({ propertyId }: { propertyId: number }) {
  const { client } = useServices()
  const moment = useFormatMoment()
  const { data, error, isPending, refetch } = useQuery(messages(client, propertyId))
  return (
    <section className={classes.history} aria-label="Earlier messages">
      <h3>Earlier messages</h3>
      {isPending && <LoadingInline label="Loading earlier messages" />}
      {error && <FailedLine what="earlier messages" message={error.message} retry={() => void refetch()} />}
      {data && data.length === 0 && <p className={blocks.quiet}>No messages to this team yet.</p>}
      {data && data.length > 0 && (
        <ul>
          {data.slice(0, SHOWN).map((item) => (
            <li key={item.id}>
              <p className={blocks.quiet}>
                {item.sender.name || item.sender.email}, {moment(item.createdAt)}
              </p>
              <p className={blocks.said}>{item.note}</p>
              <DeliveryOutcome delivery={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
