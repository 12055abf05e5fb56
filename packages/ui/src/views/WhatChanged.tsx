import {
  type ChangeBy,
  type ChangeExplanation as Changes,
  calmSentence,
  changeBars,
  type HeadlineChange,
} from '@leaselight/model'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useIsPhone } from '../parts/useIsPhone'
import { Waterfall } from './Waterfall'
import classes from './whatChanged.module.css'

interface LinkProps {
  href: string
  onClick: (event: MouseEvent) => void
}

type LinkPropsFor = (href: string) => LinkProps

interface Props {
  changes: Pick<Changes, 'headlines'>
  /** Link props for a URL within the product. */
  linkPropsFor: LinkPropsFor
  /** Opens the list behind a headline's number. */
  onOpen: (column: string) => void
}

const verdictPrefix = { good: 'Better: ', bad: 'Worse: ', neutral: '' } as const

/**
 * What changed, the most significant first, with the cause of each change linked to its own numbers; small changes come
 * last.
 */
export function WhatChanged({ changes, linkPropsFor, onOpen }: Props) {
  const phone = useIsPhone()
  const notable = changes.headlines.filter((headline) => headline.notable)
  const calm = calmSentence(changes.headlines)
  const usual = changes.headlines.filter((headline) => !headline.notable)
  return (
    <div className={classes.changes}>
      {calm && <p className={classes.calm}>{calm}</p>}
      <ol className={classes.list}>
        {notable.map((headline, index) => (
          <li key={headline.column} className={classes.headline}>
            <Arrow headline={headline} />
            <div>
              <h3 className={classes.sentence}>
                <span className="ll-spoken">{verdictPrefix[headline.verdict]}</span>
                <button type="button" className={`${classes.opens} ll-focus`} onClick={() => onOpen(headline.column)}>
                  {headline.sentence}
                </button>
              </h3>
              <Explanation headline={headline} linkPropsFor={linkPropsFor} />
              <ChangeDetails headline={headline} linkPropsFor={linkPropsFor} open={index === 0 && !phone}>
                What’s behind it
              </ChangeDetails>
            </div>
          </li>
        ))}
      </ol>
      {usual.length > 0 && (
        <section className={classes.usual} aria-label="No clear change">
          <h3 className={classes.small}>No clear change</h3>
          {usual.map((headline) => (
            <ChangeDetails key={headline.column} headline={headline} linkPropsFor={linkPropsFor}>
              {headline.sentence}
            </ChangeDetails>
          ))}
        </section>
      )}
    </div>
  )
}

function Arrow({ headline: { change, verdict } }: { headline: HeadlineChange }) {
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight
  return (
    <span className={classes.arrow} data-verdict={verdict} aria-hidden>
      <Icon size={16} stroke={2} />
    </span>
  )
}

interface HeadlineProps {
  headline: HeadlineChange
  linkPropsFor: LinkPropsFor
}

/** What caused most of the change, linked to its own numbers. */
function Explanation({ headline: { explanation, explainedBy, by }, linkPropsFor }: HeadlineProps) {
  if (!explanation) return null
  const parts = by.find(({ dimension }) => dimension === explainedBy)?.contributions ?? []
  const told = parts.find(({ name }) => explanation.startsWith(name))
  return (
    <p className={classes.why}>
      {told ? (
        <a {...linkPropsFor(told.link.href)} className="ll-focus">
          {explanation}
        </a>
      ) : (
        explanation
      )}
    </p>
  )
}

function ChangeDetails({
  headline,
  linkPropsFor,
  open = false,
  children,
}: HeadlineProps & { open?: boolean; children: string }) {
  const told = headline.by.filter(({ contributions }) => contributions.length > 0)
  if (told.length === 0) return <p className={classes.plain}>{children}</p>
  return (
    <details className={classes.details} open={open}>
      <summary className="ll-focus">{children}</summary>
      <div className={classes.by}>
        {told.map((part) => (
          <Contributions key={part.dimension} part={part} headline={headline} wayTo={linkPropsFor} />
        ))}
      </div>
    </details>
  )
}

/** From the number before to the one now, row by row. */
function Contributions({ part, headline, wayTo }: { part: ChangeBy; headline: HeadlineChange; wayTo: LinkPropsFor }) {
  const by = `By ${part.label.toLowerCase()}`
  const about = `${by}: ${headline.label.toLowerCase()}`
  const links = new Map(part.contributions.map(({ key, link }) => [key, link.href]))
  const linkOf = (key: string) => {
    const href = links.get(key)
    return href === undefined ? undefined : wayTo(href)
  }
  return (
    <section aria-label={about}>
      <h4 className={classes.small}>{by}</h4>
      <Waterfall
        label={about}
        start={{ label: 'Before', value: headline.prior }}
        end={{ label: 'Now', value: headline.current }}
        rows={changeBars(headline, part).map((bar) => ({ ...bar, link: linkOf(bar.key) }))}
      />
    </section>
  )
}
