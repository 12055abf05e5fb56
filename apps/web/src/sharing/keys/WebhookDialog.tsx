import { isAdmin } from '@leaselight/model'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { Dialog, DialogFrame } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import form from '../components/form.module.css'
import { NameField } from '../components/NameField'
import { ShownOnce } from '../components/ShownOnce'
import { useSharingMutation } from '../useSharingMutation'
import { adminEvents, eventLabels, kindLabels, type WebhookEvent, type WebhookKind } from './webhooks'

const TITLE = 'New webhook'

const addressHints: Readonly<Record<WebhookKind, string>> = {
  slack: 'The incoming webhook of your channel, from Slack’s app settings.',
  teams: 'The webhook of your channel’s workflow, from Teams.',
  signed: 'An https address that gets a signed POST.',
}

const isKind = (text: string): text is WebhookKind => text in kindLabels
const events = Object.keys(eventLabels) as WebhookEvent[]

/** Adds a webhook. The secret that signs its calls is shown once. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices()
  const { user } = useGlobal()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<WebhookKind>('slack')
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(['finding', 'watch.crossed'])
  const make = useSharingMutation(
    () =>
      client.json<{ secret: string | null }>('/api/webhooks', {
        body: { name: name.trim(), kind, address: address.trim(), events: [...chosen] },
      }),
    ({ secret }) => {
      if (secret === null) onClose()
    },
    { isToldInForm: true },
  )
  if (make.data?.secret)
    return (
      <DialogFrame title={TITLE} onClose={onClose}>
        <div className={form.form}>
          <ShownOnce label="Signing secret" value={make.data.secret} copy="Copy secret" />
          <p className={blocks.quiet}>Check each call’s signature with it.</p>
          <Button fullWidth onClick={onClose}>
            Done
          </Button>
        </div>
      </DialogFrame>
    )
  const open = events.filter((event) => isAdmin(user.role) || !adminEvents.includes(event))
  return (
    <Dialog title={TITLE} onClose={onClose} failure={make.error} onSubmit={() => make.mutate(undefined)}>
      <NameField value={name} onChange={setName} />
      <NativeSelect
        label="Send to"
        value={kind}
        onChange={({ currentTarget }) => isKind(currentTarget.value) && setKind(currentTarget.value)}
        data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        label="Address"
        type="url"
        placeholder="https://"
        description={addressHints[kind]}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <fieldset>
        <legend>When</legend>
        {open.map((event) => (
          <Checkbox
            key={event}
            label={eventLabels[event]}
            checked={chosen.includes(event)}
            onChange={({ currentTarget }) =>
              setChosen(currentTarget.checked ? [...chosen, event] : chosen.filter((one) => one !== event))
            }
          />
        ))}
      </fieldset>
      <SubmitButton
        loading={make.isPending}
        disabled={name.trim() === '' || address.trim() === '' || chosen.length === 0}
      >
        Add webhook
      </SubmitButton>
    </Dialog>
  )
}
