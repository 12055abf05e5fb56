import type { ReactNode } from 'react'
import classes from './morning.module.css'

interface Props {
  greeting: string
  /** The day, and what the page covers. */
  facts: readonly string[]
  actions: ReactNode
}

/** The first line of the morning page. */
export function MorningHead({ greeting, facts, actions }: Props) {
  return (
    <div className={classes.head}>
      <p>
        <strong>{greeting}</strong> {facts.join(' · ')}
      </p>
      <div className={classes.actions} data-no-print>
        {actions}
      </div>
    </div>
  )
}
