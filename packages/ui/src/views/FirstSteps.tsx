import { Button } from '@mantine/core'
import classes from './morning.module.css'

export interface FirstStep {
  title: string
  text: string
}

interface Props {
  steps: readonly FirstStep[]
  /** Puts them away for good. */
  onDone: () => void
}

/** What a newcomer has to know, until they have read it. */
export function FirstSteps({ steps, onDone }: Props) {
  return (
    <section className={classes.steps} aria-label="New here" data-no-print>
      <ol>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <Button variant="default" onClick={onDone}>
        Got it
      </Button>
    </section>
  )
}
