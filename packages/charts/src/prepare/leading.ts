import {
  deviationsAmong,
  displayedEvidence,
  type Evidence,
  formatCell,
  isAdditive,
  isTelling,
  judge,
  MIN_CASES,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import type { Group } from './groups'
import { type Answer, nameInTitle, roundShare } from './sentences'

const counted = (value: number): Evidence => ({ kind: 'count', value, events: value })

/**
 * `Zillow has the most leads: 40, 33% of all`: the row that leads by more than chance explains; null without one, or when
 * it is no subject.
 */
export function mostOf(groups: readonly Group[], sizeOf: (group: Group) => number, what: string): Answer | null {
  const sorted = groups.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const [first, second] = sorted
  if (!first || !second || first.isMissing) return null
  const { state } = judge({ current: counted(sizeOf(first)), prior: counted(sizeOf(second)) })
  if (!isTelling({ state })) return null
  const whole = groups.reduce((sum, group) => sum + sizeOf(group), 0)
  const share = whole >= MIN_CASES ? `, ${roundShare(sizeOf(first) / whole)} of all` : ''
  return {
    state: 'signal',
    text: `${nameInTitle(first.label)} has the most ${what}: ${formatCell(sizeOf(first), 'integer')}${share}`,
  }
}

/** A row whose rate differs from that of all others together. */
export interface Outlier {
  group: Group
  key: string
  part: number
  whole: number
  deviations: number
}

/**
 * The row whose rate is above that of all others together by more than the most extreme of so many rows would be by
 * chance; null without one.
 * @param rates the cases of a group, null where it has none
 */
export function highestRate(
  groups: readonly Group[],
  keys: readonly string[],
  rates: (group: Group, key: string) => { part: number; whole: number } | null,
): Outlier | null {
  const deviations = deviationsAmong(groups.length * keys.length)
  const found = keys.flatMap((key) => {
    const cases = groups.flatMap((group) => {
      const one = rates(group, key)
      return one && one.part >= 0 && one.part <= one.whole ? [{ group, ...one }] : []
    })
    const all = cases.reduce((sum, { part, whole }) => ({ part: sum.part + part, whole: sum.whole + whole }), {
      part: 0,
      whole: 0,
    })
    return cases.flatMap(({ group, part, whole }): Outlier[] => {
      const rest = { part: all.part - part, whole: all.whole - whole }
      if (group.isMissing || whole === 0 || rest.whole === 0) return []
      const decision = judge({
        current: { kind: 'rate', value: part / whole, part, whole },
        prior: { kind: 'rate', value: rest.part / rest.whole, ...rest },
        deviations,
      })
      return isTelling(decision) && decision.deviations > 0
        ? [{ group, key, part, whole, deviations: decision.deviations }]
        : []
    })
  })
  return found.sort((a, b) => b.deviations - a.deviations)[0] ?? null
}

/** The cases behind a displayed rate of a group; null where it is none. */
export function casesIn(
  report: ReportDefinition,
  key: string,
  state: ReportState,
  { numbers }: Group,
  total: Group['numbers'],
): { part: number; whole: number } | null {
  const evidence = displayedEvidence(report, key, state, { numbers, total, spreads: {} })
  return evidence?.kind === 'rate' ? { part: evidence.part, whole: evidence.whole } : null
}

/** Whether rows of a column are counts that add up, so that one can have most. */
export const isCounted = (report: ReportDefinition, key: string): boolean =>
  isAdditive(report.columns, key) && report.columns[key]?.format === 'integer'
