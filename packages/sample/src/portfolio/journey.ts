import type { RecordOf, ValueOf } from '@leaselight/contract'
import { DAY, type DayNumber, dayOf, dayText, HOUR, type Local, MINUTE } from './calendar'
import { type CallResult, Contacts, type Person } from './contacts'
import type { WonLease } from './homes'
import type { SampleProperty } from './property'
import { phone } from './property'
import { weighted } from './random'
import { type Contact, FADING_SOURCE, type SourceProfile } from './sources'
import { leaveTouches } from './touches'
import { Tours, tourTimeOf } from './tours'
import { FEMALE_NAMES, LAST_NAMES, LOSS_REASONS, MALE_NAMES, NEXT_STEPS } from './vocabulary'

const REASONS = weighted(LOSS_REASONS)
const STEPS = weighted(NEXT_STEPS)

/** A prospect's data before the first contact. */
interface Draft {
  id: number
  person: Person
  source: SourceProfile
  contact: Contact
  created: Local
  won: WonLease | undefined
  slow: boolean
}

/** A prospect's phone and e-mail. A few have none, decided by their id so that no random numbers are used. */
function addressesOf({ id, name, phone }: Person): Pick<RecordOf<'prospects'>, 'phone' | 'email'> {
  const mailbox = name.toLowerCase().replace(/[^a-z]+/g, '.')
  return { ...(id % 11 !== 0 && { phone }), ...(id % 7 !== 0 && { email: `${mailbox}.${id}@example.com` }) }
}

/** Generates each prospect's journey from first contact to lease or loss. */
export class Journeys {
  private readonly contacts: Contacts
  private readonly tours: Tours
  /** Recent Craigslist listings, which leads refer to. */
  listings: number[] = []

  constructor(private readonly place: SampleProperty) {
    this.contacts = new Contacts(place)
    this.tours = new Tours(place, this.contacts)
  }

  /** One lead of that day; with a lease, one who signs it. */
  generate(day: DayNumber, won?: WonLease): void {
    const { random, calendar, clock, setting, id: property } = this.place
    const source = this.place.source(day, won !== undefined)
    let contact = random.draw(source.contacts)
    // A walk-in needs an open office.
    if (contact[1] === 'walk-in' && !clock.on(day)) contact = ['call', 'call']
    const created =
      contact[1] === 'walk-in'
        ? clock.within(day, random)
        : tourTimeOf(day, contact[1] === 'call' ? 'phone' : 'written', this.place)
    if (created > calendar.now || (won && created > won.signed - DAY)) return
    const female = random.chance(0.52)
    const first_name = random.pick(female ? FEMALE_NAMES : MALE_NAMES)
    const last_name = random.pick(LAST_NAMES)
    const id = setting.out.id('prospects')
    const draft: Draft = {
      id,
      person: { id, name: `${first_name} ${last_name}`, phone: phone(random), source: source.name },
      source,
      contact,
      created,
      won,
      slow: this.place.isSlow(day),
    }
    const nap = !won && random.chance(0.06)
    const agent = this.place.agent(day)
    const course = nap ? this.dismiss(draft) : this.follow(draft)
    const { status, lost } = this.end(draft, course, nap)
    const record: RecordOf<'prospects'> = {
      id,
      property_id: property,
      agent_id: agent,
      source: source.name,
      first_name,
      last_name,
      ...addressesOf(draft.person),
      insert_method: contact[0],
      first_contact_channel: contact[1],
      created_at: calendar.iso(created),
      status,
      not_a_prospect: nap,
      is_referral: source.name === 'Resident Referral' || random.chance(0.02),
      qualified_at:
        nap || !random.chance(won ? 0.9 : 0.52) ? undefined : calendar.past(created + random.around(2 * HOUR, 1.1)),
      gender: random.chance(0.72) ? (female ? 'female' : 'male') : undefined,
      birth_on: random.chance(0.46)
        ? dayText(day - Math.round(Math.min(88, 19 + random.exponential(15)) * 365.25) - random.int(0, 364))
        : undefined,
      lost_at: lost === undefined ? undefined : calendar.iso(lost),
      loss_reason: lost === undefined || random.chance(0.05) ? undefined : random.draw(REASONS),
      next_step: lost === undefined || random.chance(0.3) ? undefined : random.draw(STEPS),
      // Planned: besides appointments and leases, only this may be in the future.
      next_follow_up_at:
        lost === undefined && status !== 'leased' && !nap && random.chance(0.5)
          ? calendar.iso(Math.max(created, calendar.now) + random.int(-2 * DAY, 4 * DAY))
          : undefined,
      listing_id: source.name === 'Craigslist' && this.listings.length > 0 ? random.pick(this.listings) : undefined,
    }
    setting.out.push('prospects', record)
    if (won) {
      won.lease.prospect_id = id
      won.lease.agent_id = agent
    }
    leaveTouches(draft, this.place)
  }

