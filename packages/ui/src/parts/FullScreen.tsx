import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './fullScreen.module.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog as large as the window, for what is too wide for a phone's page. Load it lazily. */
export default function FullScreen({ title, onClose, children }: Props) {
  return (
    <Modal.Root opened onClose={onClose} fullScreen classNames={classes}>
      <Modal.Content>
        {/* A header element here would be a second banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
