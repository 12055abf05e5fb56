import type { RecordOf } from '@leaselight/contract'
import { addDays } from '../plain/time'
import type { CompanyDraft, InstantDraft } from './drafts'

const UNKNOWN_LEASE = 9_999

type Fixed = Pick<
  RecordOf<'leases'>,
  'id' | 'property_id' | 'unit_id' | 'kind' | 'starts_on' | 'ends_on' | 'monthly_rent' | 'previous_lease_id'
>

/**
 * Leases that are consistent with the definitions: a renewal names an earlier signed lease, mostly of the same unit, or one
 * that isn't in the data, a renewed lease isn't canceled, and a move-out is never before the move-in.
 */
export function* leasesOf(
  draft: CompanyDraft,
  propertyOf: (unit: number, elsewhere: boolean) => number,
  when: (instant: InstantDraft, property: number) => string,
) {
  type Tenancy = CompanyDraft['tenancies'][number]
  const units = Math.max(1, draft.units.length)
  const property = (one: Tenancy) => propertyOf(one.unit % units, one.elsewhere)
  const signed = (one: Tenancy) => Date.parse(when(one.signed, property(one)))
  const previousOf = new Map<Tenancy, Tenancy>()
  for (const one of draft.tenancies) {
    if (one.kind !== 'renewal' || one.orphan) continue
    const candidates = draft.tenancies.filter(
      (other) =>
        (one.previous % 5 === 0 || other.unit % units === one.unit % units) &&
        property(other) === property(one) &&
        signed(other) < signed(one),
    )
    const previous = candidates[one.previous % Math.max(1, candidates.length)]
    if (previous) previousOf.set(one, previous)
  }
  const renewed = new Set(previousOf.values())
  const rootOf = (one: Tenancy): Tenancy => {
    const previous = previousOf.get(one)
    return previous ? rootOf(previous) : one
  }
  for (const [at, one] of draft.tenancies.entries()) {
    const previous = previousOf.get(one)
    const root = rootOf(one)
    const movedIn = root.kind === 'renewal' ? [] : root.lives.map(({ draft: version }) => version.movedIn)
    const latest = movedIn.every((day) => day !== undefined) ? Math.max(-99, ...movedIn) : undefined
    const isRenewal = one.kind === 'renewal'
    const fixed: Fixed = {
      id: at + 1,
      property_id: property(one),
      unit_id: (one.unit % units) + 1,
      kind: one.kind,
      starts_on: addDays(draft.center, one.starts),
      ends_on: addDays(draft.center, one.starts + 365),
      monthly_rent: 1000 + at,
      ...(isRenewal &&
        !(one.orphan && one.previous % 2) && {
          previous_lease_id: previous ? draft.tenancies.indexOf(previous) + 1 : UNKNOWN_LEASE,
        }),
    }
    const lives = one.lives.map((life) => {
      const { movedIn: into, movedOut: out, ...rest } = life.draft
      const leaves =
        out === undefined || (isRenewal && latest === undefined)
          ? undefined
          : isRenewal
            ? Math.max(out, latest ?? out)
            : out
      return { ...life, draft: { ...rest, movedIn: isRenewal ? undefined : into, movedOut: leaves } }
    })
    const cancelled = renewed.has(one) ? undefined : one.cancelled
    yield { lease: { fixed, signed: one.signed, cancelled }, lives }
  }
}
