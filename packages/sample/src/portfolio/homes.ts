import type { RecordOf } from '@leaselight/contract'
import { DAY, type DayNumber, dayText, HOUR, type Local, monthDay } from './calendar'
import type { SampleProperty } from './property'
import { weighted } from './random'

/** A lease whose prospect isn't generated yet: the journey sets who signed and with which agent. */
export interface WonLease {
  lease: RecordOf<'leases'>
  signed: Local
  /** When the household canceled before moving in. */
  cancelled: Local | undefined
}

/** The units of a property and their leases. */
export interface Homes {
  units: RecordOf<'units'>[]
  leases: RecordOf<'leases'>[]
  /** New leases signed within the history, by the day of their prospect's first contact. */
  won: Map<DayNumber, WonLease[]>
}

const PLANS = [
  { floorplan: 'Studio', bedrooms: 0, area: 500, rent: 1340, share: 12 },
  { floorplan: 'One Bedroom', bedrooms: 1, area: 690, rent: 1640, share: 36 },
  { floorplan: 'One Bedroom Den', bedrooms: 1, area: 810, rent: 1830, share: 12 },
  { floorplan: 'Two Bedroom', bedrooms: 2, area: 1020, rent: 2150, share: 30 },
  { floorplan: 'Three Bedroom', bedrooms: 3, area: 1330, rent: 2740, share: 10 },
]
const PLAN_CHOICE = weighted(PLANS.map((plan) => [plan, plan.share] as const))
const TERMS = weighted([
  [365, 74],
  [396, 8],
  [274, 8],
  [183, 10],
])
const CLASS_FACTOR: Record<string, number> = { A: 1.28, B: 1, C: 0.8 }
/** Rents are higher in summer, when most people move. */
const SEASON_RENT = [0.975, 0.98, 0.99, 1, 1.015, 1.03, 1.03, 1.02, 1, 0.99, 0.98, 0.97]

/** Generates the history of each unit: who lived there, renewed, left, and how long it was vacant. */
export class HomeHistory {
  readonly homes: Homes = { units: [], leases: [], won: new Map() }
  private readonly today: DayNumber
  /**
   * Households by the two weeks of their move-out: a lease that starts about then may be a transfer within the
   * property.
   */
  private readonly leaving = new Map<number, RecordOf<'leases'>>()

  constructor(private readonly place: SampleProperty) {
    this.today = place.calendar.today
  }

  /** Generates the given number of units with their leases. */
  build(count: number): Homes {
    const { random, id, setting } = this.place
    const perFloor = Math.max(8, Math.ceil(count / 9))
    for (let number = 0; number < count; number++) {
      const plan = random.draw(PLAN_CHOICE)
      const idle = number === 0 ? 'model' : random.chance(0.008) ? 'down' : 'rentable'
      const unit: RecordOf<'units'> = {
        id: setting.out.id('units'),
        property_id: id,
        name: `${Math.floor(number / perFloor) + 1}${String((number % perFloor) + 1).padStart(2, '0')}`,
        floorplan: plan.floorplan,
        bedrooms: plan.bedrooms,
        area_sqft: plan.area + random.int(-4, 4) * 10,
        status: idle,
      }
      this.homes.units.push(unit)
      if (idle === 'rentable')
        this.live(unit, plan.rent * (CLASS_FACTOR[this.place.property.attributes?.Class ?? 'B'] ?? 1))
    }
    return this.homes
  }

  private rent(base: number, day: DayNumber): number {
    // Five percent more every year, rounded to five dollars.
    const growth = 1.05 ** ((day - this.today) / 365)
    const season = SEASON_RENT[monthDay(day)[0]] ?? 1
    return Math.round((base * growth * season * (0.97 + 0.06 * this.place.random.next())) / 5) * 5
  }

