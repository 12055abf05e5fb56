import { InputError } from '../format/text'
import { dimensionKeys } from '../report/dimensions'
import type { Codec } from './codecs'
import * as codec from './codecs'
import { dateRange, futureDateRange } from './dateRangeCodec'
import {
  callerTypeChoices,
  callerTypes,
  callOutcomes,
  contactChannels,
  liveStatuses,
  scheduledOptions,
  sourceByViewOptions,
  triggerTypes,
  viewAsOptions,
} from './enums'
import type { FilterDefinition, FilterKey, Filters } from './types'

export type { FilterDefinition, FilterKey, Filters } from './types'

const keysOf = <K extends string>(record: Record<K, unknown>): K[] => Object.keys(record) as K[]

const daysHoursCodec: Codec<Filters['daysHours']> = {
  params: { days: { type: 'integers' }, hours: { type: 'string' } },
  parse: (raw) => {
    if (raw.days === undefined && raw.hours === undefined) return undefined
    const days = codec.ids('days').parse(raw) ?? []
    if (days.some((day) => day > 7)) throw new InputError('days must be from 1 (Monday) to 7 (Sunday).', 'days')
    const [from = Number.NaN, to = Number.NaN] = (raw.hours ?? '0-23')
      .split('-')
      .map((part) => (part === '' ? Number.NaN : Number(part)))
    if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= 23))
      throw new InputError('hours must look like 9-17, from 0 to 23.', 'hours')
    return { days, hours: [from, to] }
  },
  serialize: ({ days, hours }) => ({
    ...(days.length > 0 && { days: days.join(',') }),
    ...(hours.join('-') !== '0-23' && { hours: hours.join('-') }),
  }),
}

