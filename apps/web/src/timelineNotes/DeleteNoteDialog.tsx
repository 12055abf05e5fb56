import type { TimelineNote } from '@leaselight/model'
import { useAlertingMutation } from '../api/useAlertingMutation'
import { useServices } from '../app/Services'
import { Dialog } from '../sharing/components/Dialog'
import { SubmitButton } from '../sharing/components/Form'
import { TIMELINE_NOTES_API, timelineNotesKey } from './queries'

interface Props {
  note: TimelineNote
  onClose: () => void
}

/** Asks before a note goes, since it goes for everyone. */
export function DeleteNoteDialog({ note, onClose }: Props) {
  const { client } = useServices()
  const remove = useAlertingMutation(
    timelineNotesKey,
    () => client.json(`${TIMELINE_NOTES_API}/${note.id}`, { method: 'DELETE' }),
    onClose,
    { isToldInForm: true },
  )
  return (
    <Dialog title="Delete this note?" onClose={onClose} failure={remove.error} onSubmit={() => remove.mutate()}>
      <p>“{note.text}” is deleted for everyone, on charts, in PDFs and in mails.</p>
      <SubmitButton color="red" loading={remove.isPending}>
        Delete note
      </SubmitButton>
    </Dialog>
  )
}
