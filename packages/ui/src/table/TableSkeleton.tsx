import { Skeleton } from '@mantine/core'
import classes from './table.module.css'

const LINES = [1, 2, 3, 4, 5, 6, 7, 8]

/** A placeholder with the height of a short table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <section className={classes.frame} aria-label={label} aria-busy>
      <span role="status" className="ll-spoken">
        Loading the table
      </span>
      <div className={classes.skeleton} aria-hidden>
        {LINES.map((line) => (
          <Skeleton key={line} height={12} width={`${92 - (line % 3) * 14}%`} />
        ))}
      </div>
    </section>
  )
}
