import { offsetAt } from '@leaselight/model'
import { userRecords } from '../users'
import { Calendar, DAY, type DayNumber } from './calendar'
import { companyRecord, MAIN_COMPANY, makeCampaigns, makeSources, propertyRecord, sampleCompanies } from './company'
import { HomeHistory } from './homes'
import { Journeys } from './journey'
import { Output, type RecordBatch } from './output'
import { type PortfolioContext, SampleProperty } from './property'
import { Random } from './random'
import { SOURCES } from './sources'
import { Traffic, trafficFactor } from './traffic'

/** What portfolio to make. */
export interface PortfolioOptions {
  /** The same seed, instant, and size give the same bytes. */
  seed?: string | number
  /** The current instant of the portfolio; only plans are later. */
  now: Date
  /** Properties of the main company. */
  properties?: number
  /** The approximate total number of facts (within a few percent). */
  facts?: number
  /** The base URL of recordings. */
  baseUrl?: string
}

/** How many facts the options ask for, explicitly or by default. */
export function requestedFacts(options: Pick<PortfolioOptions, 'properties' | 'facts'>): number {
  return options.facts ?? (options.properties ?? DEFAULT_PROPERTIES) * FACTS_PER_PROPERTY
}

/**
 * The instant up to which a sample made at some time has facts: the start of the main company's day, so that all samples
 * made on one day are the same.
 */
export function sampleInstant(madeAt: Date): Date {
  const calendar = new Calendar(MAIN_COMPANY.time_zone, madeAt)
  return new Date(calendar.iso(calendar.today * DAY))
}

export const DEFAULT_PROPERTIES = 24
/** About the number of facts of a busy, realistic property. */
const FACTS_PER_PROPERTY = 16_500
/** The length of the history, in days. */
const SPAN = 548
const SECOND_PROPERTIES = 2
/** Facts per lead; an initial estimate that is adjusted after each property. */
const FACTS_PER_LEAD = 13

/**
 * Generates the sample portfolio in batches: the company and its properties first, then one property after another, so
 * that memory stays small for any number of facts.
 */
export function* generatePortfolio(options: PortfolioOptions): Generator<RecordBatch> {
  const properties = options.properties ?? DEFAULT_PROPERTIES
  const facts = requestedFacts(options)
  const out = new Output()
  const seed = String(options.seed ?? 1)
  const today: DayNumber = Math.floor(
    (options.now.getTime() + offsetAt(options.now.getTime(), MAIN_COMPANY.time_zone)) / 1000 / DAY,
  )
  const places: SampleProperty[] = []
  for (const company of sampleCompanies) {
    const main = company.id === MAIN_COMPANY.id
    out.push('companies', companyRecord(company))
    const sources = main ? SOURCES : SOURCES.filter((source) => source.parent === undefined && source.share >= 3)
    makeSources(company.id, sources, out)
    const setting: PortfolioContext = {
      seed,
      now: options.now,
      baseUrl: options.baseUrl ?? 'http://localhost:8081',
      campaigns: makeCampaigns(company.id, out),
      sources,
      from: today - SPAN,
      out,
    }
    const ids = new Set<number>()
    for (let index = 0; index < (main ? properties : SECOND_PROPERTIES); index++) {
      const id = out.id('properties')
      ids.add(id)
      const random = new Random(`${seed}/house/${id}`)
      // Properties of the other company use other names of the list.
      const number = main ? index : index + 10
      const record = propertyRecord(id, company.id, number, { from: setting.from - 30, to: today + 400 }, random)
      record.owning_manager_id = main ? ([5, 12, 14].includes(id) ? 2 : 1) : 9
      out.push('properties', record)
      // Stories happen at the main company's properties.
      places.push(new SampleProperty(record, main ? index : index + 1000, setting, main ? 1 : 0.3))
    }
    for (const user of userRecords(company.id, ids)) out.push('users', user)
  }
  yield* out.drain(true)
  let perLead = FACTS_PER_LEAD
  let demand = places.reduce((sum, place) => sum + place.demand, 0)
  for (const place of places) {
    const share = ((facts - out.facts) * place.demand) / demand
    demand -= place.demand
    const before = out.facts
    const leads = yield* generateProperty(place, share, perLead, out)
    // Adjusts the estimate by what the previous properties needed.
    if (leads > 0) perLead = (perLead + (out.facts - before) / leads) / 2
  }
  yield* out.drain(true)
}

/** Generates one property over the whole history; returns how many leads it had. */
function* generateProperty(
  place: SampleProperty,
  share: number,
  perLead: number,
  out: Output,
): Generator<RecordBatch, number> {
  const days = SPAN + 1
  // More leads need more units to lease, up to the size of a large property.
  const units = Math.round(Math.min(420, Math.max(60, (share / FACTS_PER_PROPERTY) * 190)))
  const { leases, units: homes, won } = new HomeHistory(place).build(units)
  for (const unit of homes) out.push('units', unit)
  const traffic = new Traffic(place)
  traffic.spend()
  const journeys = new Journeys(place)
  const perDay = Math.max(0.05, (share - leases.length) / perLead / days)
  let leads = 0
  for (let day = place.from; day <= place.calendar.today; day++) {
    const posted = traffic.list(day)
    if (posted !== undefined) journeys.listings = [...journeys.listings.slice(-5), posted]
    const expected = perDay * trafficFactor(place, day)
    const winners = won.get(day) ?? []
    for (const one of winners) journeys.generate(day, one)
    for (let left = place.random.poisson(Math.max(0, expected - winners.length)); left > 0; left--) {
      journeys.generate(day)
      leads += 1
    }
    leads += winners.length
    traffic.day(day, expected)
    yield* out.drain()
  }
  for (const lease of leases) out.push('leases', lease)
  return leads
}
