import type { RecordOf, ValueOf } from '@leaselight/contract'
import { type Weighted, weighted } from './random'

/** How a first contact is recorded: the way it was entered and the channel. */
export type Contact = readonly [ValueOf<'prospects', 'insert_method'>, ValueOf<'prospects', 'first_contact_channel'>]

const EMAIL: Contact = ['email', 'email']
const CALL: Contact = ['call', 'call']
const SMS: Contact = ['sms', 'sms']
const CHAT: Contact = ['chat', 'chat']
const FORM: Contact = ['web-form', 'form']
const INTERNET: Contact = ['web-form', 'internet']
const SCHEDULE: Contact = ['scheduling', 'knock-schedule']
const FACEBOOK: Contact = ['facebook', 'facebook']
const WALK_IN: Contact = ['walk-in', 'walk-in']
const MANUAL: Contact = ['manual', 'email']

const MIXES = {
  ILS: weighted<Contact>([
    [EMAIL, 34],
    [INTERNET, 30],
    [CALL, 28],
    [SMS, 8],
  ]),
  Own: weighted<Contact>([
    [FORM, 24],
    [CHAT, 24],
    [SCHEDULE, 20],
    [CALL, 16],
    [EMAIL, 10],
    [SMS, 6],
  ]),
  Search: weighted<Contact>([
    [CALL, 36],
    [FORM, 28],
    [CHAT, 24],
    [SMS, 12],
  ]),
  Social: weighted<Contact>([
    [FACEBOOK, 62],
    [FORM, 24],
    [SMS, 14],
  ]),
  Street: weighted<Contact>([
    [WALK_IN, 56],
    [CALL, 38],
    [SMS, 6],
  ]),
  Referral: weighted<Contact>([
    [CALL, 34],
    [WALK_IN, 26],
    [EMAIL, 22],
    [MANUAL, 18],
  ]),
  Classifieds: weighted<Contact>([
    [EMAIL, 48],
    [CALL, 30],
    [SMS, 22],
  ]),
} satisfies Record<string, Weighted<Contact>>

export interface SourceProfile {
  name: string
  parent?: string
  paid: boolean
  type: keyof typeof MIXES
  /** Share of the leads. */
  share: number
  /** How likely its leads are to lease, 1 = average. */
  quality: number
  fee?: [RecordOf<'ad_spend'>['fee_type'], number]
  contacts: Weighted<Contact>
}

const source = (
  name: string,
  type: keyof typeof MIXES,
  share: number,
  quality: number,
  rest: { parent?: string; fee?: [RecordOf<'ad_spend'>['fee_type'], number] } = {},
): SourceProfile => ({ name, type, share, quality, contacts: MIXES[type], paid: rest.fee !== undefined, ...rest })

/** The source that stopped performing: it is still paid, but its leads rarely tour or lease any more. */
export const FADING_SOURCE = 'RentCompass Premium'

/** The marketing sources of the main company. Parents that sell packages come before their packages. */
export const SOURCES: readonly SourceProfile[] = [
  source('Apartments.com', 'ILS', 5, 0.8, { fee: ['monthly', 149] }),
  source('Apartments.com Diamond', 'ILS', 11, 1.05, { parent: 'Apartments.com', fee: ['monthly', 1249] }),
  source('Apartments.com Gold', 'ILS', 7, 0.9, { parent: 'Apartments.com', fee: ['monthly', 779] }),
  source('Zillow', 'ILS', 9, 0.8, { fee: ['per-lead', 14.5] }),
  source('Zillow Premium', 'ILS', 4, 0.85, { parent: 'Zillow', fee: ['per-lead', 22] }),
  source('RentCompass', 'ILS', 2, 0.7, { fee: ['monthly', 99] }),
  source(FADING_SOURCE, 'ILS', 9, 1.1, { parent: 'RentCompass', fee: ['monthly', 990] }),
  source('RentCompass Basic', 'ILS', 2, 0.6, { parent: 'RentCompass', fee: ['monthly', 249] }),
  source('Rent.com', 'ILS', 3, 0.65, { fee: ['per-lease', 395] }),
  source('Google', 'Search', 2, 0.9),
  source('Google Ads', 'Search', 6, 1, { parent: 'Google', fee: ['monthly', 640] }),
  source('Google Business Profile', 'Search', 5, 1.2, { parent: 'Google' }),
  source('Facebook', 'Social', 3, 0.5),
  source('Facebook Ads', 'Social', 3, 0.45, { parent: 'Facebook', fee: ['monthly', 310] }),
  source('Instagram', 'Social', 2, 0.5, { parent: 'Facebook' }),
  source('Craigslist', 'Classifieds', 5, 0.55),
  source('Property Website', 'Own', 12, 1.35),
  source('Corporate Website', 'Own', 4, 1.1),
  source('Drive By', 'Street', 6, 1.3),
  source('Print Flyer', 'Street', 0.7, 0.7, { fee: ['monthly', 85] }),
  source('Resident Referral', 'Referral', 3, 2.6),
  source('Preferred Employer', 'Referral', 1.3, 1.8),
  source('Apartment Locators', 'Referral', 1.6, 1.5, { fee: ['per-lease', 650] }),
  source('Campus Housing Board', 'Classifieds', 1, 0.9, { fee: ['per-lead', 6] }),
  source('Yelp', 'Search', 0.9, 0.6),
]
