import { Panel } from '@leaselight/ui/panel'
import type { ReactNode } from 'react'
import classes from './form.module.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog on a phone: a sheet from the bottom that takes the height of the screen. Loaded on phones alone. */
export default function DialogSheet({ title, onClose, children }: Props) {
  return (
    <Panel
      opened
      onClose={onClose}
      position="bottom"
      size="100dvh"
      title={<span className={classes.sheetTitle}>{title}</span>}
      closeLabel="Close"
    >
      <div className={classes.sheet}>{children}</div>
    </Panel>
  )
}
