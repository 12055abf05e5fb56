import classes from './shell.module.css'

/** The product's logo and name; only the logo on small screens. */
export function Brand({ markOnly = false }: { markOnly?: boolean }) {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width={24} height={24} aria-hidden className={classes.mark}>
        <rect width="32" height="32" rx="8" />
        <path d="M9 7v18h14M15 19v-4M20 19V9" />
      </svg>
      {markOnly ? <span className="ll-spoken">Leaselight</span> : 'Leaselight'}
    </span>
  )
}
