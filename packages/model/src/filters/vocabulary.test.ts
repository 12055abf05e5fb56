import { describe, expect, it } from 'vitest'
import { toSnake } from '../format/names'
import type { ReportDefinition } from '../report/definition'
import { dimensionKeys } from '../report/dimensions'
import { paramsOf } from '../report/reportFilters'
import { initialState, parseState, serializeState } from '../report/state'
import { futurePresets, pastPresets, resolveRange } from '../time/presets'
import { frequencies } from '../time/timing'
import type { RawParams } from './codecs'
import { type Filters, filterKeys, filters } from './definitions'
import {
  callerTypeChoices,
  callerTypes,
  callMetrics,
  contactChannels,
  hourLabel,
  liveStatuses,
  scheduledOptions,
  sourceByViewOptions,
  triggerTypes,
  viewAsOptions,
  viewByLabels,
  weekdays,
} from './enums'

// The lists of the specification's §3 and §9, as written there, so that no value can be lost.
// reports/vocabulary.test.ts tests what reports do with them.

const FILTER_KEYS = `agentIds, callerTypes, contacts, cumulativeResponseTime, dateBy, dateRange, dateRangeFuture, daysHours,
  firstContactOnly, groupBy, includeNonProspects, leasingTeams, property, propertyIds, propertiesByAttributes,
  propertyAttributeIds, prospectsByCreateDate, showApplications, showContactTypes, sources, sourceNames, sourcesByAttributes,
  statuses, useBusinessHours, viewBy, viewAs, callerType, averageFraudRate, averageFraudCost, notAProspect`
const PAST_PRESETS = `today, yesterday, month_to_date, quarter_to_date, year_to_date, last_week_sun_sat, last_week_mon_sun,
  last_week_mon_fri, last_week_fri_thurs, last_7_days, last_7_days_today, last_14_days, last_30_days, last_month,
  last_quarter`
const FUTURE_PRESETS = 'tomorrow, next_3_days, next_7_days, next_14_days, next_30_days'
const GROUP_BY = 'agent, caller-type, day, hour, property, source, source-attribute, status, insert-method'
const DIMENSIONS = 'AGENT, CONTACT, CUSTOM_ATTRIBUTE, PROPERTY, SOURCE, WEEK'
const TRIGGERS = `CANCELLED_MANAGER, CANCELLED_RENTER, CONFIGURABLE_STALE, NO_SHOW, POST_APPOINTMENT_MESSAGE, STALE_PROSPECT`

const parseList = (list: string): string[] => list.split(',').map((word) => word.trim())
const keys = (list: object): string[] => Object.keys(list).sort()

/** Allows every filter and groups by everything. */
const everything: ReportDefinition = {
  key: 'everything',
  apiKey: 'EverythingReport',
  title: 'Everything',
  path: '/everything',
  section: 'Leads',
  gate: 'general',
  question: 'Is every word known?',
  // Without the alternative name of viewAs, which is viewBy's own parameter here.
  defaultFilters: [...filterKeys, 'callerType', 'notAProspect'],
  additionalFilters: [],
  groupByOptions: dimensionKeys,
  viewByOptions: ['all', 'lease-conversion', 'visit-conversion'],
  viewAsOptions: ['COUNT', 'PERCENTAGE'],
  rows: ['groupBy'],
  columns: {},
  tiles: [],
  charts: [],
}
const read = (raw: RawParams): Filters => parseState(everything, raw, 'api').filters
/** The value of a list filter after its parameter was set to all of these. */
const several = (param: string, values: readonly string[]) => read({ [param]: values.join(',') })

