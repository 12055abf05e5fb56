import { FINDING_TREND } from '@leaselight/charts/sparkline'
import {
  type FindingsAnswer,
  findingDetails,
  formatShortDay,
  type HiddenFinding,
  MAX_SHOWN_FINDINGS,
  type WordedFinding,
} from '@leaselight/model'
import { Button, Skeleton } from '@mantine/core'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ActionMenu } from '../page/ActionMenu'
import { useIsPhone } from '../parts/useIsPhone'
import { Trend } from '../tiles/Trend'
import classes from './findings.module.css'
import { fittingParts } from './fittingParts'

interface LinkProps {
  href: string
  onClick: (event: MouseEvent) => void
}

type RuleState = HiddenFinding['kind'] | 'shown'

interface Props {
  /** Those to show, the heaviest first. */
  findings: readonly WordedFinding[]
  hidden: FindingsAnswer['hidden']
  /** How many there are about other properties than the chosen ones. */
  others: number
  /** A change is on its way. */
  busy: boolean
  /** They came after what is below them: they take no more room than was kept for them. */
  late?: boolean
  /** Link props for a URL within the product. */
  linkPropsFor: (href: string) => LinkProps
  /** Opens a finding's proof; without it findings have none to open. */
  onProof?: (finding: WordedFinding) => void
  /** Stands beside a finding's sentence, shown where the pointer or the focus is. */
  renderPin?: (finding: WordedFinding) => ReactNode
  /** One more thing to do about a finding. */
  renderAction?: (finding: WordedFinding) => ReactNode
  /** Hides a finding, or shows it again; without it findings stay. */
  onState?: (key: string, state: RuleState) => void
}

/** A phone's page is three screens long. */
const MAX_ON_PHONE = 3

/** What hurts, the heaviest first, each with what shows it and a way to hide it; what is hidden comes last. */
export function FindingsList({ findings, hidden, others, busy, late = false, ...tools }: Props) {
  const [all, setAll] = useState(false)
  const [fitting, setFitting] = useState<number>()
  const section = useRef<HTMLElement>(null)
  const phone = useIsPhone()
  const most = Math.min(fitting ?? findings.length, phone ? MAX_ON_PHONE : MAX_SHOWN_FINDINGS)
  const shown = all ? findings : findings.slice(0, most)
  const more = findings.length - shown.length
  // Measured once, before they are painted: what a reader opens later may take more room.
  useLayoutEffect(() => {
    if (late && section.current) setFitting(fittingFindings(section.current))
  }, [late])
  if (!late && findings.length + hidden.length + others === 0) return null
  return (
    <section
      ref={section}
      className={classes.findings}
      aria-label="What needs you"
      aria-busy={busy}
      data-late={late || undefined}
    >
      {late && findings.length === 0 && <p className={classes.comparison}>We looked through every report.</p>}
      <ol className={classes.list}>
        {shown.map((finding) => (
          <Finding key={finding.key} finding={finding} busy={busy} {...tools} />
        ))}
      </ol>
      {more > 0 && (
        <button type="button" className={`${classes.more} ll-focus`} onClick={() => setAll(true)}>
          and {more} smaller
        </button>
      )}
      {others > 0 && (
        <p className={classes.meta}>
          {others === 1 ? '1 more is' : `${others} more are`} about your other properties or all of them.
        </p>
      )}
      {hidden.length > 0 && <Hidden hidden={hidden} busy={busy} onState={tools.onState} />}
    </section>
  )
}

/** How many findings fit the room that the style sheet keeps for them, above what comes after their list. */
function fittingFindings(section: HTMLElement): number {
  const { top, bottom } = (section.querySelector('ol') ?? section).getBoundingClientRect()
  const end = section.lastElementChild?.getBoundingClientRect().bottom ?? bottom
  const bottoms = [...section.querySelectorAll('ol > li')].map((row) => row.getBoundingClientRect().bottom - top)
  return fittingParts(bottoms, Number.parseFloat(getComputedStyle(section).minHeight), end - bottom)
}

/**
 * Findings before they have come.
 * @param room what is kept for them on their own page: the whole window while nothing below is shown, otherwise as much as
 * findings that come late may take
 */
export function FindingsSkeleton({ room }: { room?: 'window' | 'kept' }) {
  const words = 'Looking through every report for what needs you.'
  return (
    <div className={classes.waiting} data-room={room} role="status" aria-label={words}>
      {room && <p className={classes.comparison}>{words}</p>}
      {['46%', '38%', '42%'].map((width) => (
        <div key={width} aria-hidden>
          <Skeleton height={14} width={width} />
          <Skeleton height={10} width="30%" mt={10} />
          <Skeleton height={10} width="24%" mt={10} />
        </div>
      ))}
    </div>
  )
}

type FindingProps = Pick<Props, 'busy' | 'linkPropsFor' | 'onProof' | 'renderPin' | 'renderAction' | 'onState'> & {
  finding: WordedFinding
}

function Finding({ finding, busy, linkPropsFor, onProof, renderPin, renderAction, onState }: FindingProps) {
  const { key, subject, sentence, comparison, proofs, trend, usual, link } = finding
  const phone = useIsPhone()
  const [proof, ...others] = proofs
  return (
    <li className={classes.finding} data-pinnable>
      <span className={classes.mark} aria-hidden />
      <div className={classes.text}>
        <h2 className={classes.sentence}>
          <a {...linkPropsFor(link.href)} className="ll-focus">
            {sentence}
          </a>{' '}
          {renderPin?.(finding)}
        </h2>
        <p className={classes.comparison}>
          {comparison}{' '}
          <span className={classes.meta}>{findingDetails(phone ? weighed(finding) : finding).join(' ')}</span>
        </p>
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
        <figure className={classes.trend}>
          <Trend samples={trend} usual={usual} {...FINDING_TREND} />
          <figcaption>{`${trend.length} weeks`}</figcaption>
        </figure>
        <div className={classes.actions} data-no-print>
          {onProof && (
            <Button
              variant="transparent"
              aria-haspopup="dialog"
              aria-label={`Show the proof: ${sentence}`}
              onClick={() => onProof(finding)}
            >
              Show the proof
            </Button>
          )}
          {subject.kind === 'source' && proof && (
            <Button component="a" variant="transparent" {...linkPropsFor(proof.beside.href)}>
              Compare sources
            </Button>
          )}
          {renderAction?.(finding)}
          {onState && (
            <ActionMenu
              variant="subtle"
              label="Not now"
              about={sentence}
              actions={[
                {
                  label: 'Hide for a week',
                  hint: 'From you alone.',
                  onSelect: () => onState(key, 'snoozed'),
                  disabled: busy,
                },
                {
                  label: 'Not a problem',
                  hint: 'Hides it from everyone until it is undone.',
                  onSelect: () => onState(key, 'dismissed'),
                  disabled: busy,
                },
              ]}
            />
          )}
        </div>
      </div>
    </li>
  )
}

/** A finding without those behind it and what happened around then: a phone has these in its proof. */
const weighed = (finding: WordedFinding): WordedFinding => ({ ...finding, who: [], around: [] })

function Hidden({ hidden, busy, onState }: Pick<Props, 'hidden' | 'busy' | 'onState'>) {
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
              onClick={() => onState?.(key, 'shown')}
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
  if (kind === 'dismissed')
    return by === null ? 'Marked as not a problem by a colleague.' : 'Marked as not a problem by you.'
  return until === null ? 'Hidden by you.' : `Hidden by you until ${formatShortDay(until.slice(0, 10))}.`
}
