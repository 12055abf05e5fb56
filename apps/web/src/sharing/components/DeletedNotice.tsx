import { Button } from '@mantine/core'
import classes from './lists.module.css'

interface Props {
  name: string
  busy: boolean
  onUndo: () => void
}

/** Stands where something was deleted until the reader leaves the page, so that it can be brought back. */
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