  /** A salesperson or a wrong number. */
  private dismiss({ id, person, contact, created }: Draft): Progress {
    if (contact[1] === 'call') this.contacts.ring(created, 'prospect-first-call', person)
    else if (contact[1] === 'walk-in') this.tours.visit(id, created, 'in-person')
    else if (this.place.random.chance(0.5))
      this.contacts.write(id, this.place.clock.after(created, this.place.answerSeconds(dayOf(created))))
    return { visited: undefined, applied: undefined, booked: false }
  }

  /** The whole journey of a prospect. */
  private follow(draft: Draft): Progress {
    const { random } = this.place
    const { id, person, contact, created, won } = draft
    const faded = draft.source.name === FADING_SOURCE && this.place.hasFaded(dayOf(created))
    const walkIn = contact[1] === 'walk-in'
    const interest =
      (walkIn ? 0.16 : 0.38) * (faded ? 0.22 : 1) * (draft.slow ? 0.62 : 1) * Math.min(1.3, draft.source.quality + 0.2)
    const ai = this.aiFor(contact)
    const scheduled = contact[1] === 'knock-schedule'
    const books =
      won !== undefined ? random.chance(walkIn ? 0.3 : 0.93) : scheduled || random.chance(interest + (ai ? 0.06 : 0))
    const { answered, call } = this.first(draft, ai, books)
    let course: Progress = { visited: walkIn ? created : undefined, applied: undefined, booked: false }
    if (books && (answered !== undefined || won)) {
      // Most callers who reach a person book a time during the call.
      const onCall = call !== undefined && random.chance(0.7) ? call : undefined
      const bookedBy = scheduled
        ? 'prospect'
        : (onCall?.byAi ?? (ai && random.chance(0.5)))
          ? 'ai'
          : !onCall && random.chance(0.25)
            ? 'prospect'
            : 'agent'
      const soon =
        onCall?.ended ??
        (scheduled || bookedBy === 'ai'
          ? created + random.int(40, 400)
          : (answered ?? created) + random.around(4 * HOUR, 1))
      const starts = won && this.tours.between(created, won.signed)
      const made = starts === undefined ? soon : Math.min(soon, created + (starts - created) * 0.7)
      const tour = this.tours.book({ prospect: id, made, bookedBy, starts })
      if (tour.id !== undefined) onCall?.books(tour.id)
      course = {
        ...course,
        booked: tour.id !== undefined,
        visited: tour.visited ?? course.visited,
        starts: tour.starts,
      }
      if (ai) this.contacts.chat(id, created, ai, 'ai', bookedBy === 'ai' ? tour.id : undefined)
    } else if (ai) this.contacts.chat(id, created, ai, 'ai')
    if (walkIn) this.tours.visit(id, created + 5 * MINUTE, 'in-person')
    this.nurture(draft, course, answered)
    if (won) {
      const from = Math.min(won.signed - 3 * HOUR, (course.visited ?? created) + HOUR / 2)
      // Screening takes a day or two. Longer, and the last week would lack those who sign after the sample's end.
      course.applied = Math.max(from, won.signed - (0.25 + random.next()) * 1.25 * DAY)
      this.tours.apply(id, course.applied, { unit: won.lease.unit_id, signed: won.signed })
    } else if (course.visited !== undefined && random.chance(faded ? 0.02 : 0.14)) {
      course.applied = course.visited + random.around(20 * HOUR, 0.8)
      this.tours.apply(id, course.applied, {})
    }
    if (contact[1] === 'call' && random.chance(0.3)) {
      this.contacts.ring(
        tourTimeOf(dayOf(created) + random.int(1, 6), 'phone', this.place),
        'prospect-return-call',
        person,
      )
    }
    return course
  }

  /** The channel in which the property's AI handles this contact, if it does. */
  private aiFor(contact: Contact): 'email' | 'chat' | 'sms' | undefined {
    const { products, random } = this.place
    if (contact[1] === 'chat') return products.has('ai-chat') ? 'chat' : undefined
    if (contact[1] === 'sms') return products.has('ai-sms') && random.chance(0.85) ? 'sms' : undefined
    if (contact[1] === 'email') return products.has('ai-email') && random.chance(0.7) ? 'email' : undefined
    return undefined
  }

