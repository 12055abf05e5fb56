import '@mantine/core/styles/Alert.css'
import { useIsPhone } from '@leaselight/ui'
import { Alert, Modal } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Form } from './Form'
import classes from './form.module.css'

const DialogSheet = lazy(() => import('./DialogSheet'))

interface FrameProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog's content; its form is 300 px wide, as the specification demands. On a phone it is a sheet. Its top has one
 * place: in a centered dialog whatever grows would move what is above it, under a click.
 */
export function DialogFrame({ title, onClose, children }: FrameProps) {
  const phone = useIsPhone()
  const [opener] = useState(openerOf)
  // The dialog unmounts with its component, so nothing else would return the focus.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (!document.querySelector('[role="dialog"]')) opener?.focus()
      })
    },
    [opener],
  )
  if (phone)
    return (
      <Suspense>
        <DialogSheet title={title} onClose={onClose}>
          {children}
        </DialogSheet>
      </Suspense>
    )
  return (
    <Modal.Root opened onClose={onClose} size="auto" yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content>
        {/* A header element here would be a second banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title className={classes.dialogTitle}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface FormProps {
  onSubmit: () => void
  /** Why it could not be saved or sent; it stays told until the next attempt. */
  failure?: Error | null
  /** Fields and, last, the buttons. */
  children: ReactNode
}

/** A form inside the frame. */
export function DialogForm({ onSubmit, failure = null, children }: FormProps) {
  return (
    <Form className={classes.form} onSubmit={onSubmit}>
      {failure && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      {children}
    </Form>
  )
}

/** A dialog with a form. */
export function Dialog({ title, onClose, ...form }: Omit<FrameProps, 'children'> & FormProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <DialogForm {...form} />
    </DialogFrame>
  )
}

/** What opened the dialog: the focused element, or the button of the menu around it. */
function openerOf(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement ? opener : null
}
