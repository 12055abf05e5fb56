import { Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import classes from './form.module.css'

interface Props {
  title: string
  onClose: () => void
  onSubmit: () => void
  /** Fields and, last, the buttons. */
  children: ReactNode
}

/** A form over the page; 300 px wide, as the specification has it. */
export function Dialog({ title, onClose, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal.Root opened onClose={onClose} size="auto" centered>
      <Modal.Overlay />
      <Modal.Content>
        {/* A header element here would be a second banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title className={classes.dialogTitle}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>
          <form className={classes.form} onSubmit={submit}>
            {children}
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
