import type { RecordOf } from '@leaselight/contract'
import type { Match } from '../random/expectRecount'
import type { LifecycleCompany } from '../random/lifecycleCompany'
import { type Range, within } from './question'
import { addDays, daysOf, localTimeAt, weekdayOf } from './time'

export interface LifecycleQuestion {
  current: Range
  prior: Range
  propertyIds: number[]
  /** A report's filters and switches, by parameter. */
  choices: Record<string, string>
}

/** A company's records with the helpers that all definitions need. */
export function lifecycleFacts({ records, now }: LifecycleCompany, question: LifecycleQuestion) {
  const zones = new Map(records.properties.map((one) => [one.id, one.time_zone]))
  const people = new Map(records.prospects.filter((one) => !one.deleted).map((one) => [one.id, one]))
  const agents = new Set(records.agents.map((one) => one.id))
  const chosen = question.propertyIds
  const here = new Set(
    records.properties.map(({ id }) => id).filter((id) => chosen.length === 0 || chosen.includes(id)),
  )
  const hits: Match[] = []
  const prospects = [...people.values()].filter((one) => !one.not_a_prospect)
  return {
    ...question,
    records,
    now,
    hits,
    here,
    zones,
    leads: [...people.values()],
    prospects,
    dayOf: (instant: string | number, property: number): string =>
      localTimeAt(typeof instant === 'number' ? instant : Date.parse(instant), zones.get(property) ?? 'UTC').day,
    /**
     * Counts a record in each period that contains its day.
     * @param path its row, or its row by the day of the current period that its own day is compared with
     */
    put: (
      column: string,
      path: string[] | ((comparedDay: string) => string[]),
      day: string,
      id: number,
      value?: number,
    ): void => {
      for (const period of ['current', 'prior'] as const) {
        if (!within(day, question[period])) continue
        const apart = daysOf(question[period].start, question.current.start).length - 1
        const row = typeof path === 'function' ? path(addDays(day, period === 'prior' ? apart : 0)) : path
        hits.push({ column, period, path: row, id, value })
      }
    },
    /** The person behind a fact: undefined when unknown, null when the fact counts nowhere. */
    personOf: (id: number | undefined): RecordOf<'prospects'> | undefined | null => {
      const known = id === undefined ? undefined : records.prospects.find((one) => one.id === id)
      return known?.deleted || known?.not_a_prospect ? null : known
    },
    agentKey: (id: number | undefined): string => `agent:${id !== undefined && agents.has(id) ? id : 0}`,
  }
}

export type LifecycleFacts = ReturnType<typeof lifecycleFacts>

export const rowKey = (dimension: string, name: string | undefined): string =>
  `${dimension}:${encodeURIComponent(name ?? '')}`

const ms = (instant: string): number => Date.parse(instant)
const isCancelled = (status: string): boolean => status.startsWith('cancelled')

/** Loss Reasons: lost prospects by reason, next step, or stage, and by shared attributes. */
export function plainLosses(facts: LifecycleFacts): void {
  const { records, prospects, put, here, dayOf, agentKey, choices } = facts
  for (const one of prospects) {
    if (one.status !== 'lost' || !one.lost_at || !here.has(one.property_id)) continue
    const isChosen = (choice: string | undefined, is: string) => choice === undefined || choice.split(',').includes(is)
    if (!isChosen(choices.agent_ids, String(one.agent_id ?? ''))) continue
    if (!isChosen(choices.sources, one.source.trim() || 'Unknown')) continue
    if (!isChosen(choices.contacts, one.first_contact_channel)) continue
    const of = (fact: { prospect_id?: number }) => fact.prospect_id === one.id
    const stage = records.leases.some((lease) => of(lease) && lease.kind === 'new' && !lease.cancelled_at)
      ? 'lease'
      : records.applications.some(of)
        ? 'application'
        : records.visits.some(of)
          ? 'visit'
          : records.appointments.some(of)
            ? 'appointment'
            : 'waiting'
    const day = dayOf(one.lost_at, one.property_id)
    const outer = {
      LOSS_REASONS: rowKey('loss-reason', one.loss_reason),
      NEXT_STEPS: rowKey('next-step', one.next_step),
      ACTIVITY: `stage:${stage}`,
    }[choices.category ?? '']
    const inner = (comparedDay: string) =>
      ({
        property: `property:${one.property_id}`,
        agent: agentKey(one.agent_id),
        contact: `contact:${one.first_contact_channel}`,
        source: rowKey('source', one.source.trim()),
        week: `week:${addDays(comparedDay, 1 - weekdayOf(comparedDay))}`,
      })[choices.group_by ?? '']
    const path = (comparedDay: string) => [outer ?? '', inner(comparedDay) ?? '']
    put('lost', path, day, one.id)
    put(
      {
        lease: 'lostLeased',
        application: 'lostApplied',
        visit: 'lostVisited',
        appointment: 'lostBooked',
        waiting: 'lostWaiting',
      }[stage],
      path,
      day,
      one.id,
    )
  }
}

