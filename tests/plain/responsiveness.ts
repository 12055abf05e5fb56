import type { LifecycleFacts } from './lifecycle'
import { addDays, daysOf, instantOf, isOpenAt, type Office, timeOn, weekdayOf } from './time'

const HOUR = 3_600_000
const ms = (instant: string): number => Date.parse(instant)

/** Response Time: who waits for a response, and for how long. */
export function plainResponses(facts: LifecycleFacts): void {
  const { records, prospects, put, here, dayOf, now, agentKey, choices, zones } = facts
  for (const person of prospects) {
    if (!here.has(person.property_id)) continue
    const answers = [
      ...records.messages
        .filter((one) => one.prospect_id === person.id && one.direction === 'outbound' && one.origin === 'agent')
        .map((one) => ({ from: ms(one.sent_at), hasHour: !one.day_only })),
      ...records.calls
        .filter((one) => one.prospect_id === person.id && one.direction === 'outbound' && one.handled_by === 'agent')
        .map((one) => ({ from: ms(one.started_at), hasHour: !one.day_only })),
    ]
      .filter(({ from }) => from <= now)
      .map(({ from, hasHour }) => ({ at: hasHour ? from : from + 24 * HOUR - 1, hasHour }))
      .sort((a, b) => a.at - b.at)
    const created =
      !person.day_only && !['call', 'walk-in'].includes(person.first_contact_channel)
        ? [{ at: ms(person.created_at), property: person.property_id, tie: 0 }]
        : []
    const wrote =
      choices.cumulative_response_time === 'true'
        ? records.messages
            .filter((one) => one.prospect_id === person.id && one.direction === 'inbound' && !one.day_only)
            .map((one) => ({ at: ms(one.sent_at), property: one.property_id, tie: one.id }))
        : []
    const openers = [...created, ...wrote].sort((a, b) => a.at - b.at || a.tie - b.tie)
    const office = records.properties.find(({ id }) => id === person.property_id)
    // A prospect who is still waiting opens no second exchange with the next message.
    let waitsUntil = Number.NEGATIVE_INFINITY
    for (const { at, property } of openers) {
      if (at <= waitsUntil) continue
      const first = answers.find((one) => one.at >= at)
      const answer = first?.at
      waitsUntil = answer ?? Number.POSITIVE_INFINITY
      if (first && !first.hasHour) continue
      const hour = new Date(at + shift(at, zones.get(property) ?? 'UTC')).getUTCHours()
      const path = {
        property: [`property:${person.property_id}`, agentKey(person.agent_id)],
        agent: [agentKey(person.agent_id)],
        contact: [`contact:${person.first_contact_channel}`],
        hour: [`hour:${hour}`],
      }[choices.by ?? '']
      const add = (column: string, value?: number) => put(column, path ?? [], dayOf(at, property), person.id, value)
      add('contacts')
      if (answer === undefined || !office) {
        add('never')
        continue
      }
      const waited = (choices.use_business_hours === 'true' ? openBetween(office, at, answer) : answer - at) / 1000
      add(waited <= 1800 ? 'within30' : waited <= 7200 ? 'within120' : 'over120')
      add('seconds', waited)
    }
  }
}

const shift = (at: number, zone: string): number => {
  const wall = new Date(
    new Date(at).toLocaleString('en-US', { timeZone: zone, hourCycle: 'h23' }).replace(', 24:', ', 00:'),
  )
  const utc = new Date(
    new Date(at).toLocaleString('en-US', { timeZone: 'UTC', hourCycle: 'h23' }).replace(', 24:', ', 00:'),
  )
  return wall.getTime() - utc.getTime()
}

/** The opening and closing times of an office on a day. */
function edgesOn(office: Office, day: string): [opens: number, closes: number][] {
  if (office.holidays?.includes(day)) return []
  return (office.office_hours ?? [])
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ opens, closes }): [number, number] => [
      instantOf(timeOn(day, opens), office.time_zone, 'first'),
      instantOf(timeOn(day, closes), office.time_zone, 'second'),
    ])
    .filter(([opens, closes]) => opens < closes)
}

