import type { RecordOf, ValueOf } from '@leaselight/contract'
import { Calendar, type DayNumber, monthDay } from './calendar'
import type { Campaigns } from './company'
import { OfficeClock } from './hours'
import type { Output } from './output'
import { Random, type Weighted, weighted } from './random'
import { FADING_SOURCE, type SourceProfile } from './sources'
import { FEMALE_NAMES, LAST_NAMES, MALE_NAMES } from './vocabulary'

/** What a property needs to know of the whole portfolio. */
export interface PortfolioContext {
  seed: string
  now: Date
  baseUrl: string
  campaigns: Campaigns
  sources: readonly SourceProfile[]
  /** First day with facts. */
  from: DayNumber
  out: Output
}

/** The stories in the data that users can find; see the package's README. */
export const STORIES = {
  /** How long ago the fading source's leads stopped leasing. */
  fadedDaysAgo: 120,
  /** The office with slow responses since last spring: Willow Creek. */
  slowOffice: 4,
  /** The office that lost its second agent, and since then misses calls at lunch: The Foundry. */
  lunchOffice: 11,
  lunchDaysAgo: 100,
  /** The office that rarely scans IDs: Cottonwood Park. */
  unscannedOffice: 13,
}

/** March 15 of the last spring at least two months ago. */
export function lastSpring(today: DayNumber): DayNumber {
  let day = today - 60
  while (monthDay(day)[0] !== 2 || monthDay(day)[1] !== 15) day -= 1
  return day
}

interface Person {
  id: number
  firstName: string
  /** Last day at work. */
  until: DayNumber
}

/** A property with its parameters: who works there, how fast they respond, where its leads come from. */
export class SampleProperty {
  readonly random: Random
  readonly calendar: Calendar
  readonly clock: OfficeClock
  readonly from: DayNumber
  readonly products: ReadonlySet<ValueOf<'properties', 'products'>>
  readonly id: number
  /** Median open seconds until a response, before any story. */
  private readonly usualPace: number
  /** Its lead volume relative to an average property. */
  readonly demand: number
  readonly answerRate: number
  readonly scanRate: number
  readonly renewalRate: number
  private readonly people: Person[] = []
  private readonly before: Weighted<SourceProfile>
  private readonly after: Weighted<SourceProfile>
  private readonly winning: Weighted<SourceProfile>
  private readonly winningAfter: Weighted<SourceProfile>
  readonly sources: readonly SourceProfile[]

  constructor(
    readonly property: RecordOf<'properties'>,
    readonly index: number,
    readonly setting: PortfolioContext,
    /** The relative size of the company's properties; the second company is small. */
    size = 1,
  ) {
    const random = new Random(`${setting.seed}/${property.id}`)
    this.random = random
    this.id = property.id
    this.calendar = new Calendar(property.time_zone, setting.now)
    this.from = setting.from
    const holidays = new Set((property.holidays ?? []).map((text) => Math.round(Date.parse(text) / 86_400_000)))
    this.clock = new OfficeClock(property.office_hours ?? [], holidays)
    this.products = new Set(property.products)
    this.usualPace = 60 * (index === STORIES.slowOffice ? 14 : ([9, 22, 38, 70, 26, 16, 150][index % 7] ?? 30))
    // A story is only visible at a large enough property.
    const story = [STORIES.slowOffice, STORIES.lunchOffice, STORIES.unscannedOffice].includes(index)
    this.demand = size * Math.max(story ? 1.25 : 0.55, random.around(1, 0.22))
    this.answerRate = 0.78 + 0.16 * random.next()
    this.scanRate = index === STORIES.unscannedOffice ? 0.12 : 0.62 + 0.3 * random.next()
    this.renewalRate = 0.5 + 0.14 * random.next()
    // Every property advertises on its own selection of sources, but all of them on the fading one.
    this.sources = setting.sources.filter((source) => source.name === FADING_SOURCE || random.chance(0.72))
    const share = (faded: boolean, quality: boolean) =>
      weighted(
        this.sources.map((source) => {
          const fades = faded && source.name === FADING_SOURCE
          return [source, source.share * (quality ? (fades ? 0.03 : source.quality) : fades ? 0.7 : 1)] as const
        }),
      )
    this.before = share(false, false)
    this.after = share(true, false)
    this.winning = share(false, true)
    this.winningAfter = share(true, true)
    this.hire()
  }

  /** Generates the agents; some have left. */
  private hire(): void {
    const { random, setting, calendar } = this
    const count = random.int(3, 4)
    for (let number = 0; number < count; number++) {
      const name = `${random.pick(random.chance(0.6) ? FEMALE_NAMES : MALE_NAMES)} ${random.pick(LAST_NAMES)}`
      const lunchLeaver = this.index === STORIES.lunchOffice && number === 1
      const left = lunchLeaver || (number === 3 && random.chance(0.3))
      const until = lunchLeaver
        ? calendar.today - STORIES.lunchDaysAgo
        : left
          ? calendar.today - random.int(30, 400)
          : calendar.today
      const id = setting.out.id('agents')
      this.people.push({ id, firstName: name.split(' ')[0] ?? name, until })
      setting.out.push('agents', {
        id,
        company_id: this.property.company_id,
        property_id: this.id,
        name,
        email: `${name.toLowerCase().replace(' ', '.')}.${id}@sample.example`,
        phone: phone(random),
        is_deleted: left,
      })
    }
  }

  /** An agent who works here on that day; sometimes undefined because none is recorded. */
  agent(day: DayNumber): number | undefined {
    if (this.random.chance(0.04)) return undefined
    // The first agents do most of the work.
    for (let tries = 0; tries < 4; tries++) {
      const person = this.people[Math.floor(this.random.next() ** 1.4 * this.people.length)]
      if (person && person.until >= day) return person.id
    }
    return this.people[0]?.id
  }

  /** An agent's first name for introductions. */
  firstName(agent: number | undefined): string {
    return this.people.find((person) => person.id === agent)?.firstName ?? 'the leasing office'
  }

  /** The source of a lead of that day; those who will lease come from better sources. */
  source(day: DayNumber, leases: boolean): SourceProfile {
    const faded = this.hasFaded(day)
    return this.random.draw(leases ? (faded ? this.winningAfter : this.winning) : faded ? this.after : this.before)
  }

  hasFaded(day: DayNumber): boolean {
    return day > this.calendar.today - STORIES.fadedDaysAgo
  }

  isSlow(day: DayNumber): boolean {
    return this.index === STORIES.slowOffice && day >= lastSpring(this.calendar.today)
  }

  /** Open seconds until a response. */
  answerSeconds(day: DayNumber): number {
    return Math.round(this.random.around(this.isSlow(day) ? 60 * 260 : this.usualPace, 0.9)) + 20
  }

  /** The probability that no one ever responds. */
  neglect(day: DayNumber): number {
    return this.isSlow(day) ? 0.19 : this.usualPace > 6000 ? 0.11 : 0.04
  }

  /** Whether the office misses calls at lunch on that day. */
  missesLunch(day: DayNumber): boolean {
    return this.index === STORIES.lunchOffice && day > this.calendar.today - STORIES.lunchDaysAgo
  }
}

/** A phone number from the fictional range. */
export function phone(random: Random): string {
  return `+1${random.int(201, 989)}555${String(random.int(100, 199)).padStart(4, '0')}`
}
