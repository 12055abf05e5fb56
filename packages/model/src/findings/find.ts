import { finish, type Steps } from '../steps'
import type { Day } from '../time/dates'
import type { Signal, WatchSeries } from './signal'
import { findSignals } from './signals'
import { dollarsPerCase, type WatchTopic } from './watch'

/** What a finding is about: the company, one property, or one source. */
export interface FindingSubject {
  kind: 'company' | 'property' | 'source'
  /** The property's id or the source's name; null for the company. */
  key: string | number | null
}

/** Something that hurts, with everything that shows it. */
export interface Finding {
  /** The same from day to day: `property:15:answers`. */
  key: string
  topic: WatchTopic
  subject: FindingSubject
  /** The first day after the change; null where it was always so. */
  since: Day | null
  /** What it costs each month. */
  cost: { leases: number; dollars: number }
  /** What decides its rank: the certain part of the cost, in dollars. */
  weight: number
  /** What shows it: the one to tell first, then by weight. */
  proofs: Signal[]
}

/** Findings that cost less each month aren’t worth reading. */
const MIN_MONTHLY_DOLLARS = 100

/** Topics from causes to effects: where people wait for answers, fewer tour, and fewer lease. */
const causesFirst: readonly WatchTopic[] = [
  'answers',
  'phone',
  'safety',
  'residents',
  'demand',
  'spending',
  'tours',
  'leasing',
  'occupancy',
]

/**
 * Finds what hurts, by weight: size × certainty × money. Signals of one property are one finding when they are about one
 * topic or may have begun together; those of one source always are.
 */
export const findFindings = (all: readonly WatchSeries[], end: Day): { findings: Finding[]; tests: number } =>
  finish(findingSteps(all, end))

/** The same in small steps: at hundreds of properties it takes seconds. */
export function* findingSteps(all: readonly WatchSeries[], end: Day): Steps<{ findings: Finding[]; tests: number }> {
  const { signals, tests } = yield* findSignals(all, end)
  const groups: Signal[][] = []
  for (const signal of withoutPartsOfOthers(signals)) {
    const same = groups.filter((group) => group.some((other) => haveSameCause(signal, other)))
    for (const group of same) groups.splice(groups.indexOf(group), 1)
    groups.push([signal, ...same.flat()])
  }
  const findings = groups
    .map(findingOf)
    .filter(({ cost }) => cost.dollars >= MIN_MONTHLY_DOLLARS)
    .sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
  return { findings, tests }
}

function findingOf(signals: readonly Signal[]): Finding {
  const sorted = signals.toSorted((a, b) => weightOf(b) - weightOf(a) || (textOf(a) < textOf(b) ? -1 : 1))
  // There is one signal at least.
  const heaviest = sorted[0] as Signal
  const subject = subjectOf(heaviest)
  const first = subject.kind === 'source' ? heaviest : sorted.reduce((a, b) => (comesBefore(b, a) ? b : a))
  const { topic } = first.series.watch
  return {
    key: [subject.kind, ...(subject.key === null ? [] : [subject.key]), topic].join(':'),
    topic,
    subject,
    since: first.since ?? sorted.find(({ since }) => since !== null)?.since ?? null,
    cost: {
      leases: Math.max(...sorted.map((signal) => leasesOf(signal, signal.monthly))),
      dollars: Math.max(...sorted.map((signal) => dollarsOf(signal, signal.monthly))),
    },
    weight: weightOf(heaviest),
    proofs: [first, ...sorted.filter((signal) => signal !== first)],
  }
}

/** Whether a signal tells the cause better: an earlier topic, a whole property before its parts, then the surer one. */
function comesBefore(one: Signal, other: Signal): boolean {
  const order = ({ series: { watch, level } }: Signal): [number, number] => [
    causesFirst.indexOf(watch.topic),
    level === 'property' || level === 'company' ? 0 : 1,
  ]
  const [a, b] = [order(one), order(other)]
  return a[0] - b[0] < 0 || (a[0] === b[0] && (a[1] - b[1] || surenessOf(other) - surenessOf(one)) < 0)
}

/** How sure a signal is; averages come last, since one very long time makes them large. */
const surenessOf = ({ series: { kind }, deviations }: Signal): number => (kind === 'mean' ? 0 : Math.abs(deviations))

/** The company's number isn't a finding of its own where one property or source brings most of its change. */
function withoutPartsOfOthers(signals: readonly Signal[]): Signal[] {
  return signals.filter(
    ({ series, monthly }) =>
      series.level !== 'company' ||
      !signals.some(
        (other) =>
          other.series.watch === series.watch && other.series.level !== 'company' && other.monthly >= monthly / 2,
      ),
  )
}

function haveSameCause(one: Signal, other: Signal): boolean {
  const [a, b] = [subjectOf(one), subjectOf(other)]
  if (a.kind !== b.kind || a.key !== b.key) return false
  if (a.kind === 'source' || one.series.watch.topic === other.series.watch.topic) return true
  // Changes that may have been on one day have one cause until known better.
  const [x, y] = [one.between, other.between]
  return x !== null && y !== null && x.start <= y.end && y.start <= x.end
}

/** Agents and hours belong to their property. */
function subjectOf({ series: { level, keys } }: Signal): FindingSubject {
  const [key] = keys
  if (level === 'company' || key === undefined) return { kind: 'company', key: null }
  return { kind: level === 'source' ? 'source' : 'property', key }
}

const leasesOf = ({ series: { watch } }: Signal, cases: number): number =>
  'leases' in watch.weight ? cases * watch.weight.leases : 0

const dollarsOf = ({ series }: Signal, cases: number): number => cases * dollarsPerCase(series.watch)

/** What was always so weighs half: part of it is the nature of the place, and it can wait for what has just changed. */
const weightOf = (signal: Signal): number =>
  dollarsOf(signal, signal.certain) * (1 - signal.chance) * (signal.basis === 'peers' ? 0.5 : 1)

const textOf = ({ series: { report, watch, level, keys } }: Signal): string =>
  [report, watch.column, level, ...keys].join(' ')
