import { type LifecycleFacts, rowKey } from './lifecycle'
import { addDays, daysOf } from './time'

/** Ad Spend: every fee, by day. */
export function plainSpend(facts: LifecycleFacts): void {
  const { records, leads, put, here, dayOf, personOf, choices, current, prior } = facts
  const registered = (name: string) => records.sources.find((one) => one.name.trim() === name)
  const topmost = (name: string): string => {
    const parent = records.sources.find((one) => one.id === registered(name)?.parent_id)
    return parent ? topmost(parent.name.trim()) : name
  }
  const add = (column: string, source: string, property: number, day: string, id: number, value?: number) => {
    const name = source.trim()
    const isPaid = registered(name)?.is_paid ?? false
    if (!here.has(property) || (choices.source_by_view === 'PAID' && !isPaid)) return
    if (choices.source_by_view === 'NON_PAID' && isPaid) return
    put(column, [rowKey('source-parent', topmost(name)), `property:${property}`], day, id, value)
  }
  for (const one of leads) {
    const day = dayOf(one.created_at, one.property_id)
    add('leads', one.source, one.property_id, day, one.id)
    if (!one.not_a_prospect) add('prospects', one.source, one.property_id, day, one.id)
  }
  for (const one of records.visits) {
    const person = personOf(one.prospect_id)
    if (person === null) continue
    add('visits', person?.source ?? '', one.property_id, dayOf(one.visited_at, one.property_id), one.id)
  }
  const live = records.leases.filter(
    (one) => one.kind === 'new' && !one.cancelled_at && personOf(one.prospect_id) !== null,
  )
  for (const one of live)
    add(
      'leases',
      personOf(one.prospect_id)?.source ?? '',
      one.property_id,
      dayOf(one.signed_at, one.property_id),
      one.id,
    )

  const [from, to] = [[current.start, prior.start].sort()[0] ?? '', [current.end, prior.end].sort()[1] ?? '']
  for (const fee of records.ad_spend)
    for (const day of daysOf(from, to)) {
      if (day < fee.starts_on || (fee.ends_on && day > fee.ends_on)) continue
      const isOwn = (source: string | undefined, property: number) =>
        source !== undefined && source.trim() === fee.source.trim() && property === fee.property_id
      const times = {
        free: 0,
        monthly: 1 / daysIn(day),
        'per-lead': leads.filter(
          (one) => isOwn(one.source, one.property_id) && dayOf(one.created_at, one.property_id) === day,
        ).length,
        'per-lease': live.filter(
          (one) =>
            isOwn(personOf(one.prospect_id)?.source, one.property_id) && dayOf(one.signed_at, one.property_id) === day,
        ).length,
      }[fee.fee_type]
      if (times > 0) add('spend', fee.source, fee.property_id, day, fee.id, fee.amount * times)
    }
}

/** The number of days of a day's month. */
const daysIn = (day: string): number => {
  const first = `${day.slice(0, 7)}-01`
  return daysOf(first, addDays(first, 31)).filter((one) => one.slice(0, 7) === day.slice(0, 7)).length
}
