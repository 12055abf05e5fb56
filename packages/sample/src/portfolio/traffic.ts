import { DAY, type DayNumber, dayText, HOUR, monthDay, weekdayOf } from './calendar'
import { Contacts } from './contacts'
import type { SampleProperty } from './property'
import { tourTimeOf } from './tours'
import { LISTING_EXTRAS, LISTING_HOMES, LISTING_OPENINGS } from './vocabulary'

/** Leads by month: people move in summer. */
const SEASON = [0.72, 0.8, 0.98, 1.12, 1.28, 1.38, 1.36, 1.24, 1.02, 0.88, 0.68, 0.54]
/** Leads by weekday, Monday first. */
const WEEK = [1.18, 1.12, 1.06, 1.02, 0.98, 0.9, 0.74]

/** The activity of a day, 1 = average. */
export function trafficFactor(place: SampleProperty, day: DayNumber): number {
  const season = SEASON[monthDay(day)[0]] ?? 1
  const week = WEEK[weekdayOf(day) - 1] ?? 1
  const holiday = place.clock.on(day) || weekdayOf(day) === 7 ? 1 : 0.6
  return season * week * holiday
}

/** A property's activity besides prospects: residents' calls, website visitors, listings. */
export class Traffic {
  private readonly contacts: Contacts

  constructor(private readonly place: SampleProperty) {
    this.contacts = new Contacts(place)
  }

  /** One day's calls by residents and others, and web sessions; `leads` is the usual number of leads on such a day. */
  day(day: DayNumber, leads: number): void {
    const { random, setting, calendar, id } = this.place
    for (let left = random.poisson(0.35 * leads + 0.4); left > 0; left--) {
      this.contacts.ring(tourTimeOf(day, 'phone', this.place), random.chance(0.82) ? 'resident' : 'other')
    }
    // Callers who hang up before they are identified.
    for (let left = random.poisson(0.12 * leads); left > 0; left--) {
      this.contacts.ring(tourTimeOf(day, 'phone', this.place), 'prospect-first-call')
    }
    for (let left = random.poisson(1.5 * leads); left > 0; left--) {
      const started_at = calendar.past(tourTimeOf(day, 'written', this.place))
      if (started_at === undefined) continue
      setting.out.push('web_sessions', {
        id: setting.out.id('web_sessions'),
        property_id: id,
        source: random.chance(0.12) ? undefined : this.place.source(day, false).name,
        started_at,
        page_views: 1 + random.poisson(2.2),
        prospect_id: undefined,
      })
    }
  }

  /** A Craigslist listing every few days; returns its id when one was posted. */
  list(day: DayNumber): number | undefined {
    const { random, setting, calendar, id } = this.place
    if (!random.chance(0.2)) return undefined
    const posted = this.place.clock.within(day, random)
    const posted_at = calendar.past(posted)
    if (posted_at === undefined) return undefined
    const flagged = random.chance(0.06) ? posted + random.int(2, 60) * HOUR : undefined
    const removed = flagged ?? posted + random.int(7, 30) * DAY
    const number = setting.out.id('listings')
    setting.out.push('listings', {
      id: number,
      property_id: id,
      agent_id: this.place.agent(day),
      site: 'craigslist',
      title: `${random.pick(LISTING_OPENINGS)} ${random.pick(LISTING_HOMES)} ${random.pick(LISTING_EXTRAS)}`,
      posted_at,
      removed_at: calendar.past(removed),
      flagged_at: calendar.past(flagged),
    })
    return number
  }

  /** The property's spending on sources: contracts from before the history, more expensive from the new year on. */
  spend(): void {
    const { random, setting, id, sources, from, calendar } = this.place
    const newYear = Math.round(Date.parse(`${dayText(calendar.today).slice(0, 4)}-01-01`) / 1000 / DAY)
    const raised = newYear > from ? newYear : undefined
    for (const source of sources) {
      const [fee_type, usual] = source.fee ?? ['free', 0]
      const amount = fee_type === 'free' ? 0 : Math.round(usual * (0.9 + 0.25 * random.next()) * 100) / 100
      const push = (price: number, starts: DayNumber, ends?: DayNumber) =>
        setting.out.push('ad_spend', {
          id: setting.out.id('ad_spend'),
          property_id: id,
          source: source.name,
          fee_type,
          amount: Math.round(price * 100) / 100,
          starts_on: dayText(starts),
          ends_on: ends === undefined ? undefined : dayText(ends),
        })
      if (raised !== undefined && fee_type !== 'free') {
        push(amount, from - 60, raised - 1)
        push(amount * 1.06, raised)
      } else push(amount, from - 60)
    }
  }
}
