import { answerLines, type ReportAnswer } from '@leaselight/model'
import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import classes from './answer.module.css'

interface Props {
  /** Undefined before the first result. */
  answer: ReportAnswer | undefined
  /** Whether there is a period to compare with. */
  compared: boolean
  /** New numbers are loading; the old answer stays, dimmed. */
  stale?: boolean
  /** What else needs the reader here, beside the changes. */
  beside?: ReactNode
}

/** The answer to a page's question, its largest words: the numbers, then what changed. */
export function Answer({ answer, compared, stale = false, beside }: Props) {
  if (!answer)
    return (
      <div className={classes.answer} data-compared={compared || undefined} data-waiting aria-hidden>
        <Skeleton height={20} width="42%" mt={5} />
        {compared && <Skeleton height={12} width="28%" mt={9} />}
      </div>
    )
  const { sentences, changes, otherwise } = answer
  return (
    <section
      className={classes.answer}
      aria-label="Answer"
      aria-busy={stale}
      data-compared={compared || undefined}
      data-stale={stale || undefined}
    >
      <p className={classes.sentence}>
        {answerLines(sentences, ({ length }) => length <= LINE).map((line, index) => (
          <Fragment key={line}>
            {index > 0 && ' '}
            <span className={classes.line}>{withNumbersKept(line)}</span>
          </Fragment>
        ))}
      </p>
      {compared && (
        <p className={classes.changes}>
          {changes.map(({ text, tone, direction }) => (
            <span key={text} className={classes.change} data-tone={tone}>
              {direction === 'up' && <IconArrowUpRight size={14} aria-hidden />}
              {direction === 'down' && <IconArrowDownRight size={14} aria-hidden />}
              {text}
            </span>
          ))}
          {otherwise && <span>{otherwise}</span>}
          {beside}
        </p>
      )}
      {!compared && beside && <p className={`${classes.changes} ${classes.alone}`}>{beside}</p>}
    </section>
  )
}

/** As many letters surely have room in a line. */
const LINE = 60

/** A line never ends with a number whose word begins the next one: `8 appointments. 41` and `began`. */
const withNumbersKept = (sentence: string): string => sentence.replaceAll(/(\d) (?=\p{L})/gu, '$1\u00a0')
