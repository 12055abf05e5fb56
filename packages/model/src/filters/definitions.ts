import { type Dimension, dimension, dimensionKeys } from '../report/dimensions'
import { assumptions } from './assumptions'
import {
  callerTypes,
  callOutcomes,
  contactChannels,
  liveStatuses,
  scheduledOptions,
  sourceByViewOptions,
  triggerTypes,
  viewAsOptions,
  viewByLabels,
} from './enums'
import { choice } from './kinds/choice'
import { choices } from './kinds/choices'
import type { Filter } from './kinds/filter'
import { flag } from './kinds/flag'
import { hours } from './kinds/hours'
import { ids, names } from './kinds/ids'
import { map } from './kinds/map'
import { futurePeriod, period } from './kinds/period'
import { text } from './kinds/text'
import { propertyFilters } from './propertyFilters'

/**
 * Every filter of the product, defined once. Its control, label, parameters, and SQL condition follow from its kind and
 * this data.
 */
export const filters = {
  dateRange: period({
    label: 'Dates',
    description: 'The period: a preset, or start_date and end_date (both included).',
    scope: 'period',
    params: {
      preset: 'preset',
      start: 'start_date',
      end: 'end_date',
      priorStart: 'prior_start_date',
      priorEnd: 'prior_end_date',
      compareWith: 'compare_with',
    },
    initial: { preset: 'last_7_days' },
  }),
  dateRangeFuture: futurePeriod({
    label: 'Upcoming dates',
    description: 'The days ahead: a future preset, or future_start_date and future_end_date.',
    scope: 'period',
    params: { preset: 'future_preset', start: 'future_start_date', end: 'future_end_date' },
    initial: { preset: 'next_3_days' },
  }),
  ...propertyFilters,
  agentIds: ids({
    label: 'Agents',
    description: 'Only these agents. Absent or -1: all.',
    scope: 'records',
    of: 'agent',
    param: 'agent_ids',
  }),
  sources: names({
    label: 'Sources',
    description: 'Only these marketing sources, by name.',
    scope: 'records',
    of: 'source',
    param: 'sources',
  }),
  sourceNames: names({
    label: 'Sources',
    description: 'Only rows of these marketing sources.',
    scope: 'records',
    of: 'source',
    param: 'source_names',
  }),
  sourcesByAttributes: map({
    label: 'Source attributes',
    description: 'Only sources whose attributes have these values, like Type:ILS.',
    scope: 'records',
    of: 'source',
    param: 'sources_by_attributes',
    alternativeTo: 'sources',
  }),
  callerTypes: choices({
    label: 'Caller types',
    description: 'Only calls of these caller types.',
    scope: 'records',
    param: 'caller_types',
    options: callerTypes,
  }),
  contacts: choices({
    label: 'First contact',
    description: 'Only prospects who first got in touch this way.',
    scope: 'records',
    param: 'contacts',
    options: contactChannels,
  }),
  statuses: choices({
    label: 'Status',
    description: 'Only calls with this outcome.',
    scope: 'records',
    param: 'statuses',
    options: callOutcomes,
  }),
  daysHours: hours({
    label: 'Days and hours',
    description: 'Only facts on these weekdays (1–7 = Monday–Sunday) and in these local hours (like 9-17).',
    scope: 'records',
    params: { days: 'days', hours: 'hours' },
  }),
  groupBy: choice({
    label: 'Group by',
    description: 'What each row is.',
    scope: 'layout',
    param: 'group_by',
    initial: 'property',
    options: labelsByKey(dimensionKeys, (key) => dimension(key).label),
    optionsFrom: 'groupByOptions',
  }),
  groupByKey: text({
    label: 'Attribute',
    description: 'The attribute that rows are grouped by.',
    scope: 'layout',
    param: 'group_by_key',
    max: 200,
    emptyLabel: 'First',
    of: 'attributeKey',
    completes: { filter: 'groupBy', values: ['source-attribute', 'custom-attribute'] satisfies Dimension[] },
  }),
  peers: text({
    label: 'Peers',
    description:
      'Ranks each property among its peers: portfolio, or the key of an attribute that they share, such as Region.',
    scope: 'layout',
    param: 'peers',
    max: 200,
    emptyLabel: 'None',
    of: 'peers',
  }),
  viewBy: choice({
    label: 'View by',
    description: 'Which conversion to count.',
    scope: 'layout',
    param: 'view_by',
    initial: 'all',
    options: viewByLabels,
    optionsFrom: 'viewByOptions',
  }),
  viewAs: choice({
    label: 'View as',
    description: 'Numbers as counts or as shares of their row.',
    scope: 'layout',
    param: 'view_as',
    initial: 'COUNT',
    options: viewAsOptions,
    optionsFrom: 'viewAsOptions',
  }),
  prospectsByCreateDate: flag({
    label: 'Prospects by create date',
    description: 'Count all facts of the prospects created in the period, whenever they happened.',
    scope: 'counting',
    param: 'prospects_by_create_date',
  }),
  includeNonProspects: flag({
    label: 'Include non-prospects',
    description: 'Count facts of people marked as not a prospect too.',
    scope: 'counting',
    param: 'include_non_prospects',
  }),
  firstContactOnly: flag({
    label: 'First contact only',
    description: 'Leave out contacts after the first.',
    scope: 'counting',
    param: 'first_contact_only',
  }),
  showApplications: flag({
    label: 'Show applications',
    description: 'Show applications with their outcomes.',
    scope: 'parts',
    param: 'show_applications',
  }),
  showContactTypes: flag({
    label: 'Show contact types',
    description: 'Split rows by the first contact.',
    scope: 'parts',
    param: 'show_contact_types',
  }),
  cumulativeResponseTime: flag({
    label: 'Every exchange',
    description: 'Measure every exchange, not only the first.',
    scope: 'counting',
    param: 'cumulative_response_time',
  }),
  useBusinessHours: flag({
    label: 'Office hours only',
    description: 'Count office hours only.',
    scope: 'counting',
    param: 'use_business_hours',
  }),
  dripCampaignStatuses: choice({
    label: 'Live status',
    description: 'Campaigns that are live, archived, or all.',
    scope: 'records',
    param: 'drip_campaign_statuses',
    initial: 'all',
    options: liveStatuses,
    takes: { archived: true, live: false },
  }),
  triggerTypes: choices({
    label: 'Message types',
    description: 'Only campaigns with these triggers.',
    scope: 'records',
    param: 'trigger_types',
    options: triggerTypes,
  }),
  selectedScheduled: choice({
    label: 'Scheduled',
    description: 'Calls with or without an appointment.',
    scope: 'records',
    param: 'scheduled',
    initial: 'ALL',
    options: scheduledOptions,
    takes: { SCHEDULED: true, NOT_SCHEDULED: false },
  }),
  sourceByView: choice({
    label: 'Sources',
    description: 'Paid sources, free sources, or all.',
    scope: 'records',
    param: 'source_by_view',
    initial: 'ALL',
    options: sourceByViewOptions,
    takes: { PAID: true, NON_PAID: false },
  }),
  search: text({
    label: 'Search',
    description: 'Words to look for in transcripts.',
    scope: 'counting',
    param: 'search',
    max: 200,
    emptyLabel: 'Nothing',
  }),
  callIds: ids({
    label: 'Calls',
    description: 'Only these calls.',
    scope: 'records',
    of: 'call',
    param: 'call_ids',
  }),
  ...assumptions,
}

export type FilterKey = keyof typeof filters

/** The filters that limit which records count. */
export type RecordFilterKey = {
  [K in FilterKey]: (typeof filters)[K]['scope'] extends 'records' ? K : never
}[FilterKey]

/** All filters, with the specification's keys (§3). An empty list matches everything. */
export type Filters = { [K in FilterKey]: (typeof filters)[K]['initial'] }

/** One of the filters, by its `kind`. */
export type AnyFilter = (typeof filters)[FilterKey]

const filterTable: { readonly [K in FilterKey]: Filter<Filters[K]> } = filters

/** The filter's definition, typed for code that treats all filters alike. */
export const filter = <K extends FilterKey>(key: K): Filter<Filters[K]> => filterTable[key]

export const filterKeys = Object.keys(filters) as FilterKey[]

/** Whether the filter must be carried by each record type that a report counts. */
export const isRecordFilter = (key: FilterKey): key is RecordFilterKey => filters[key].scope === 'records'

function labelsByKey<K extends string>(keys: readonly K[], labelOf: (key: K) => string): Record<K, string> {
  // The entries have the same keys, which fromEntries' type loses.
  return Object.fromEntries(keys.map((key) => [key, labelOf(key)])) as Record<K, string>
}