/** Open time between two instants: between two consecutive edges, an office is either open or closed throughout. */
function openBetween(office: Office, from: number, to: number): number {
  const days = daysOf(
    addDays(new Date(from).toISOString().slice(0, 10), -2),
    addDays(new Date(to).toISOString().slice(0, 10), 2),
  )
  const inside = days.flatMap((day) => edgesOn(office, day).flat()).filter((edge) => edge > from && edge < to)
  const edges = [from, ...new Set(inside.sort((a, b) => a - b)), to]
  return edges.slice(1).reduce((open, edge, index) => {
    const start = edges[index] ?? from
    return isOpenAt(office, (start + edge) / 2) ? open + edge - start : open
  }, 0)
}

/** Engagement: every prospect's state at the closings, and now. */
export function plainEngagement(facts: LifecycleFacts, byDay: boolean): void {
  const { records, hits, here, now, agentKey, current, prior, prospects } = facts
  const between = (ms(prior.start) - ms(current.start)) / (24 * HOUR)
  for (const property of records.properties) {
    if (!here.has(property.id)) continue
    for (const [period, range] of [
      ['current', current],
      ['prior', prior],
    ] as const)
      for (const day of daysOf(range.start, range.end)) {
        const closing = Math.max(...edgesOn(property, day).map(([, closes]) => closes))
        if (closing > now || !Number.isFinite(closing)) continue
        const row = period === 'current' ? day : addDays(day, -between)
        look(property.id, closing, period, (state) => state, byDay ? [`date:${row}`] : [])
      }
    if (!byDay) {
      const name = (state: string) => `recent${state.charAt(0).toUpperCase()}${state.slice(1)}`
      look(property.id, now, 'current', name, [])
      look(property.id, now + between * 24 * HOUR, 'prior', name, [])
    }
  }

  function look(
    property: number,
    at: number,
    period: 'current' | 'prior',
    name: (state: string) => string,
    row: string[],
  ) {
    for (const person of prospects) {
      if (person.property_id !== property) continue
      const state = stateOf(facts, person, at)
      const path = [...row, `property:${property}`, agentKey(person.agent_id)]
      // A prospect is counted at many closings.
      if (state) hits.push({ column: name(state), period, path, id: hits.length })
    }
  }
}

function stateOf({ records }: LifecycleFacts, person: LifecycleFacts['prospects'][number], at: number): string | null {
  const by = (instant: string | undefined) => instant !== undefined && ms(instant) <= at
  const own = <T extends { prospect_id?: number }>(list: T[]) => list.filter((one) => one.prospect_id === person.id)
  if (!by(person.created_at)) return null
  if (person.status === 'lost' && (!person.lost_at || by(person.lost_at))) return null
  const leases = own(records.leases).filter((one) => one.kind === 'new')
  if (leases.some((one) => by(one.signed_at) && !by(one.cancelled_at))) return null
  if (person.status === 'leased' && !leases.some((one) => !one.cancelled_at)) return null
  const isBooked = own(records.appointments).some(
    (one) => by(one.created_at) && !by(one.starts_at) && !(one.status.startsWith('cancelled') && by(one.status_at)),
  )
  if (isBooked || (person.next_follow_up_at && !by(person.next_follow_up_at))) return 'green'
  const contacts = [
    ...own(records.messages)
      .filter((one) => one.direction === 'outbound' && ['agent', 'ai'].includes(one.origin))
      .map((one) => one.sent_at),
    ...own(records.calls)
      .filter((one) => one.direction === 'outbound')
      .map((one) => one.started_at),
  ]
  const ages = contacts.filter(by).map((one) => (at - ms(one)) / HOUR)
  if (ages.some((age) => age < 24)) return 'green'
  return ages.some((age) => age < 48) ? 'yellow' : 'red'
}