/** Every filter of the product, once. */
export const filters: { [K in FilterKey]: FilterDefinition<Filters[K]> } = {
  dateRange: {
    label: 'Dates',
    description: 'The period: a preset, or start_date and end_date (both included).',
    initial: { preset: 'last_7_days' },
    codec: dateRange,
  },
  dateRangeFuture: {
    label: 'Looking ahead',
    description: 'The days ahead: a future preset, or future_start_date and future_end_date.',
    initial: { preset: 'next_3_days' },
    codec: futureDateRange,
  },
  property: {
    label: 'Property',
    description: 'The one property the report is about.',
    initial: -1,
    codec: codec.id('property'),
  },
  propertyIds: {
    label: 'Properties',
    description: 'Only these properties; absent or -1: all.',
    initial: [],
    codec: codec.ids('property_ids'),
  },
  propertyAttributeIds: {
    label: 'Property attributes',
    description: 'Only properties with any of these attributes, by attribute id.',
    initial: [],
    codec: codec.ids('property_attribute_ids'),
  },
  propertiesByAttributes: {
    label: 'Property attributes',
    description: 'Only properties whose attributes have these values, like Region:West|East.',
    initial: {},
    codec: codec.attributes('properties_by_attributes'),
  },
  leasingTeams: {
    label: 'Leasing teams',
    description: 'Only properties of these leasing teams.',
    initial: [],
    codec: codec.ids('leasing_teams'),
  },
  agentIds: {
    label: 'Agents',
    description: 'Only these agents; absent or -1: all.',
    initial: [],
    codec: codec.ids('agent_ids'),
  },
  sources: {
    label: 'Sources',
    description: 'Only these marketing sources, by name.',
    initial: [],
    codec: codec.nameList('sources'),
  },
  sourceNames: {
    label: 'Sources',
    description: 'Only rows of these marketing sources.',
    initial: [],
    codec: codec.nameList('source_names'),
  },
  sourcesByAttributes: {
    label: 'Source attributes',
    description: 'Only sources whose attributes have these values, like Type:ILS.',
    initial: {},
    codec: codec.attributes('sources_by_attributes'),
  },
  callerType: {
    label: 'Callers',
    description: 'Which callers count.',
    initial: 'ALL',
    codec: codec.oneOf('caller_type', keysOf(callerTypeChoices)),
  },
  callerTypes: {
    label: 'Caller types',
    description: 'Only calls of these caller types.',
    initial: [],
    codec: codec.manyOf('caller_types', keysOf(callerTypes)),
  },
  contacts: {
    label: 'First contact',
    description: 'Only prospects who first got in touch this way.',
    initial: [],
    codec: codec.manyOf('contacts', keysOf(contactChannels)),
  },
  statuses: {
    label: 'Status',
    description: 'Only calls that ended so.',
    initial: [],
    codec: codec.manyOf('statuses', keysOf(callOutcomes)),
  },
  daysHours: {
    label: 'Days and hours',
    description: 'Only facts on these weekdays (1–7 = Monday–Sunday) and in these local hours (like 9-17).',
    initial: { days: [], hours: [0, 23] },
    codec: daysHoursCodec,
  },
  groupBy: {
    label: 'Group by',
    description: 'What a row stands for.',
    initial: 'property',
    codec: codec.oneOf('group_by', dimensionKeys),
  },
  groupByKey: {
    label: 'Attribute',
    description: 'The attribute that rows are grouped by.',
    initial: '',
    codec: codec.text('group_by_key', 200),
  },
  viewBy: {
    label: 'View by',
    description: 'Which conversion is looked at.',
    initial: 'all',
    codec: codec.oneOf('view_by', ['all', 'lease-conversion', 'visit-conversion']),
  },
  viewAs: {
    label: 'View as',
    description: 'Numbers as counts or as shares of their row.',
    initial: 'COUNT',
    codec: codec.oneOf('view_as', keysOf(viewAsOptions)),
  },
  prospectsByCreateDate: {
    label: 'Prospects by create date',
    description: 'Count all facts of the prospects created in the period, whenever they happened.',
    initial: false,
    codec: codec.flagWithAliases('prospects_by_create_date', {
      date_by: ['created', 'event'],
      prospects_by: ['create', 'event'],
    }),
  },
  includeNonProspects: {
    label: 'Include non-prospects',
    description: 'Count facts of people marked as not a prospect too.',
    initial: false,
    codec: codec.flag('include_non_prospects'),
  },
  notAProspect: {
    label: 'Not a prospect',
    description: 'yes counts people marked as not a prospect too.',
    initial: 'no',
    codec: codec.oneOf('not_a_prospect', ['yes', 'no']),
  },
  firstContactOnly: {
    label: 'First contact only',
    description: 'Leave out contacts after the first.',
    initial: false,
    codec: codec.flag('first_contact_only'),
  },
  showApplications: {
    label: 'Show applications',
    description: 'Show applications with their outcomes.',
    initial: false,
    codec: codec.flag('show_applications'),
  },
  showContactTypes: {
    label: 'Show contact types',
    description: 'Split rows by the first contact.',
    initial: false,
    codec: codec.flag('show_contact_types'),
  },
  cumulativeResponseTime: {
    label: 'Every exchange',
    description: 'Measure every exchange, not only the first.',
    initial: false,
    codec: codec.flag('cumulative_response_time'),
  },
  useBusinessHours: {
    label: 'Office hours only',
    description: 'Count open office minutes alone.',
    initial: false,
    codec: codec.flag('use_business_hours'),
  },
  dripCampaignStatuses: {
    label: 'Live status',
    description: 'Campaigns that are live, archived, or all.',
    initial: 'all',
    codec: codec.oneOf('drip_campaign_statuses', keysOf(liveStatuses)),
  },
  triggerTypes: {
    label: 'Message types',
    description: 'Only campaigns with these triggers.',
    initial: [],
    codec: codec.manyOf('trigger_types', keysOf(triggerTypes)),
  },
  selectedScheduled: {
    label: 'Scheduled',
    description: 'Calls with or without an appointment.',
    initial: 'ALL',
    codec: codec.oneOf('scheduled', keysOf(scheduledOptions)),
  },
  sourceByView: {
    label: 'Sources',
    description: 'Paid sources, those that cost nothing, or all.',
    initial: 'ALL',
    codec: codec.oneOf('source_by_view', keysOf(sourceByViewOptions)),
  },
  search: {
    label: 'Search',
    description: 'Words to look for in transcripts.',
    initial: '',
    codec: codec.text('search', 200),
  },
  callIds: { label: 'Calls', description: 'Only these calls.', initial: [], codec: codec.ids('call_ids') },
  averageFraudRate: {
    label: 'Average fraud rate',
    description: 'Assumed share of frauds, 0 to 1.',
    initial: 0.05,
    codec: codec.number('average_fraud_rate', 0, 1),
  },
  averageFraudCost: {
    label: 'Average fraud cost',
    description: 'Assumed cost of one fraud, in dollars.',
    initial: 5000,
    codec: codec.number('average_fraud_cost', 0, 10_000_000),
  },
}

/** The filters that say nothing about which facts count, only how they are shown or dated; they are never "set" filters. */
export const displayFilters: readonly FilterKey[] = [
  'dateRange',
  'dateRangeFuture',
  'groupBy',
  'groupByKey',
  'viewBy',
  'viewAs',
]

/** Whether people marked as not a prospect count (one switch under two names). */
export function countsNonProspects(set: Pick<Filters, 'includeNonProspects' | 'notAProspect'>): boolean {
  return set.includeNonProspects || set.notAProspect === 'yes'
}
