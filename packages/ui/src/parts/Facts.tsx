import classes from './facts.module.css'

/** Facts with dots between them; a dot neither ends a line nor begins one, and a fact is never broken. */
export const Facts = ({ facts }: { facts: readonly string[] }) => (
  <span className={classes.facts}>
    {facts.map((fact, index) => (
      // Two facts may read the same, and all of them are always replaced together.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={index}>{fact}</span>
    ))}
  </span>
)