  /** One unit from before the history until today. */
  private live(unit: RecordOf<'units'>, base: number): void {
    const { random } = this.place
    // Early enough that the share of vacant units has settled.
    let start = this.place.from - 300 - random.int(0, 364)
    for (let guard = 0; guard < 40; guard++) {
      const signed = this.signing(start)
      if (signed > this.place.calendar.now) return
      if (random.chance(0.05)) {
        // Signed and canceled, and the unit is available again.
        const cancelled = Math.min(signed + random.int(1, 9) * DAY, start * DAY - HOUR)
        if (cancelled <= this.place.calendar.now) {
          this.sign(unit, { start, signed, base, cancelled })
          start = Math.max(start, Math.floor(cancelled / DAY)) + random.int(10, 35)
          continue
        }
      }
      const lease = this.sign(unit, { start, signed, base })
      if (start <= this.today) lease.moved_in_on = dayText(start)
      const out = this.stay(unit, lease, start, base)
      if (out === undefined) return
      start = out + 8 + Math.round(random.exponential(38))
    }
  }

  /** When a lease with that start date is signed: two weeks to two months before. */
  private signing(start: DayNumber): Local {
    const { random } = this.place
    return (start - 6 - Math.round(random.exponential(14))) * DAY + random.int(9 * HOUR, 18 * HOUR)
  }

  private sign(
    unit: RecordOf<'units'>,
    { start, signed, base, cancelled }: { start: DayNumber; signed: Local; base: number; cancelled?: Local },
  ): RecordOf<'leases'> {
    const { random, calendar, setting, id, from } = this.place
    const fortnight = Math.floor(start / 14)
    const left = cancelled === undefined && random.chance(0.06) ? this.leaving.get(fortnight) : undefined
    const lease: RecordOf<'leases'> = {
      id: setting.out.id('leases'),
      property_id: id,
      unit_id: unit.id,
      prospect_id: undefined,
      agent_id: undefined,
      kind: left ? 'transfer' : 'new',
      signed_at: calendar.iso(signed),
      starts_on: dayText(start),
      ends_on: dayText(start + random.draw(TERMS) - 1),
      monthly_rent: this.rent(base, start),
      previous_lease_id: left?.id,
      cancelled_at: cancelled === undefined ? undefined : calendar.iso(cancelled),
      notice_on: undefined,
      moved_in_on: undefined,
      moved_out_on: undefined,
    }
    if (left) this.leaving.delete(fortnight)
    this.homes.leases.push(lease)
    if (!left && signed >= (from + 3) * DAY) {
      const first = Math.max(from, Math.floor(signed / DAY) - 2 - Math.round(random.exponential(13)))
      const day = this.homes.won.get(first) ?? []
      day.push({ lease, signed, cancelled })
      this.homes.won.set(first, day)
    }
    return lease
  }

  /** The years in a unit, renewed or not; returns the move-out day if it is past or near. */
  private stay(
    unit: RecordOf<'units'>,
    first: RecordOf<'leases'>,
    start: DayNumber,
    base: number,
  ): DayNumber | undefined {
    const { random, calendar, setting, renewalRate } = this.place
    let lease = first
    let from = start
    for (let years = 0; years < 12; years++) {
      const ends = Math.round(Date.parse(lease.ends_on) / 1000 / DAY)
      const decided = ends - random.int(28, 75)
      // Undecided, or sometimes staying without a lease.
      if (decided > this.today || (ends > this.today - 60 && random.chance(0.06))) return undefined
      if (!random.chance(renewalRate)) {
        lease.notice_on = dayText(decided)
        const out = ends - (random.chance(0.7) ? 0 : random.int(1, 6))
        if (out <= this.today) {
          lease.moved_out_on = dayText(out)
          this.leaving.set(Math.floor(out / 14), lease)
        }
        return out
      }
      const signed = decided * DAY + random.int(9 * HOUR, 17 * HOUR)
      if (signed > calendar.now) return undefined
      const days = random.draw(TERMS)
      const raise = 1 + 0.01 + 0.06 * random.next()
      const next: RecordOf<'leases'> = {
        ...lease,
        id: setting.out.id('leases'),
        unit_id: unit.id,
        agent_id: this.place.agent(decided),
        kind: 'renewal',
        signed_at: calendar.iso(signed),
        starts_on: dayText(ends + 1),
        ends_on: dayText(ends + days),
        monthly_rent: Math.round((Math.max(lease.monthly_rent, this.rent(base, ends) * 0.9) * raise) / 5) * 5,
        previous_lease_id: lease.id,
        cancelled_at: undefined,
        moved_in_on: undefined,
      }
      this.homes.leases.push(next)
      lease = next
      from = ends + 1
    }
    return from
  }
}