  /**
   * The first contact and its response: when an agent responded, if one did, and the call, if it was an answered one.
   */
  private first(
    { id, person, contact, created, won }: Draft,
    ai: 'email' | 'chat' | 'sms' | undefined,
    wantsTour: boolean,
  ): { answered: Local | undefined; call?: CallResult } {
    const { random, clock } = this.place
    const day = dayOf(created)
    if (contact[1] === 'walk-in') return { answered: created }
    if (contact[1] === 'call') {
      const call = this.contacts.ring(created, 'prospect-first-call', person, wantsTour)
      if (call.outcome === 'answered') return { answered: created, call }
      if (!won && random.chance(0.3 + this.place.neglect(day))) return { answered: undefined }
      const back = clock.after(created, this.place.answerSeconds(day) * 1.5)
      if (call.outcome === 'requested-text') this.contacts.write(id, back, 'text')
      else this.contacts.dial(person, back)
      return { answered: back }
    }
    const channel =
      contact[1] === 'sms' ? 'text' : contact[1] === 'chat' ? 'chat' : contact[1] === 'facebook' ? 'facebook' : 'email'
    if (contact[1] === 'email' || channel !== 'email') this.contacts.receive(id, created, channel)
    if (ai) {
      this.contacts.message(id, created + random.int(3, 60), { channel, direction: 'outbound', origin: 'ai' })
    } else if (channel === 'chat') this.contacts.chat(id, created, 'chat', 'agent')
    if (!won && random.chance(this.place.neglect(day))) return { answered: undefined }
    const answer = clock.after(created, this.place.answerSeconds(day))
    if (random.chance(0.12)) this.contacts.dial(person, answer)
    else this.contacts.write(id, answer, channel === 'chat' ? undefined : channel)
    return { answered: answer }
  }

  /**
   * Follow-ups over the next weeks, and campaigns for prospects who stopped responding: some of these reply and come
   * after all.
   */
  private nurture({ id, person, created, won }: Draft, course: Progress, answered: Local | undefined): void {
    const { random, clock, calendar } = this.place
    const until = won ? won.signed : created + 30 * DAY
    let at = answered ?? created
    for (let left = random.poisson(won ? 3 : answered === undefined ? 0.4 : 1.9); left > 0; left--) {
      at = clock.after(at + Math.round(random.exponential(2.6 * DAY)) + HOUR, random.int(0, 5 * HOUR))
      if (at > until || at > calendar.now) break
      if (random.chance(0.2)) this.contacts.dial(person, at)
      else this.contacts.write(id, at)
      if (random.chance(0.34))
        this.contacts.receive(id, at + random.around(3 * HOUR, 1), random.chance(0.5) ? 'email' : 'text')
    }
    if (won === undefined && !course.booked && random.chance(0.4)) {
      const stale = random.chance(0.6) ? ('STALE_PROSPECT' as const) : ('CONFIGURABLE_STALE' as const)
      const replied = this.contacts.drip(id, created + (stale === 'STALE_PROSPECT' ? 7 : 14) * DAY, stale)
      if (replied !== undefined && random.chance(0.6)) {
        const tour = this.tours.book({
          prospect: id,
          made: replied + random.int(HOUR / 4, 6 * HOUR),
          bookedBy: random.chance(0.4) ? 'prospect' : 'agent',
        })
        course.booked = tour.id !== undefined
        course.visited ??= tour.visited
        if (course.booked) course.starts = tour.starts
      }
    }
    // Specials on the first Tuesday or so of a month.
    if (random.chance(0.25)) this.contacts.mailing(id, created + random.int(3, 30) * DAY, { origin: 'bulk' })
  }

  /** The prospect's current state. */
  private end(
    { created, won }: Draft,
    course: Progress,
    nap: boolean,
  ): { status: ValueOf<'prospects', 'status'>; lost: Local | undefined } {
    const { random, calendar } = this.place
    if (won) {
      const cancelled = won.cancelled !== undefined && won.cancelled <= calendar.now
      return cancelled ? { status: 'lost', lost: won.cancelled } : { status: 'leased', lost: undefined }
    }
    const quiet = Math.max(created, course.visited ?? 0, course.applied ?? 0, course.starts ?? 0)
    const lost = quiet + 2 * DAY + random.exponential(22 * DAY)
    if (!nap && random.chance(0.96) && lost <= calendar.now) return { status: 'lost', lost: Math.floor(lost) }
    if (course.applied !== undefined && course.applied <= calendar.now) return { status: 'applied', lost: undefined }
    if (course.visited !== undefined && course.visited <= calendar.now) return { status: 'visited', lost: undefined }
    return { status: course.booked ? 'booked' : 'waiting', lost: undefined }
  }
}

/** How far a prospect got, in local seconds. */
interface Progress {
  visited: Local | undefined
  applied: Local | undefined
  booked: boolean
  starts?: Local
}
