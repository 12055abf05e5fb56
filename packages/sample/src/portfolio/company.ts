import type { RecordOf, ValueOf } from '@leaselight/contract'
import { dayText } from './calendar'
import { closedDays } from './hours'
import type { Output } from './output'
import type { Random } from './random'
import type { SourceProfile } from './sources'

/** Every feature of the product, as the sample companies have them. */
const FEATURES = [
  'activity_report',
  'drip_campaign_analytics',
  'new_attribution_report',
  'omnibar',
  'call_intelligence_filter',
  'call_intelligence_standalone',
  'call_intelligence_generative_insight',
  'call_intelligence_agent_attribution',
  'new_tour_type_report',
  'ai_reports',
  'ai_chat',
  'ai_sms',
  'ai_leasing_report',
]

export const MAIN_COMPANY = { id: 1, name: 'Harborline Residential', time_zone: 'America/New_York' }
const SECOND_COMPANY = { id: 2, name: 'Cedar Lane Homes', time_zone: 'America/Chicago' }

/** The companies of the sample portfolio, by which an installation that holds it is recognized. */
export const sampleCompanies = [MAIN_COMPANY, SECOND_COMPANY] as const

/** The company's own record. */
export function companyRecord(company: typeof MAIN_COMPANY): RecordOf<'companies'> {
  return {
    ...company,
    is_deleted: false,
    lma_access: company.id === MAIN_COMPANY.id,
    feature_flags: Object.fromEntries(FEATURES.map((flag) => [flag, true])),
    banners: [{ type: 'sample', message: 'People, units and numbers are invented.' }],
  }
}

const CAMPAIGNS: readonly (readonly [string, ValueOf<'campaigns', 'trigger_type'>, boolean])[] = [
  ['We missed you', 'NO_SHOW', false],
  ['Pick another time', 'CANCELLED_RENTER', false],
  ['Sorry we had to cancel', 'CANCELLED_MANAGER', false],
  ['Thanks for touring', 'POST_APPOINTMENT_MESSAGE', false],
  ['Still looking?', 'STALE_PROSPECT', false],
  ['Two-week nudge', 'CONFIGURABLE_STALE', false],
  ['Holiday specials', 'CONFIGURABLE_STALE', true],
]

/** Ids of a company's campaigns by trigger; an archived one is under `archived`. */
export type Campaigns = ReadonlyMap<ValueOf<'campaigns', 'trigger_type'> | 'archived', number>

/** Writes the campaigns and returns their ids. */
export function makeCampaigns(companyId: number, out: Output): Campaigns {
  const byTrigger = new Map<ValueOf<'campaigns', 'trigger_type'> | 'archived', number>()
  for (const [name, trigger_type, is_archived] of CAMPAIGNS) {
    const record: RecordOf<'campaigns'> = {
      id: out.id('campaigns'),
      company_id: companyId,
      name,
      trigger_type,
      is_archived,
    }
    out.push('campaigns', record)
    byTrigger.set(is_archived ? 'archived' : trigger_type, record.id)
  }
  return byTrigger
}

/** Writes the sources; parents come before their packages, so their ids are known. */
export function makeSources(companyId: number, profiles: readonly SourceProfile[], out: Output): void {
  const ids = new Map<string, number>()
  for (const profile of profiles) {
    const id = out.id('sources')
    ids.set(profile.name, id)
    out.push('sources', {
      id,
      company_id: companyId,
      name: profile.name,
      parent_id: profile.parent === undefined ? undefined : ids.get(profile.parent),
      is_paid: profile.paid,
      attributes: { Type: profile.type, Billing: profile.fee?.[0] ?? 'free' },
    })
  }
}

const ZONES = {
  East: 'America/New_York',
  Central: 'America/Chicago',
  Mountain: 'America/Denver',
  West: 'America/Los_Angeles',
}
type Region = keyof typeof ZONES

