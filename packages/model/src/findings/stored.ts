import type { Day } from '../time/dates'
import { type Amount, levelOf, sumSlices } from './amounts'
import type { Finding, FindingSubject } from './find'
import type { Signal, SignalBasis } from './signal'
import type { Watch, WatchKind, WatchLevel, WatchTopic } from './watch'

/** What shows a finding, in numbers and ids alone: names and words come when it is read, as its reader may see them. */
export interface StoredProof {
  report: string
  column: string
  /** The whole, where the watch names one. */
  whole: string | null
  kind: WatchKind
  level: WatchLevel
  keys: readonly (string | number)[]
  /** The hours of the day, where it is about hours. */
  hours: readonly number[]
  basis: SignalBasis
  slices: number
  now: Pick<Amount, 'part' | 'whole'>
  reference: Pick<Amount, 'part' | 'whole'>
  since: Day | null
  /** Bad cases a month. */
  monthly: number
  /** The adjusted probability that chance alone made it. */
  chance: number
  /** The number in each slice that was read, the oldest first; null without cases. Earlier searches stored 13. */
  trend: readonly (number | null)[]
}

/** A finding as it is stored. */
export interface StoredFinding {
  key: string
  topic: WatchTopic
  subject: FindingSubject
  since: Day | null
  cost: Finding['cost']
  weight: number
  proofs: readonly StoredProof[]
}

/** The most proofs that are stored of a finding. */
const MAX_PROOFS = 6

/** A finding without its histories; the hours of one number are one proof. */
export function storedFinding({ proofs, ...finding }: Finding): StoredFinding {
  const all: StoredProof[] = []
  for (const signal of proofs) {
    const proof = storedProof(signal)
    const same = proof.level === 'hour' ? all.findIndex((other) => isSameButHour(other, proof)) : -1
    const other = all[same]
    if (other) all[same] = addHours(other, proof)
    else all.push(proof)
  }
  return { ...finding, proofs: tellingHoursFirst(all).slice(0, MAX_PROOFS) }
}

function storedProof({ series, basis, slices, now, reference, since, monthly, chance }: Signal): StoredProof {
  const { watch, report, kind, level, keys, history } = series
  const weeks = history.part.length
  return {
    report,
    column: watch.column,
    whole: watch.of ?? watch.per ?? null,
    kind,
    level,
    keys: level === 'hour' ? keys.slice(0, 1) : keys,
    hours: level === 'hour' ? [Number(keys[1])] : [],
    basis,
    slices,
    now: { part: now.part, whole: now.whole },
    reference: { part: reference.part, whole: reference.whole },
    since,
    monthly,
    chance,
    trend: Array.from({ length: weeks }, (_, at) => {
      const week = sumSlices(history, weeks - 1 - at, weeks - at)
      return week.whole > 0 ? levelOf(week) : null
    }),
  }
}

const isSameButHour = (one: StoredProof, other: StoredProof): boolean =>
  one.level === 'hour' && one.report === other.report && one.column === other.column && one.basis === other.basis

/** Two hours together; what was usual is put together for the calls that came. */
function addHours(one: StoredProof, other: StoredProof): StoredProof {
  const now = { part: one.now.part + other.now.part, whole: one.now.whole + other.now.whole }
  const usual = levelOf(one.reference) * one.now.whole + levelOf(other.reference) * other.now.whole
  return {
    ...one,
    hours: [...one.hours, ...other.hours].sort((a, b) => a - b),
    slices: Math.max(one.slices, other.slices),
    now,
    reference: { part: usual, whole: now.whole },
    monthly: one.monthly + other.monthly,
    chance: Math.min(one.chance, other.chance),
  }
}

/** Hours that bring most of a property's change tell more than the property's whole day. */
function tellingHoursFirst(proofs: readonly StoredProof[]): StoredProof[] {
  const [first] = proofs
  const hours = proofs.find(
    (proof) => proof.level === 'hour' && proof.report === first?.report && proof.monthly >= first.monthly / 2,
  )
  return hours ? [hours, ...proofs.filter((proof) => proof !== hours)] : [...proofs]
}

/** The watch of a report that a proof is about; undefined when the report no longer has it. */
export const watchOf = (watches: readonly Watch[] = [], { column, whole }: StoredProof): Watch | undefined =>
  watches.find((watch) => watch.column === column && (watch.of ?? watch.per ?? null) === whole)
