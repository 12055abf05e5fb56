import { Button, type ButtonProps } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { MODIFIER_KEY } from '../../app/modifierKey'
import classes from './form.module.css'

interface Props {
  className: string | undefined
  onSubmit: () => void
  /** Fields, and one `SubmitButton`. */
  children: ReactNode
}

/** A form that Ctrl+Enter (⌘+Enter) submits from any of its fields, as a press of its button would. */
export function Form({ className, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={className} onSubmit={submit} onKeyDown={pressSubmit}>
      {children}
    </form>
  )
}

/** The form's main button, with the keys that press it. */
export function SubmitButton({ children, ...props }: ButtonProps & { children: ReactNode }) {
  return (
    <Button type="submit" fullWidth aria-keyshortcuts="Control+Enter Meta+Enter" {...props}>
      {children}
      <kbd aria-hidden className={classes.keys}>
        {MODIFIER_KEY === '⌘' ? '⌘↵' : `${MODIFIER_KEY} ↵`}
      </kbd>
    </Button>
  )
}

function pressSubmit(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const form = event.currentTarget
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  // A field takes over what is typed when it loses the focus, and only then is the button enabled.
  flushSync(() => undefined)
  flushSync(() => field.blur())
  form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  field.focus()
}
