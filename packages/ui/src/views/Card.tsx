import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  title: string
  /** Muted text under the title. */
  description?: ReactNode
  /** Controls on the right of the title. */
  actions?: ReactNode
  /** New numbers are loading; the old ones stay, dimmed. */
  stale?: boolean
  /** The content has not come: what follows the card waits, since nobody knows the card's height. */
  waiting?: boolean
  /** It comes after all other parts of its page. */
  last?: boolean
  children: ReactNode
}

/** A section of a report's own page: heading, controls, content. */
export function Card({
  title,
  description,
  actions,
  stale = false,
  waiting = false,
  last = false,
  children,
}: CardProps) {
  const id = useId()
  return (
    <section
      className={classes.card}
      aria-labelledby={id}
      aria-busy={stale}
      data-waiting={waiting || undefined}
      data-last={last || undefined}
    >
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {description && <p className={classes.about}>{description}</p>}
        </div>
        {actions && (
          <div className={classes.actions} data-no-print>
            {actions}
          </div>
        )}
      </div>
      <div className={classes.body} data-stale={stale || undefined}>
        {children}
      </div>
    </section>
  )
}

/** Sections side by side where there is room, stacked on a phone. */
export function SideBySide({ children, small = false }: { children: ReactNode; small?: boolean }) {
  return (
    <div className={classes.sides} data-small={small || undefined}>
      {children}
    </div>
  )
}

/** A further part of a card, set off by a line, with controls above it; a chart in it has no frame of its own. */
export function CardPart({ controls, children }: { controls: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <div className={classes.actions} data-no-print>
        {controls}
      </div>
      {children}
    </div>
  )
}