/** Renewals: ending leases and their outcomes. */
export function plainRenewals({ records, put, here, dayOf, now }: LifecycleFacts): void {
  for (const lease of records.leases) {
    if (lease.cancelled_at || !here.has(lease.property_id)) continue
    const today = dayOf(now, lease.property_id)
    const renewals = records.leases
      .filter((one) => one.kind === 'renewal' && one.previous_lease_id === lease.id && !one.cancelled_at)
      .filter((one) => ms(one.signed_at) <= now)
      .sort((a, b) => ms(a.signed_at) - ms(b.signed_at) || a.id - b.id)
    const last = renewals.at(-1)
    const by = (date: string | undefined) => date !== undefined && date <= today
    const unit = records.units.find((one) => one.id === lease.unit_id)
    const path = [`property:${lease.property_id}`, rowKey('home', `${lease.unit_id}:${unit?.name ?? ''}`)]
    const add = (column: string, value?: number) => put(column, path, lease.ends_on, lease.id, value)
    add('expiring')
    add(last ? 'renewed' : by(lease.moved_out_on) ? 'movedOut' : by(lease.notice_on) ? 'notice' : 'undecided')
    if (last) {
      add('oldRent', lease.monthly_rent)
      add('newRent', last.monthly_rent)
    }
  }
}

/** Craigslist: listings, and the prospects and facts that name them. */
export function plainCraigslist({ records, leads, put, here, dayOf, now, agentKey, personOf }: LifecycleFacts): void {
  const pathOf = (id: number | undefined): string[] | undefined => {
    const listing = records.listings.find((one) => one.id === id)
    return listing && here.has(listing.property_id)
      ? [`property:${listing.property_id}`, agentKey(listing.agent_id)]
      : undefined
  }
  for (const one of records.listings) {
    const path = pathOf(one.id)
    if (!path) continue
    const add = (column: string) => put(column, path, dayOf(one.posted_at, one.property_id), one.id)
    add('posted')
    add(one.removed_at && ms(one.removed_at) <= now ? 'archived' : 'live')
    if (one.flagged_at && ms(one.flagged_at) <= now) add('flagged')
  }
  for (const one of leads) {
    const path = pathOf(one.listing_id)
    if (path) put('leads', path, dayOf(one.created_at, one.property_id), one.id)
  }
  const fact = (column: string, id: number, prospect: number | undefined, day: string) => {
    const path = pathOf(personOf(prospect)?.listing_id)
    if (path) put(column, path, day, id)
  }
  for (const one of records.visits) fact('visits', one.id, one.prospect_id, dayOf(one.visited_at, one.property_id))
  for (const one of records.leases)
    if (one.kind === 'new' && !one.cancelled_at)
      fact('leases', one.id, one.prospect_id, dayOf(one.signed_at, one.property_id))
}

/** Drip campaigns: messages, and facts within two weeks after them. */
export function plainDrips({ records, put, here, dayOf, personOf, choices }: LifecycleFacts): void {
  const status = choices.drip_campaign_statuses
  for (const one of records.messages) {
    if (one.direction !== 'outbound' || one.origin !== 'drip' || !here.has(one.property_id)) continue
    if (personOf(one.prospect_id) === null) continue
    const campaign = records.campaigns.find(({ id }) => id === one.campaign_id)
    if (status && status !== 'all' && (!campaign || (campaign.is_archived ? 'archived' : 'live') !== status)) continue
    if (choices.trigger_types && campaign?.trigger_type !== choices.trigger_types) continue
    const path = [`campaign:${campaign?.id ?? 0}`, rowKey('step', one.step === undefined ? '' : String(one.step))]
    const day = dayOf(one.sent_at, one.property_id)
    put('sent', path, day, one.id)
    put('enrolled', path, day, one.prospect_id)
    if (one.delivered_at) put('delivered', path, day, one.id)
    if (one.opened_at) put('opened', path, day, one.id)
    if (one.clicked_at) put('clicked', path, day, one.id)
    if (one.replied_at) put('replied', path, day, one.id)
    if (one.opted_out_at) put('optedOut', path, day, one.id)
    const follows = (prospect: number | undefined, instant: string) =>
      prospect === one.prospect_id &&
      ms(instant) > ms(one.sent_at) &&
      ms(instant) <= ms(one.sent_at) + 14 * 24 * 3_600_000
    for (const fact of records.appointments)
      if (follows(fact.prospect_id, fact.created_at) && !isCancelled(fact.status))
        put('appointments', path, day, fact.id)
    for (const fact of records.visits) if (follows(fact.prospect_id, fact.visited_at)) put('visits', path, day, fact.id)
    for (const fact of records.leases)
      if (follows(fact.prospect_id, fact.signed_at) && fact.kind === 'new' && !fact.cancelled_at)
        put('leases', path, day, fact.id)
  }
}
