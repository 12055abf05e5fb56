import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface Props {
  title: string
  /** Muted text beside the title. */
  description?: ReactNode
  children: ReactNode
}

/** A section that opens at a click. */
export function FoldedCard({ title, description, children }: Props) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <details className={classes.folded}>
        <summary className="ll-focus">
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {description && <span className={classes.about}>{description}</span>}
        </summary>
        <div className={classes.body}>{children}</div>
      </details>
    </section>
  )
}
