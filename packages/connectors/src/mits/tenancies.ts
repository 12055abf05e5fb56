import type { ValueOf } from '@leaselight/contract'
import type { Day } from '@leaselight/model'
import { readMoment } from '../moments'
import type { DatedEvent, ProspectHistory } from './history'
import type { MitsLease } from './read'

/** One lease: its signing, its Lease element, or both. */
export interface Term {
  kind: ValueOf<'leases', 'kind'>
  signing: DatedEvent | undefined
  described: MitsLease | undefined
  /** The day it was signed; without a signing the first day that the file names. */
  day: Day
  noticeOn?: Day | undefined
}

/** A household's time in one unit: a lease and its renewals. */
export interface Tenancy {
  terms: Term[]
  movedIn: Day | undefined
  movedOut: Day | undefined
  /** The moves, notices and their cancellations that belong to it. */
  events: DatedEvent[]
}

/** A household's tenancies, in order. Rejects the moves and notices that belong to none. */
export function tenanciesOf(story: ProspectHistory): Tenancy[] {
  const tenancies = grouped(story, termsOf(story))
  const dayOf = (text: string | undefined) => (text ? readMoment(text, story.place.zone)?.day : undefined)
  for (const tenancy of tenancies)
    tenancy.movedIn = tenancy.terms.map(({ described }) => dayOf(described?.movedIn)).find((day) => day !== undefined)
  for (const dated of story.events) {
    if (dated.kind.does === 'continue') continueLease(story, dated, tenancies)
    if (dated.kind.does !== 'reside') continue
    const tenancy = apply(dated, dated.kind, tenancies)
    if (tenancy) tenancy.events.push(dated)
    else
      story.reject(
        dated.event,
        'EventType',
        `${dated.event.type} has no lease to which it could belong: the prospect has neither a signing nor a Lease element.`,
      )
  }
  for (const tenancy of tenancies) {
    const isUndone = (what: Residing['what']) =>
      tenancy.events.some(({ kind }) => kind.does === 'reside' && kind.what === what && kind.undo)
    // What a Lease element says holds where no event does.
    for (const term of tenancy.terms) {
      if (!isUndone('movedOut')) tenancy.movedOut ??= dayOf(term.described?.movedOut)
      if (!isUndone('notice')) term.noticeOn ??= dayOf(term.described?.notice)
    }
  }
  return tenancies
}

/** The signings with the Lease elements that describe them. Systems keep the latest leases, so the last ones belong together. */
function termsOf(story: ProspectHistory): Term[] {
  const leases = describedLeases(story)
  const signings: DatedEvent[] = []
  for (const dated of story.events) {
    if (dated.kind.does !== 'lease') continue
    if (dated.kind.kind === 'transfer' && signings.length === 0)
      story.reject(
        dated.event,
        'EventType',
        `${dated.event.type} comes before any lease; only residents are transferred.`,
      )
    else signings.push(dated)
  }
  const lived = story.events.some(({ kind }) => kind.does === 'reside')
  // A Lease element alone may be an offer: it counts when somebody signed, moved or gave notice.
  if (signings.length === 0 && !lived && !leases.some(({ lease }) => lease.movedIn || lease.movedOut)) return []
  const count = Math.max(signings.length, leases.length)
  const terms = Array.from({ length: count }, (_, index): Term => {
    const signing = signings[index - count + signings.length]
    const described = leases[index - count + leases.length]
    const kind = signing?.kind.does === 'lease' ? signing.kind.kind : 'new'
    return { kind, signing, described: described?.lease, day: signing?.moment.day ?? described?.day ?? '' }
  })
  const written = terms.filter(({ described }) => described)
  if (written.length === 0) return terms.slice(-1)
  // Signed again, or a lease that was renewed since: without a Lease element of its own there is nothing to store.
  for (const { signing, described } of terms)
    if (signing && !described)
      story.reject(
        signing.event,
        'Lease',
        'The file describes fewer leases of the prospect than were signed, and later signings have them.',
      )
  return written
}

interface DescribedLease {
  lease: MitsLease
  day: Day
}