const PROPERTY_SEEDS: readonly (readonly [name: string, region: Region, city: string, classOf: 'A' | 'B' | 'C'])[] = [
  ['Harbor Point', 'East', 'Boston', 'A'],
  ['Beacon Mill Lofts', 'East', 'Providence', 'B'],
  ['The Larkspur', 'East', 'Charlotte', 'A'],
  ['Cannon Street Flats', 'East', 'Charleston', 'B'],
  ['Willow Creek', 'East', 'Raleigh', 'C'],
  ['Peachtree Commons', 'East', 'Atlanta', 'B'],
  ['Bayfront Towers', 'East', 'Tampa', 'A'],
  ['Magnolia Row', 'East', 'Savannah', 'C'],
  ['Liberty Yards', 'East', 'Philadelphia', 'A'],
  ['Lakeview Terrace', 'Central', 'Chicago', 'A'],
  ['Prairie Crossing', 'Central', 'Omaha', 'C'],
  ['The Foundry', 'Central', 'Milwaukee', 'B'],
  ['Riverwalk at Sixth', 'Central', 'San Antonio', 'A'],
  ['Cottonwood Park', 'Central', 'Dallas', 'B'],
  ['Music Row House', 'Central', 'Nashville', 'A'],
  ['Aspen Ridge', 'Mountain', 'Denver', 'A'],
  ['Cherry Creek Station', 'Mountain', 'Denver', 'B'],
  ['Red Butte Village', 'Mountain', 'Salt Lake City', 'B'],
  ['Sunset Terrace', 'West', 'San Diego', 'B'],
  ['Marina Vista', 'West', 'Oakland', 'A'],
  ['Cascade Heights', 'West', 'Portland', 'B'],
  ['Pike & Pine', 'West', 'Seattle', 'A'],
  ['Juniper Court', 'West', 'Sacramento', 'C'],
  ['Palm Grove', 'West', 'Long Beach', 'C'],
]
const STATES: Readonly<Record<string, string>> = {
  Boston: 'MA',
  Providence: 'RI',
  Charlotte: 'NC',
  Charleston: 'SC',
  Raleigh: 'NC',
  Atlanta: 'GA',
  Tampa: 'FL',
  Savannah: 'GA',
  Philadelphia: 'PA',
  Chicago: 'IL',
  Omaha: 'NE',
  Milwaukee: 'WI',
  'San Antonio': 'TX',
  Dallas: 'TX',
  Nashville: 'TN',
  Denver: 'CO',
  'Salt Lake City': 'UT',
  'San Diego': 'CA',
  Oakland: 'CA',
  Portland: 'OR',
  Seattle: 'WA',
  Sacramento: 'CA',
  'Long Beach': 'CA',
}
const STREETS = 'Wharf Street,Mill Road,Garden Avenue,Cannon Street,Creekside Drive,Market Street,Park Boulevard'.split(
  ',',
)
const MORE_FIRST =
  'Oak Maple Stone Silver Golden Summit Forest Valley Meadow Spring Brook Garden Canal Orchard Mission Granite'.split(
    ' ',
  )
const MORE_LAST =
  'Ridge Park Court Place Landing Square Commons Heights Gardens Village Pointe Grove House Lofts Crossing Terrace'.split(
    ' ',
  )
const REGIONS = Object.keys(ZONES) as Region[]

function propertySeed(index: number): { name: string; region: Region; city: string; classOf: string } {
  const known = PROPERTY_SEEDS[index]
  if (known) return { name: known[0], region: known[1], city: known[2], classOf: known[3] }
  // Large portfolios for measurements: 256 pairs of words, then numbered.
  const first = MORE_FIRST[index % MORE_FIRST.length] ?? 'Oak'
  const last = MORE_LAST[Math.floor(index / MORE_FIRST.length) % MORE_LAST.length] ?? 'Ridge'
  const round = Math.floor(index / (MORE_FIRST.length * MORE_LAST.length))
  const region = REGIONS[index % REGIONS.length] ?? 'East'
  return {
    name: `${first} ${last}${round > 0 ? ` ${round + 1}` : ''}`,
    region,
    city: region,
    classOf: 'ABC'[index % 3] ?? 'B',
  }
}

/** An address that no real building has to have: the additional properties of a large portfolio have none. */
function addressOf(index: number, city: string): string {
  const state = STATES[city]
  return state ? `${100 + ((index * 137) % 800)} ${STREETS[index % STREETS.length]}, ${city}, ${state}` : ''
}

/** The property's own record: one of the named properties, or an additional one for a large portfolio. */
export function propertyRecord(
  id: number,
  companyId: number,
  index: number,
  span: { from: number; to: number },
  random: Random,
): RecordOf<'properties'> {
  const { name, region, city, classOf } = propertySeed(index)
  // The last two of the main company only have call intelligence.
  const standalone = companyId === MAIN_COMPANY.id && (index === 22 || index === 23)
  const ai = index % 5 < 2
  const products: RecordOf<'properties'>['products'] = standalone
    ? ['call-intel-standalone', 'call-transcripts']
    : [
        ...(index % 8 === 7 ? [] : (['tours'] as const)),
        'call-intel',
        ...(index % 6 === 5 ? [] : (['call-transcripts'] as const)),
        ...(ai ? (['ai', 'ai-chat', 'ai-sms'] as const) : []),
        ...(ai && index % 2 === 0 ? (['ai-email'] as const) : []),
      ]
  const opens = random.chance(0.7) ? '09:00' : '10:00'
  const closes = random.chance(0.7) ? '18:00' : '19:00'
  const weekend = [{ weekday: 6, opens: '10:00', closes: '17:00' }]
  if (random.chance(0.45)) weekend.push({ weekday: 7, opens: '12:00', closes: '17:00' })
  return {
    id,
    company_id: companyId,
    name: companyId === MAIN_COMPANY.id ? name : `${name} at Cedar Lane`,
    address: addressOf(index, city),
    time_zone: ZONES[region],
    leasing_team_id: 100 * companyId + Math.floor(index / 4),
    is_yardi_customer: index % 7 === 3,
    attributes: {
      Region: region,
      City: city,
      Class: classOf,
      Style: ['Garden', 'Mid-rise', 'High-rise'][index % 3] ?? 'Garden',
    },
    office_hours: [...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens, closes })), ...weekend],
    holidays: closedDays(span.from, span.to).map(dayText),
    products,
  }
}