describe('filter keys', () => {
  it('are all there, each with words for its reader', () => {
    const lacking = parseList(FILTER_KEYS).filter((key) => !filterKeys.some((known) => known === key))
    // Alternative names for prospectsByCreateDate, callerTypes, and includeNonProspects.
    expect(lacking).toEqual(['dateBy', 'callerType', 'notAProspect'])
    for (const { label, description } of Object.values(filters)) {
      expect(label).toMatch(/^[A-Z]/)
      expect(description).toMatch(/^.+\.$/)
    }
  })

  it('are parameters under their own names, but for dates, days and hours', () => {
    const params = filterKeys.flatMap((key) => Object.keys(paramsOf(everything, key)))
    const lacking = parseList(FILTER_KEYS).filter((key) => !params.includes(toSnake(key)))
    expect(lacking).toEqual(['dateRange', 'dateRangeFuture', 'daysHours'])
    for (const name of ['preset', 'start_date', 'future_preset', 'future_start_date', 'days', 'hours'])
      expect(params).toContain(name)
    expect(new Set(params).size).toBe(params.length)
  })

  it("include people who are not prospects under two names that can't contradict each other", () => {
    for (const raw of [{ not_a_prospect: 'yes' }, { include_non_prospects: 'true' }])
      expect(read(raw).includeNonProspects, JSON.stringify(raw)).toBe(true)
    expect(() => read({ include_non_prospects: 'true', not_a_prospect: 'no' })).toThrow(
      'include_non_prospects and not_a_prospect say different things.',
    )
  })

  it('say in three ways that prospects are counted by the day they were created', () => {
    for (const raw of [{ date_by: 'created' }, { prospects_by: 'create' }, { prospects_by_create_date: 'true' }])
      expect(read(raw).prospectsByCreateDate, JSON.stringify(raw)).toBe(true)
    for (const raw of [{ date_by: 'event' }, { prospects_by: 'event' }, { prospects_by_create_date: 'false' }, {}])
      expect(read(raw).prospectsByCreateDate, JSON.stringify(raw)).toBe(false)
    expect(read({ date_by: 'created', prospects_by: 'create' }).prospectsByCreateDate).toBe(true)
    expect(() => read({ date_by: 'created', prospects_by: 'event' })).toThrow(
      'date_by and prospects_by say different things.',
    )
    expect(() => read({ date_by: 'create' })).toThrow('date_by must be one of created, event.')
    const state = parseState(everything, { date_by: 'created' }, 'api')
    expect(serializeState(everything, state)).toEqual({ prospects_by_create_date: 'true' })
  })
})

