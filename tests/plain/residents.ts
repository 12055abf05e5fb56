import type { RecordOf } from '@leaselight/contract'
import { addDays, localTimeAt } from './time'
import type { VisitorFacts, VisitorQuestion } from './visitors'

/** Units at the end of each period, and their residents' events in it. */
export function plainResidents({ hits, ...facts }: VisitorFacts, question: VisitorQuestion): void {
  const { records, scope, dayOf, now, zones, put } = facts
  const here = new Set(scope('general').map(({ id }) => id))
  const planOf = (unit: number) => records.units.find((one) => one.id === unit)?.floorplan ?? ''
  const live = records.leases.filter((one) => !one.cancelled_at)
  for (const one of live) {
    if (!here.has(one.property_id)) continue
    const path = [`property:${one.property_id}`, `floorplan:${planOf(one.unit_id)}`]
    if (one.moved_in_on) put('moveIns', path, one.moved_in_on, one.id)
    if (one.moved_out_on) put('moveOuts', path, one.moved_out_on, one.id)
    const renewed = live.some((other) => other.kind === 'renewal' && other.previous_lease_id === one.id)
    if (one.notice_on && !renewed) put('notices', path, one.notice_on, one.id)
    if (one.kind !== 'new') put(`${one.kind}s`, path, dayOf(one.signed_at, one.property_id), one.id)
  }
  const rootOf = (lease: RecordOf<'leases'>): RecordOf<'leases'> => {
    const previous = lease.kind === 'renewal' && records.leases.find((one) => one.id === lease.previous_lease_id)
    return previous ? rootOf(previous) : lease
  }
  for (const period of ['current', 'prior'] as const)
    for (const unit of records.units.filter((one) => here.has(one.property_id) && one.status !== 'down')) {
      const today = localTimeAt(now, zones.get(unit.property_id) ?? 'UTC').day
      const day = [question[period].end, today].sort()[0] ?? today
      const by = (date: string | undefined) => date !== undefined && date <= day
      const onDay = (lease: RecordOf<'leases'>, instant: string) => dayOf(instant, lease.property_id) <= day
      const known = records.leases.filter(
        (one) => onDay(one, one.signed_at) && !(one.cancelled_at && onDay(one, one.cancelled_at)),
      )
      const own = known.filter((one) => one.unit_id === unit.id)
      const chainOf = (lease: RecordOf<'leases'>) => known.filter((one) => rootOf(one) === rootOf(lease))
      const lived = own.filter((lease) => {
        const chain = chainOf(lease)
        const orphan = (one: RecordOf<'leases'>) =>
          one.kind === 'renewal' && rootOf(one) === one && one.starts_on <= day
        return chain.some((one) => by(one.moved_in_on) || orphan(one)) && !chain.some((one) => by(one.moved_out_on))
      })
      const leaving = lived.filter(
        (lease) =>
          by(lease.notice_on) && !known.some((one) => one.kind === 'renewal' && one.previous_lease_id === lease.id),
      )
      const coming = own.filter(
        (lease) => lease.kind !== 'renewal' && !by(lease.moved_in_on) && !by(lease.moved_out_on),
      )
      const add = (column: string) =>
        hits.push({
          column,
          period,
          path: [`property:${unit.property_id}`, `floorplan:${unit.floorplan}`],
          id: unit.id,
        })
      add('totalUnits')
      if (lived.length > 0) add('totalOccupied')
      else add(coming.length > 0 ? 'rentedVacant' : 'unrentedVacant')
      if (leaving.length > 0) add(coming.length > 0 ? 'rentedNotice' : 'unrentedNotice')
      if (lived.length > 0 ? leaving.length === 0 || coming.length > 0 : coming.length > 0) add('leased')
      for (const days of [30, 60]) {
        const soon = addDays(day, days)
        const lastDays = leaving.map(
          (lease) =>
            chainOf(lease)
              .map((one) => one.ends_on)
              .sort()
              .at(-1) ?? '',
        )
        if (lastDays.some((last) => last <= soon)) add(`moveOutsDue${days}`)
        if (coming.some((lease) => lease.starts_on <= soon)) add(`moveInsDue${days}`)
      }
    }
}
