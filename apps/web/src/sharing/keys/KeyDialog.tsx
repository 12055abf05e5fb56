import { isAdmin } from '@leaselight/model'
import { Button, Checkbox } from '@mantine/core'
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
import { ExpiryInput } from './ExpiryInput'

const TITLE = 'New API key'

/** Makes a personal API key, and shows it once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices()
  const { user } = useGlobal()
  const [name, setName] = useState('')
  const [days, setDays] = useState(90)
  const [mayImport, setMayImport] = useState(false)
  const make = useSharingMutation(
    () => client.json<{ secret: string }>('/api/keys', { body: { name: name.trim(), expiresInDays: days, mayImport } }),
    undefined,
    { isToldInForm: true },
  )
  if (make.data)
    return (
      <DialogFrame title={TITLE} onClose={onClose}>
        <div className={form.form}>
          <ShownOnce label="API key" value={make.data.secret} copy="Copy key" />
          <p className={blocks.quiet}>Send it with each request as Authorization: Bearer.</p>
          <Button fullWidth onClick={onClose}>
            Done
          </Button>
        </div>
      </DialogFrame>
    )
  return (
    <Dialog title={TITLE} onClose={onClose} failure={make.error} onSubmit={() => make.mutate(undefined)}>
      <p className={blocks.quiet}>Programs read reports with it, and see what you can see at that moment.</p>
      <NameField value={name} onChange={setName} description="What uses it, such as “BI dashboard”." />
      <ExpiryInput value={days} onChange={setDays} />
      {isAdmin(user.role) && (
        <Checkbox
          label="May import, too"
          checked={mayImport}
          onChange={({ currentTarget }) => setMayImport(currentTarget.checked)}
        />
      )}
      <SubmitButton loading={make.isPending} disabled={name.trim() === ''}>
        Create key
      </SubmitButton>
    </Dialog>
  )
}
