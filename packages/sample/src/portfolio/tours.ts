import type { RecordOf, ValueOf } from '@leaselight/contract'
import { DAY, type DayNumber, dayOf, HOUR, type Local, MINUTE } from './calendar'
import type { Contacts } from './contacts'
import type { SampleProperty } from './property'
import { weighted } from './random'

const TOUR_TYPES = weighted<ValueOf<'visits', 'visit_type'>>([
  ['in-person', 74],
  ['self-guided', 18],
  ['live-video', 8],
])

/** The campaign after a no-show or cancellation. */
const CAMPAIGN_AFTER: Partial<Record<RecordOf<'appointments'>['status'], ValueOf<'campaigns', 'trigger_type'>>> = {
  'no-show': 'NO_SHOW',
  'cancelled-renter': 'CANCELLED_RENTER',
  'cancelled-manager': 'CANCELLED_MANAGER',
}

/** An appointment to create. */
export interface Booking {
  prospect: number
  /** When it is made. */
  made: Local
  bookedBy: RecordOf<'appointments'>['booked_by']
  /** The tour's time, when already decided (for those who lease); otherwise some day soon. */
  starts?: Local
}

/** The outcome of an appointment or its replacement: when the visit started, or undefined. */
export interface TourOutcome {
  id: number | undefined
  starts: Local
  visited: Local | undefined
  status: RecordOf<'appointments'>['status']
}

/** Writes appointments and visits of one property. */
export class Tours {
  constructor(
    private readonly place: SampleProperty,
    private readonly contacts: Contacts,
  ) {}

  /** Books a tour and generates its outcome; anything after now is only planned. */
  book({ prospect, made, bookedBy, starts: known }: Booking): TourOutcome {
    const { random, calendar, clock, setting, id } = this.place
    const tourType = random.draw(TOUR_TYPES)
    const day = dayOf(made) + 1 + Math.floor(random.exponential(2.4))
    // Quarter hours, as calendars have them.
    const starts = known ?? Math.round(clock.within(day, random) / 900) * 900
    const draw = random.next()
    const fate: RecordOf<'appointments'>['status'] =
      known !== undefined || draw < 0.63
        ? 'completed'
        : draw < 0.8
          ? 'no-show'
          : draw < 0.92
            ? 'cancelled-renter'
            : draw < 0.955
              ? 'cancelled-manager'
              : 'scheduled'
    const cancelled = fate.startsWith('cancelled')
    // Canceled some time between booking and the tour; otherwise settled right after it.
    const settled = cancelled
      ? made + (starts - made) * (0.2 + 0.75 * random.next())
      : fate === 'scheduled'
        ? made
        : starts + random.int(20, 50) * MINUTE
    const created_at = calendar.past(made)
    if (created_at === undefined) return { id: undefined, starts, visited: undefined, status: 'scheduled' }
    const known_ = settled <= calendar.now
    const record: RecordOf<'appointments'> = {
      id: setting.out.id('appointments'),
      property_id: id,
      prospect_id: prospect,
      agent_id: this.place.agent(dayOf(made)),
      created_at,
      starts_at: calendar.iso(starts),
      tour_type: tourType,
      booked_by: bookedBy,
      status: known_ ? fate : 'scheduled',
      status_at: calendar.iso(known_ ? settled : made),
    }
    setting.out.push('appointments', record)
    const visited = fate === 'completed' ? starts + random.int(-4, 9) * MINUTE : undefined
    if (visited !== undefined) this.visit(prospect, visited, tourType, record)
    const missed = known_ ? CAMPAIGN_AFTER[fate] : undefined
    const replied = missed && this.contacts.drip(prospect, settled, missed)
    // Prospects who reply to the campaign usually book another time.
    if (replied !== undefined && random.chance(0.6)) {
      const again = this.book({ prospect, made: replied + random.int(HOUR / 4, 6 * HOUR), bookedBy: 'agent' })
      if (again.id !== undefined) return { ...again, id: record.id }
    }
    return { id: record.id, starts, visited, status: record.status }
  }

