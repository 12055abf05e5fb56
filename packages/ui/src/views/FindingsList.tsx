import { type FindingsAnswer, formatDay, type HiddenFinding, type WordedFinding } from '@leaselight/model'
import { IconDots } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { ActionMenu } from '../page/Page'
import { Trend } from '../tiles/Tile'
import classes from './findings.module.css'

interface LinkProps {
  href: string
  onClick: (event: MouseEvent) => void
}

type RuleState = HiddenFinding['kind'] | 'shown'

interface Props {
  found: FindingsAnswer
  /** A change is on its way. */
  busy: boolean
  /** Link props for a URL within the product. */
  linkPropsFor: (href: string) => LinkProps
  /** Hides a finding, or shows it again. */
  onState: (key: string, state: RuleState) => void
}

/** How many findings are shown at once; the others open at a click. */
const SHOWN = 5

/** What hurts, the heaviest first, each with what shows it and a way to hide it; what is hidden comes last. */
export function FindingsList({ found, busy, linkPropsFor, onState }: Props) {
  const [all, setAll] = useState(false)
  const { findings, hidden, lookedAt, end } = found
  const shown = all ? findings : findings.slice(0, SHOWN)
  const more = findings.length - shown.length
  return (
    <div className={classes.findings} aria-busy={busy}>
      {findings.length === 0 && (
        <p className={classes.calm}>
          {end === null
            ? 'Nothing is imported yet. Findings appear here with the first numbers.'
            : `${lookedAt.toLocaleString('en-US')} numbers are as usual.`}
        </p>
      )}
      <ol className={classes.list}>
        {shown.map((finding) => (
          <Finding key={finding.key} finding={finding} busy={busy} linkPropsFor={linkPropsFor} onState={onState} />
        ))}
      </ol>
      {more > 0 && (
        <button type="button" className={`${classes.more} ll-focus`} onClick={() => setAll(true)}>
          {more} more
        </button>
      )}
      {hidden.length > 0 && <Hidden hidden={hidden} busy={busy} onState={onState} />}
    </div>
  )
}

function Finding({ finding, busy, linkPropsFor, onState }: Omit<Props, 'found'> & { finding: WordedFinding }) {
  const { key, sentence, comparison, sinceText, cost, who, proofs, trend, link } = finding
  const others = proofs.slice(1)
  return (
    <li className={classes.finding}>
      <span className={classes.mark} aria-hidden />
      <div>
        <h3 className={classes.sentence}>
          <a {...linkPropsFor(link.href)} className="ll-focus">
            {sentence}
          </a>
        </h3>
        <p className={classes.comparison}>
          {comparison}
          {who.length > 0 && ` Most of it: ${who.join(' and ')}.`}
        </p>
        <p className={classes.meta}>{[sinceText, cost.text].filter(Boolean).join(' · ')}</p>
        {others.length > 0 && (
          <details className={classes.details}>
            <summary className="ll-focus">
              {others.length === 1 ? 'Also seen in another number' : `Also seen in ${others.length} other numbers`}
            </summary>
            <ul>
              {others.map((proof) => (
                <li key={`${proof.report} ${proof.sentence} ${proof.comparison}`}>
                  <a {...linkPropsFor(proof.link.href)} className="ll-focus">
                    {proof.sentence}
                  </a>{' '}
                  {proof.comparison}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div className={classes.side}>
        <Trend samples={trend} />
        <div data-no-print>
          <ActionMenu
            compact
            icon={<IconDots size={16} stroke={1.5} aria-hidden />}
            label={`Hide: ${sentence}`}
            actions={[
              { label: 'Hide for a week', onSelect: () => onState(key, 'snoozed'), disabled: busy },
              { label: 'Not a problem', onSelect: () => onState(key, 'dismissed'), disabled: busy },
            ]}
          />
        </div>
      </div>
    </li>
  )
}

function Hidden({ hidden, busy, onState }: Pick<Props, 'busy' | 'onState'> & { hidden: readonly HiddenFinding[] }) {
  return (
    <details className={classes.details} data-no-print>
      <summary className="ll-focus">{hidden.length} hidden</summary>
      <ul>
        {hidden.map(({ key, kind, sentence, until, by }) => (
          <li key={`${key} ${kind}`}>
            {sentence} <span className={classes.meta}>{hiddenText(kind, until, by)}</span>{' '}
            <button
              type="button"
              className={`${classes.more} ll-focus`}
              disabled={busy}
              onClick={() => onState(key, 'shown')}
              aria-label={`Show again: ${sentence}`}
            >
              Show again
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function hiddenText(kind: HiddenFinding['kind'], until: string | null, by: string | null): string {
  if (kind === 'dismissed') return by === null ? 'Not a problem, said by a colleague.' : 'Not a problem, said by you.'
  return until === null ? 'Hidden by you.' : `Hidden by you until ${formatDay(until.slice(0, 10))}.`
}
