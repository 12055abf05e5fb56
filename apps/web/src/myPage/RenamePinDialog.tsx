import { Button } from '@mantine/core'
import { useState } from 'react'
import { useServices } from '../app/Services'
import { Dialog } from '../sharing/components/Dialog'
import { SubmitButton } from '../sharing/components/Form'
import { NameField } from '../sharing/components/NameField'
import { useSharingMutation } from '../sharing/useSharingMutation'
import { type Pin, renamePin } from './queries'

/** Gives a pin a name of the reader's own, or takes it away. */
export function RenamePinDialog({ pin, onClose }: { pin: Pin; onClose: () => void }) {
  const { client } = useServices()
  const [name, setName] = useState(pin.name ?? pin.label)
  const rename = useSharingMutation((chosen: string | null) => renamePin(client, pin.id, chosen), onClose)
  return (
    <Dialog title="Rename" onClose={onClose} onSubmit={() => rename.mutate(name.trim())}>
      <NameField value={name} onChange={setName} />
      <SubmitButton loading={rename.isPending} disabled={name.trim() === ''}>
        Rename
      </SubmitButton>
      {pin.name !== null && (
        <Button variant="subtle" fullWidth onClick={() => rename.mutate(null)}>
          Use the report’s own name
        </Button>
      )}
    </Dialog>
  )
}
