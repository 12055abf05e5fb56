import { capitalized } from '@leaselight/model'
import type { AnchorHTMLAttributes } from 'react'
import classes from './answer.module.css'

type LinkProps = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>

interface Props {
  sentence: string
  /** `since about Mar 21` */
  since: string
  /** Where the rows behind it are. */
  link: LinkProps
  /** The way to the others. */
  more: { text: string; link: LinkProps } | false
  /** It came after the answer: it takes the room that is left, so that nothing moves. */
  late: boolean
}

/** Where a finding may still come: on a phone its line is kept, so that nothing moves. */
export const FindingPlace = () => <span className={classes.place} />

/** A finding that the page's numbers show, on the line below its answer. */
export function FindingNote({ sentence, since, link, more, late }: Props) {
  return (
    <span className={classes.finding} data-late={late || undefined} title={[sentence, since].filter(Boolean).join(' ')}>
      <span className={classes.mark} aria-hidden />
      <span className={classes.said}>
        <a {...link} className={`${classes.link} ll-focus`}>
          {sentence}
        </a>
        {since && ` ${capitalized(since)}.`}
      </span>
      {more && (
        <a {...more.link} className={`${classes.more} ll-focus`}>
          {more.text}
        </a>
      )}
    </span>
  )
}