  /** A visit; with the tour app each step has a timestamp, and some visitors stop halfway. */
  visit(
    prospect: number,
    at: Local,
    type: ValueOf<'visits', 'visit_type'>,
    appointment?: RecordOf<'appointments'>,
  ): void {
    const { random, calendar, setting, id, products, scanRate } = this.place
    const visited_at = calendar.past(at)
    if (visited_at === undefined) return
    const app = products.has('tours') && random.chance(appointment ? 0.66 : 0.34)
    const shown = random.chance(0.87)
    let clock = at
    let goesOn = app
    // Each step is some minutes after the previous one, if the tour got that far.
    const step = (likely: number, minutes: number): string | undefined => {
      goesOn = goesOn && random.chance(likely)
      clock += random.int(1, minutes) * MINUTE
      return goesOn ? calendar.past(clock) : undefined
    }
    const tour_started_at = step(0.97, 2)
    const met_at = type === 'self-guided' ? undefined : step(0.93, 3)
    const scanned = random.chance(app ? scanRate : scanRate * 0.55)
    const id_scanned_at = scanned ? calendar.past(clock + MINUTE) : undefined
    const walkthrough_at = step(0.9, 6)
    const quoted_at = step(0.72, 15)
    setting.out.push('visits', {
      id: setting.out.id('visits'),
      property_id: id,
      prospect_id: prospect,
      agent_id: appointment ? appointment.agent_id : this.place.agent(dayOf(at)),
      appointment_id: appointment?.id,
      visited_at,
      visit_type: type,
      unit_shown: shown,
      uses_tour_app: app,
      tour_started_at,
      met_at,
      id_scanned_at,
      id_scan_valid: id_scanned_at === undefined ? undefined : random.chance(0.94),
      walkthrough_at,
      quoted_at,
      tour_finished_at: step(0.85, 8),
    })
    if (random.chance(0.55)) this.contacts.drip(prospect, at, 'POST_APPOINTMENT_MESSAGE')
  }

  /** The application of a visitor; those of leasers are approved, others fail, withdraw, or are pending. */
  apply(prospect: number, at: Local, result: { unit?: number; signed?: Local }): void {
    const { random, calendar, setting, id } = this.place
    const submitted_at = calendar.past(at)
    if (submitted_at === undefined) return
    const decided =
      result.signed === undefined
        ? at + random.int(8, 150) * HOUR
        : at + (result.signed - at) * (0.3 + 0.6 * random.next())
    const settled = decided <= calendar.now
    const draw = random.next()
    const fate = result.signed !== undefined || draw < 0.12 ? 'approved' : draw < 0.58 ? 'denied' : 'cancelled'
    setting.out.push('applications', {
      id: setting.out.id('applications'),
      property_id: id,
      prospect_id: prospect,
      unit_id: result.unit,
      agent_id: this.place.agent(dayOf(at)),
      submitted_at,
      status: settled ? fate : 'pending',
      status_at: calendar.iso(settled ? decided : at),
    })
  }

  /** A tour time for a prospect who will sign: open, after the first contact, and before the signature. */
  between(created: Local, signed: Local): Local {
    const { random, clock } = this.place
    const days = Math.max(1, dayOf(signed) - dayOf(created))
    const day: DayNumber = dayOf(created) + 1 + Math.floor(random.next() * (days - 1))
    const time = Math.round(clock.within(day, random) / 900) * 900
    // Closed until the signature: a self-guided tour halfway between.
    return time > created + HOUR && time < signed - 2 * HOUR
      ? time
      : created + Math.max(HOUR / 4, (signed - created) * 0.4)
  }
}

/** A time of day for contacts: few in the morning, a peak after work for written ones, office hours for calls. */
const CURVES = {
  phone: weighted(
    [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(
      (hour, index) => [hour, [3, 8, 11, 12, 15, 13, 10, 10, 10, 8, 5, 2, 1][index] ?? 1] as const,
    ),
  ),
  written: weighted(
    Array.from(
      { length: 24 },
      (_, hour) =>
        [
          hour,
          [2, 1, 1, 1, 1, 1, 2, 4, 7, 10, 12, 12, 13, 12, 12, 11, 11, 11, 10, 10, 10, 9, 6, 4][hour] ?? 1,
        ] as const,
    ),
  ),
}

/** The local second of a contact on a day. */
export function tourTimeOf(day: DayNumber, kind: keyof typeof CURVES, place: SampleProperty): Local {
  return day * DAY + place.random.draw(CURVES[kind]) * HOUR + place.random.int(0, HOUR - 1)
}
