import { Button } from '@mantine/core'
import classes from './lists.module.css'

interface Props {
  name: string
  busy: boolean
  onUndo: () => void
}

/** Replaces a deleted item until the reader leaves the page, and offers to restore it. */
export function DeletedNotice({ name, busy, onUndo }: Props) {
  return (
    <p className={classes.deleted} role="status">
      “{name}” is deleted.
      <Button size="compact-sm" variant="subtle" loading={busy} onClick={onUndo}>
        Undo<span className="ll-spoken"> deleting {name}</span>
      </Button>
    </p>
  )
}
