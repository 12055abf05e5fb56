import { Skeleton } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'
import classes from './morning.module.css'

/** A few facts under one heading, side by side. */
export function FactStrip({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <div className={classes.facts}>{children}</div>
    </section>
  )
}

interface FactProps {
  /** Null while it loads; undefined where it could not be loaded. */
  value: string | null | undefined
  label: string
  href: string
  onClick: (event: MouseEvent) => void
  /** Loads the number again; only where it could not be loaded. */
  retry?: (() => void) | undefined
}

/** One number with what it counts; it leads to its report, or loads the number again. */
export function Fact({ value, label, retry, ...way }: FactProps) {
  if (retry)
    return (
      <button type="button" className={`${classes.fact} ll-focus`} onClick={retry}>
        <span className={classes.factValue}>—</span>
        <span className={classes.factLabel}>{label}: not loaded. Try again.</span>
      </button>
    )
  return (
    <a {...way} className={`${classes.fact} ll-focus`} aria-busy={value === null}>
      {value === null ? (
        <Skeleton height={18} width={32} my={3} aria-hidden />
      ) : (
        <span className={`${classes.factValue} ll-number`}>{value ?? '—'}</span>
      )}
      <span className={classes.factLabel}>{label}</span>
    </a>
  )
}
