import type { ReactNode } from 'react'
import classes from './story.module.css'

/** One step of a finding's story: its number, its heading, and what shows it. */
export function StoryStep({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  return (
    <section className={classes.step} aria-label={title}>
      <h3 className={classes.title}>
        <span className={`${classes.number} ll-number`} aria-hidden>
          {step}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A row of `StoryBars`. */
export interface StoryBar {
  key: string
  name: string
  /** Its number, and what it is part of. */
  text: string
  /** From 0 to 1. */
  share: number
  /** What the story is about. */
  isSubject: boolean
}

/** The first people behind a number, each with where or with whom they are. */
export function StoryPeople({ people }: { people: readonly { key: string; name: string; text: string }[] }) {
  return (
    <ul className={classes.bars} aria-label="People">
      {people.map(({ key, name, text }) => (
        <li key={key}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** A few rows with a bar each, so that one can be seen beside the others. */
export function StoryBars({ bars, label }: { bars: readonly StoryBar[]; label: string }) {
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ key, name, text, share, isSubject }) => (
        <li key={key} data-subject={isSubject || undefined}>
          <span className={classes.name}>{name}</span>
          <span className={`${classes.value} ll-number`}>{text}</span>
          <span className={classes.bar} aria-hidden>
            <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