// Every field of the specification's filter state, and where our state has it.
const set = read({
  caller_types: 'resident',
  days: '1,7',
  hours: '9-17',
  statuses: 'missed',
  group_by: 'source-attribute',
  group_by_key: 'Type',
  view_by: 'visit-conversion',
  view_as: 'PERCENTAGE',
  include_non_prospects: 'true',
  prospects_by: 'create',
  show_applications: 'true',
  sources: 'Website',
  source_by_view: 'PAID',
  contacts: 'chat',
  drip_campaign_statuses: 'archived',
  trigger_types: 'NO_SHOW',
  agent_ids: '7',
  start_date: '2026-03-08',
  end_date: '2026-03-14',
  future_preset: 'next_7_days',
  average_fraud_rate: '0.1',
  average_fraud_cost: '1000',
  not_a_prospect: 'yes',
  call_ids: '3,4',
  properties_by_attributes: 'Region:West|East',
  scheduled: 'NOT_SCHEDULED',
})
const today = '2026-03-15'
const periods = resolveRange(set.dateRange, today)
const FILTER_STATE: Record<string, [holds: unknown, expected: unknown]> = {
  callerTypes: [set.callerTypes, ['resident']],
  daysHours: [set.daysHours, { days: [1, 7], hours: [9, 17] }],
  statuses: [set.statuses, ['missed']],
  allGroupByOptions: [everything.groupByOptions, dimensionKeys],
  selectedGroupByOption: [set.groupBy, 'source-attribute'],
  allViewByOptions: [everything.viewByOptions, ['all', 'lease-conversion', 'visit-conversion']],
  selectedViewByOption: [set.viewBy, 'visit-conversion'],
  allViewAsOptions: [Object.values(viewAsOptions), ['Count', 'Percentage']],
  selectedViewAsOption: [set.viewAs, 'PERCENTAGE'],
  includeNonProspects: [set.includeNonProspects, true],
  prospectsByCreateDate: [set.prospectsByCreateDate, true],
  showApplications: [set.showApplications, true],
  sources: [set.sources, ['Website']],
  // The company's own list, which is not part of the state.
  allSources: [read({}).sources, []],
  sourceByView: [set.sourceByView, 'PAID'],
  contacts: [set.contacts, ['chat']],
  dripCampaignStatuses: [set.dripCampaignStatuses, 'archived'],
  triggerTypes: [set.triggerTypes, ['NO_SHOW']],
  agents: [read({ agent_ids: '-1' }).agentIds, []],
  selectedAgents: [read({}).agentIds, []],
  selectedAgentIds: [set.agentIds, [7]],
  dates: [
    periods,
    { current: { start: '2026-03-08', end: '2026-03-14' }, prior: { start: '2026-03-01', end: '2026-03-07' } },
  ],
  futureDates: [resolveRange(set.dateRangeFuture, today).current, { start: '2026-03-15', end: '2026-03-21' }],
  // period1 and period2 are the current and the prior period; period3 is the one before these.
  dateRanges: [
    resolveRange({ preset: 'custom', ...periods.prior }, today).prior,
    { start: '2026-02-22', end: '2026-02-28' },
  ],
  dateBy: [read({ date_by: 'created' }).prospectsByCreateDate, true],
  averageFraudRate: [set.averageFraudRate, 0.1],
  averageFraudCost: [set.averageFraudCost, 1000],
  notAProspect: [set.includeNonProspects, true],
  prospectsBy: [read({ prospects_by: 'create' }).prospectsByCreateDate, true],
  selectedCallerType: [read({ caller_type: 'RESIDENT' }).callerTypes, ['resident']],
  callIds: [set.callIds, [3, 4]],
  customAttributes: [set.propertiesByAttributes, { Region: ['West', 'East'] }],
  selectedAttributes: [set.groupByKey, 'Type'],
  selectedScheduled: [set.selectedScheduled, 'NOT_SCHEDULED'],
  // A saved report is its report and this text, and opens in the state in which it was saved.
  selectedBaseReport: [read(serializeState(everything, { filters: set, switches: {} })), set],
}

it.each(Object.entries(FILTER_STATE))('the filter state holds %s', (_field, [holds, expected]) => {
  expect(holds).toEqual(expected)
})