/** The different Lease elements of all customers, by their first day; roommates repeat one, often with gaps. */
function describedLeases({ prospect, place }: ProspectHistory): DescribedLease[] {
  const byStart = new Map<string, DescribedLease>()
  const day = (text: string) => readMoment(text, place.zone)?.day
  for (const { leases } of prospect.customers)
    for (const lease of leases) {
      const start = day(lease.from) ?? lease.from
      const known = byStart.get(start)?.lease
      const whole = known ? merged(known, lease) : lease
      const days = [day(whole.signed), day(whole.from), day(whole.movedIn)].filter((one) => one !== undefined)
      byStart.set(start, { lease: whole, day: day(whole.signed) ?? days.sort()[0] ?? '' })
    }
  return [...byStart].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, lease]) => lease)
}

const merged = (lease: MitsLease, other: MitsLease): MitsLease => ({
  line: lease.line,
  from: lease.from || other.from,
  to: lease.to || other.to,
  rent: lease.rent || other.rent,
  unit: lease.unit || other.unit,
  signed: lease.signed || other.signed,
  movedIn: lease.movedIn || other.movedIn,
  movedOut: lease.movedOut || other.movedOut,
  notice: lease.notice || other.notice,
})

/** A renewal continues the tenancy before it, and so does a second signing for the same unit by people who live there. */
function grouped({ prospect, events }: ProspectHistory, terms: readonly Term[]): Tenancy[] {
  const tenancies: Tenancy[] = []
  const unitOf = ({ described, signing }: Term) =>
    (described?.unit || signing?.event.unit || prospect.unit).toLowerCase()
  for (const term of terms) {
    const before = tenancies.at(-1)
    const last = before?.terms.at(-1)
    if (!before || !last) {
      tenancies.push({ terms: [term], movedIn: undefined, movedOut: undefined, events: [] })
      continue
    }
    const hasLeft = events.some(
      ({ kind, moment: { day } }) =>
        kind.does === 'reside' && kind.what === 'movedOut' && day > last.day && day < term.day,
    )
    if (term.kind === 'new' && !hasLeft) term.kind = unitOf(term) === unitOf(last) ? 'renewal' : 'transfer'
    if (term.kind === 'renewal') before.terms.push(term)
    else tenancies.push({ terms: [term], movedIn: undefined, movedOut: undefined, events: [] })
  }
  return tenancies
}

type Residing = Extract<DatedEvent['kind'], { does: 'reside' }>

/** Applies a move or a notice to the tenancy that it belongs to; undefined when there is none. */
function apply({ moment: { day } }: DatedEvent, kind: Residing, tenancies: readonly Tenancy[]): Tenancy | undefined {
  const signed = tenancies.filter(({ terms }) => (terms[0]?.day ?? '') <= day)
  const known = signed.length > 0 ? signed : tenancies.slice(0, 1)
  const { what, undo } = kind
  if (what === 'movedIn') {
    const tenancy = known.findLast(({ movedIn }) => undo === (movedIn !== undefined)) ?? known.at(-1)
    if (tenancy) tenancy.movedIn = undo ? undefined : (tenancy.movedIn ?? day)
    return tenancy
  }
  if (what === 'movedOut') {
    const tenancy = undo
      ? known.findLast(({ movedOut }) => movedOut !== undefined)
      : known.find(({ movedIn, movedOut }) => movedIn !== undefined && movedOut === undefined)
    const meant = tenancy ?? known.at(-1)
    if (meant) meant.movedOut = undo ? undefined : day
    return meant
  }
  const living = known.findLast(({ movedIn, movedOut }) => movedIn !== undefined && movedOut === undefined)
  const meant = living ?? known.at(-1)
  // The lease in force on the day: a renewal that follows takes the notice back by itself.
  const term = meant?.terms.findLast((one) => one.day <= day) ?? meant?.terms[0]
  if (term && !undo) term.noticeOn = day
  if (undo) for (const one of meant?.terms ?? []) one.noticeOn = undefined
  return meant
}

/** A lease that goes on from month to month stays in force until a move-out; there is nothing to store. */
function continueLease(story: ProspectHistory, dated: DatedEvent, tenancies: readonly Tenancy[]): void {
  const [tenancy] = tenancies
  if (tenancy) tenancy.events.push(dated)
  else story.reject(dated.event, 'EventType', `${dated.event.type} has no lease to which it could belong.`)
  if (tenancy)
    story.context.sink.note(
      'lease',
      'MonthToMonth',
      'The lease goes on from month to month: it stays in force, and Renewals has it as undecided.',
    )
}