describe('enumerations', () => {
  it('group by what the specification groups by', () => {
    expect(dimensionKeys).toEqual(expect.arrayContaining(parseList(GROUP_BY)))
    expect(dimensionKeys).toEqual(
      expect.arrayContaining(parseList(DIMENSIONS).map((word) => word.toLowerCase().replace('_', '-'))),
    )
    for (const option of parseList(GROUP_BY)) expect(read({ group_by: option }).groupBy).toBe(option)
  })

  it('view by and as', () => {
    expect(keys(viewByLabels)).toEqual(['all', 'lease-conversion', 'visit-conversion'])
    expect(viewAsOptions).toEqual({ COUNT: 'Count', PERCENTAGE: 'Percentage' })
  })

  it('tell callers apart', () => {
    expect(keys(callerTypeChoices)).toEqual(parseList('ALL, FIRST_AND_RETURN_CALL, FIRST_TIME, RESIDENT, RETURN_CALL'))
    expect(callerTypes).toMatchObject({
      'prospect-first-call': 'First Call',
      'prospect-return-call': 'Return Call',
      resident: 'Resident',
    })
    expect(several('caller_types', ['all']).callerTypes).toEqual([])
    expect(callMetrics).toEqual({
      totalCalls: 'TOTAL_CALLS',
      answered: 'ANSWERED',
      missed: 'MISSED',
      voicemail: 'VOICEMAIL',
      requestedText: 'REQUESTED_TEXT',
      offHoursCalls: 'OFF_HOURS',
    })
  })

  it('choose one of two or all', () => {
    expect(keys(scheduledOptions)).toEqual(['ALL', 'NOT_SCHEDULED', 'SCHEDULED'])
    expect(keys(sourceByViewOptions)).toEqual(['ALL', 'NON_PAID', 'PAID'])
    expect(liveStatuses).toEqual({ all: 'All', live: 'Live', archived: 'Archived' })
    const counted = ['yes', 'no'].map((word) => read({ not_a_prospect: word }).includeNonProspects)
    expect([...counted, read({}).includeNonProspects]).toEqual([true, false, false])
  })

  it('name the triggers of drip campaigns', () => {
    expect(keys(triggerTypes)).toEqual(parseList(TRIGGERS))
    expect(several('trigger_types', parseList(TRIGGERS)).triggerTypes).toEqual(parseList(TRIGGERS))
    expect(several('trigger_types', ['all']).triggerTypes).toEqual([])
  })

  it('name the channels', () => {
    expect(contactChannels).toEqual({
      sms: 'SMS',
      call: 'Call',
      email: 'Email',
      'walk-in': 'Walk-in',
      chat: 'Knockbot',
      'knock-schedule': 'Scheduling',
      internet: 'Internet',
      facebook: 'Facebook',
      form: 'Forms',
    })
    expect(several('contacts', ['all']).contacts).toEqual([])
  })

  it('count days from Monday, and hours from midnight', () => {
    expect(Object.values(weekdays)).toEqual(parseList('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'))
    expect(keys(weekdays)).toEqual(parseList('1, 2, 3, 4, 5, 6, 7'))
    expect(Array.from({ length: 24 }, (_, hour) => hourLabel(hour))).toEqual(
      parseList(
        `12 AM, 1 AM, 2 AM, 3 AM, 4 AM, 5 AM, 6 AM, 7 AM, 8 AM, 9 AM, 10 AM, 11 AM,
        12 PM, 1 PM, 2 PM, 3 PM, 4 PM, 5 PM, 6 PM, 7 PM, 8 PM, 9 PM, 10 PM, 11 PM`,
      ),
    )
    // -1 means every day, and an empty status list means every status.
    expect(read({ days: '-1', hours: '0-23' }).daysHours).toEqual({ days: [], hours: [0, 23] })
    expect(read({ statuses: '' }).statuses).toEqual([])
  })

  it('send reports by the day, the week and the month', () => {
    expect(frequencies).toEqual(['DAILY', 'WEEKLY', 'MONTHLY'])
  })
})

describe('presets', () => {
  it('are those of the specification, and custom dates', () => {
    expect(keys(pastPresets)).toEqual(parseList(PAST_PRESETS).sort())
    expect(keys(futurePresets)).toEqual(parseList(FUTURE_PRESETS).sort())
    for (const preset of parseList(PAST_PRESETS)) expect(read({ preset }).dateRange).toEqual({ preset })
    for (const preset of parseList(FUTURE_PRESETS))
      expect(read({ future_preset: preset }).dateRangeFuture).toEqual({ preset })
    expect(read({ preset: 'custom', start_date: '2026-03-08', end_date: '2026-03-08' }).dateRange.preset).toBe('custom')
  })
})

describe('the defaults (§9)', () => {
  const { filters: initial } = initialState({ ...everything, groupByOptions: ['property'] })

  it('is the last seven days beside the seven before', () => {
    expect(resolveRange(initial.dateRange, today)).toEqual({
      current: { start: '2026-03-08', end: '2026-03-14' },
      prior: { start: '2026-03-01', end: '2026-03-07' },
    })
  })

  it('is the next three days from today on, and six days ahead for seven', () => {
    expect(resolveRange(initial.dateRangeFuture, today).current).toEqual({ start: today, end: '2026-03-17' })
    expect(resolveRange({ preset: 'next_7_days' }, today).current).toEqual({ start: today, end: '2026-03-21' })
  })

  it('is what the specification names', () => {
    expect(initial).toMatchObject({
      prospectsByCreateDate: false,
      includeNonProspects: false,
      viewAs: 'COUNT',
      groupBy: 'property',
      daysHours: { days: [], hours: [0, 23] },
      agentIds: [],
      propertyIds: [],
      selectedScheduled: 'ALL',
      sourceByView: 'ALL',
    })
  })
})
