import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Filters } from '../filters/definitions'
import { describeRows, describeState } from '../filters/describe'
import { callerTypes, callOutcomes } from '../filters/enums'
import { SAMPLE } from '../testing'
import { count, ratio } from './columns'
import { defineReport, type ReportDefinition } from './definition'
import {
  activeFilters,
  appliedDefaults,
  initialState,
  neutralState,
  parseSavedState,
  parseState,
  reportParams,
  serializeState,
  serializeWhole,
} from './state'

const report = defineReport({
  ...SAMPLE,
  question: 'Does the codec keep what it is given?',
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy', 'callerType', 'viewAs', 'countOrPercentage'],
  additionalFilters: [
    'callerTypes',
    'sources',
    'statuses',
    'daysHours',
    'prospectsByCreateDate',
    'propertiesByAttributes',
    'averageFraudRate',
  ],
  groupByOptions: ['source', 'property', 'source-attribute'],
  viewAsOptions: ['COUNT', 'PERCENTAGE'],
  defaults: { callerTypes: ['prospect-first-call'] },
  views: { created: { tab: 'By created', filters: { prospectsByCreateDate: true } } },
  switches: {
    paid: {
      label: 'Spend',
      description: 'Which sources count.',
      initial: 'ALL',
      options: { ALL: 'All', PAID: 'Paid', NON_PAID: 'Not paid' },
    },
  },
  rows: ['groupBy'],
  columns: {
    calls: count('Calls', 'Calls.'),
    visits: count('Visits', 'Visits.'),
    share: ratio('visits', 'calls', 'Share', 'Visits by calls.'),
  },
  tiles: ['calls'],
  charts: [],
})

describe('parseState', () => {
  it('starts with the report’s own defaults at every endpoint', () => {
    expect(parseState(report, {}, 'screen').filters.callerTypes).toEqual(['prospect-first-call'])
    expect(parseState(report, {}, 'api')).toEqual(parseState(report, {}, 'screen'))
    expect(parseState(report, { caller_type: 'ALL' }, 'api').filters.callerTypes).toEqual([])
    expect(parseState(report, {}, 'api').filters.groupBy).toBe('source')
    expect(parseState(report, {}, 'api').filters.dateRange).toEqual({ preset: 'last_7_days' })
  })

  it('reads -1 and absence as all', () => {
    expect(parseState(report, { property_ids: '-1' }, 'api').filters.propertyIds).toEqual([])
    expect(parseState(report, { property_ids: '3,-1' }, 'api').filters.propertyIds).toEqual([])
    expect(parseState(report, { property_ids: '3,5,3' }, 'api').filters.propertyIds).toEqual([3, 5])
  })

  it('lets a view set its filters', () => {
    expect(parseState(report, { view: 'created' }, 'screen').filters.prospectsByCreateDate).toBe(true)
    expect(parseState(report, { view: 'nonsense' }, 'screen').filters.prospectsByCreateDate).toBe(false)
  })

  it.each([
    [{ property_ids: '1;2' }, 'property_ids must hold whole positive ids.'],
    [{ property_ids: '99999999999999999999' }, 'property_ids must hold whole positive ids.'],
    [{ start_date: '2025-02-29', end_date: '2025-03-01' }, 'start_date must be a date like 2026-03-08.'],
    [{ start_date: '2026-03-02' }, 'start_date and end_date go together.'],
    [{ start_date: '2026-03-02', end_date: '2026-03-01' }, 'end_date must not be before start_date.'],
    [{ preset: 'last_7_days', compare_with: 'luck' }, 'compare_with must be year_before.'],
    [{ compare_with: 'year_before' }, 'compare_with needs a period.'],
    [
      {
        start_date: '2026-03-01',
        end_date: '2026-03-02',
        prior_start_date: '2026-02-01',
        prior_end_date: '2026-02-02',
        compare_with: 'year_before',
      },
      'Give either compare_with or prior_start_date.',
    ],
    [{ preset: 'custom' }, 'A custom period needs start_date and end_date.'],
    [
      { preset: 'last_7_days', start_date: '2026-03-01', end_date: '2026-03-02' },
      'Give either preset or start_date and end_date.',
    ],
    [{ start_date: '1990-01-01', end_date: '2020-01-01' }, 'A period may be ten years long at most.'],
    [{ group_by: 'hour' }, 'Sample can be viewed with group_by source, property and source-attribute.'],
    [{ statuses: 'lost' }, 'statuses must be one of answered, missed, voicemail, requested-text.'],
    [{ days: '8' }, 'days must be from 1 (Monday) to 7 (Sunday).'],
    [{ hours: '9-24' }, 'hours must look like 9-17, from 0 to 23.'],
    [{ hours: '-' }, 'hours must look like 9-17, from 0 to 23.'],
    [{ prospects_by_create_date: 'maybe' }, 'prospects_by_create_date must be true or false.'],
    [{ average_fraud_rate: '1.5' }, 'average_fraud_rate must be a number from 0 to 1.'],
    [{ properties_by_attributes: 'Region' }, 'properties_by_attributes must look like Region:West|East.'],
    [{ contacts: 'call' }, 'Sample can’t be filtered by contacts.'],
    [{ colour: 'red' }, 'colour is not a parameter of Sample.'],
    [{ paid: 'SOME' }, 'paid must be one of ALL, PAID, NON_PAID.'],
  ])('rejects %o with a sentence', (raw, sentence) => {
    expect(() => parseState(report, raw, 'api')).toThrow(
      expect.objectContaining({ name: 'InputError', message: sentence.replace('’', "'") }),
    )
  })

  it('ignores on the screen what it can’t read, so that old links open', () => {
    const state = parseState(report, { colour: 'red', hours: 'x', property_ids: '4' }, 'screen')
    expect(state.filters.propertyIds).toEqual([4])
    expect(state.filters.daysHours).toEqual({ days: [], hours: [0, 23] })
  })
})

const state = fc
  .record({
    propertyIds: fc.uniqueArray(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 5 }),
    sources: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }),
    callerTypes: fc.uniqueArray(fc.constantFrom(...(Object.keys(callerTypes) as (keyof typeof callerTypes)[]))),
    statuses: fc.uniqueArray(fc.constantFrom(...(Object.keys(callOutcomes) as (keyof typeof callOutcomes)[]))),
    viewAs: fc.constantFrom('COUNT' as const, 'PERCENTAGE' as const),
    groupBy: fc.constantFrom('source' as const, 'property' as const, 'source-attribute' as const),
    groupByKey: fc.string({ maxLength: 20 }),
    prospectsByCreateDate: fc.boolean(),
    averageFraudRate: fc.constantFrom(0.05, 0.1, 1),
    daysHours: fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      hours: fc.constantFrom<[number, number][]>([0, 23], [9, 17], [0, 0]),
    }),
    dateRange: fc.constantFrom(
      { preset: 'last_7_days' as const },
      { preset: 'year_to_date' as const },
      { preset: 'last_30_days' as const, compareWith: 'year_before' as const },
      { preset: 'custom' as const, start: '2026-03-01', end: '2026-03-09' },
      {
        preset: 'custom' as const,
        start: '2026-03-01',
        end: '2026-03-09',
        prior: { start: '2025-03-01', end: '2025-03-02' },
      },
    ),
  })
  .map((filters) => ({ filters: { ...initialState(report).filters, ...filters }, switches: { paid: 'PAID' } }))

describe('serializeState', () => {
  it.each(['screen', 'api'] as const)('is undone by parseState (%s)', (surface) => {
    fc.assert(
      fc.property(state, (given) => {
        const written = serializeState(report, given)
        // Through a real query string, like every URL.
        const raw = Object.fromEntries(new URLSearchParams(new URLSearchParams(written).toString()))
        // A name for a set of caller types loses their order.
        const { filters, switches } = parseState(report, raw, surface)
        const callers = { callerTypes: [...filters.callerTypes].sort() }
        expect({ filters: { ...filters, ...callers }, switches }).toEqual({
          ...given,
          filters: { ...given.filters, callerTypes: [...given.filters.callerTypes].sort() },
        })
      }),
    )
  })

  it('leaves out defaults', () => {
    expect(serializeState(report, initialState(report))).toEqual({})
    expect(serializeState(report, neutralState(report))).toEqual({ caller_type: 'ALL' })
  })
})

it('counts filters that narrow the numbers as set, and describes them', () => {
  const given = parseState(
    report,
    {
      property_ids: '1,2,3,4',
      caller_type: 'RESIDENT',
      view_as: 'PERCENTAGE',
      hours: '9-16',
      days: '1,5',
      property_attribute_ids: '7',
    },
    'api',
  )
  expect(activeFilters(report, given)).toEqual(['propertyIds', 'callerTypes', 'daysHours', 'propertyAttributeIds'])
  const names = {
    today: '2026-03-15',
    property: (id: number) => `Property ${id}`,
    agent: (id: number) => `Agent ${id}`,
    attribute: (id: number) => `Region: ${id}`,
  }
  expect(describeState(report, given, names)).toEqual([
    'Rows by source',
    'View as: Percentage',
    'Spend: All',
    'Properties: Property 1, Property 2 and 2 more',
    'Caller types: Resident',
    'Days and hours: Mon, Fri, 9 AM – 5 PM',
    'Property attributes: Region: 7',
  ])
  const plain = initialState(report)
  expect(describeState(report, plain, names)).toEqual(['Rows by source', 'Spend: All', 'Caller types: First Call'])
  expect(describeRows({ ...report, groupByOptions: undefined, rows: ['property'] }, plain)).toBeNull()
  const by = { label: 'By', description: '', initial: 'a', options: { a: 'First contact', b: 'Group' } }
  const rowsBySwitch = { key: 'by', rows: { a: ['contact'], b: ['groupBy'] } } as const
  const switched = { ...report, switches: { by }, rowsBySwitch }
  expect(describeRows(switched, { ...given, switches: {} })).toBe('Rows by first contact')
  expect(describeRows(switched, { ...given, switches: { by: 'b' } })).toBe('Rows by source')
})

it('lists the report’s parameters, with its own options', () => {
  const params = reportParams(report)
  expect(params.group_by?.values).toEqual(['source', 'property', 'source-attribute'])
  expect(Object.keys(params)).toContain('group_by_key')
  expect(Object.keys(params)).not.toContain('contacts')
})

describe('one filter under two parameters', () => {
  it.each([
    [{ caller_type: 'RESIDENT' }, ['resident']],
    [{ caller_types: 'resident' }, ['resident']],
    [{ caller_type: 'ALL', caller_types: 'resident,other' }, ['resident', 'other']],
    [{ caller_type: 'FIRST_AND_RETURN_CALL', caller_types: 'prospect-return-call,other' }, ['prospect-return-call']],
    [{ caller_type: 'ALL' }, []],
  ])('%o selects what both select', (raw, callerTypes) => {
    for (const surface of ['screen', 'api'] as const)
      expect(parseState(report, raw, surface).filters.callerTypes).toEqual(callerTypes)
  })

  it('rejects a contradiction', () => {
    const raw = { caller_type: 'FIRST_TIME', caller_types: 'resident' }
    const sentence = 'caller_type and caller_types say different things.'
    expect(() => parseState(report, raw, 'api')).toThrow(sentence)
    expect(() => parseState(report, { view_as: 'COUNT', view_by: 'PERCENTAGE' }, 'api')).toThrow(
      'view_as and view_by say different things.',
    )
  })

  it('opens a contradiction that was saved or linked with the parameter that the report lists first', () => {
    const raw = { caller_type: 'FIRST_TIME', caller_types: 'resident' }
    expect(parseState(report, raw, 'screen').filters.callerTypes).toEqual(['prospect-first-call'])
    const { state, passedOver } = parseSavedState(report, raw)
    expect(state.filters.callerTypes).toEqual(['prospect-first-call'])
    expect(passedOver).toEqual(['caller_types'])
  })

  it('is described by the parameter that the report lists first, where that has a description', () => {
    const written = (callerTypes: Filters['callerTypes']) => {
      const { filters, switches } = initialState(report)
      return serializeState(report, { filters: { ...filters, callerTypes }, switches })
    }
    expect(written([])).toEqual({ caller_type: 'ALL' })
    expect(written(['prospect-return-call', 'prospect-first-call'])).toEqual({ caller_type: 'FIRST_AND_RETURN_CALL' })
    expect(written(['resident', 'other'])).toEqual({ caller_types: 'resident,other' })
  })

  it('describes the other parameter as it is', () => {
    expect(parseState(report, { view_by: 'PERCENTAGE' }, 'api').filters.viewAs).toBe('PERCENTAGE')
    expect(() => parseState(report, { view_by: 'all' }, 'api')).toThrow('view_by must be one of COUNT, PERCENTAGE.')
    expect(reportParams(report).view_by?.values).toEqual(['COUNT', 'PERCENTAGE'])
  })
})

describe('a saved state', () => {
  it('opens although the report no longer knows or reads all of it, and names what it ignored', () => {
    const saved = { preset: 'last_30_days', wings: '2', caller_type: 'MARTIAN', sources: 'Zillow', paid: 'GIFT' }
    const { state, passedOver } = parseSavedState(report, saved)
    expect(passedOver.sort()).toEqual(['caller_type', 'paid', 'wings'])
    expect(state.filters.dateRange).toEqual({ preset: 'last_30_days' })
    expect(state.filters.sources).toEqual(['Zillow'])
    expect(state.switches.paid).toBe('ALL')
  })

  it('of the time before there were defaults still filters nothing', () => {
    expect(parseSavedState(report, {})).toEqual({ state: neutralState(report), passedOver: [] })
  })

  it('stays what it is when the report starts otherwise later', () => {
    const later = { ...report, defaults: {}, groupByOptions: ['property', 'source'] } satisfies ReportDefinition
    for (const saved of [initialState(report), neutralState(report)]) {
      const written = serializeWhole(report, saved)
      expect(parseSavedState(later, written)).toEqual({ state: saved, passedOver: [] })
      expect(parseState(later, written, 'api')).toEqual(saved)
    }
  })
})

describe('appliedDefaults', () => {
  it('names what a request left to the report, except what matches everything', () => {
    expect(appliedDefaults(report, { paid: 'PAID', sources: 'Zillow' })).toEqual([
      { parameter: 'preset', value: 'last_7_days' },
      { parameter: 'group_by', value: 'source' },
      { parameter: 'caller_type', value: 'FIRST_TIME' },
      { parameter: 'view_as', value: 'COUNT' },
      { parameter: 'prospects_by_create_date', value: 'false' },
      { parameter: 'average_fraud_rate', value: '0.05' },
    ])
  })

  it.each([{ caller_type: 'ALL' }, { caller_types: 'resident' }])('leaves out what %o sets', (raw) => {
    expect(appliedDefaults(report, raw).map(({ parameter }) => parameter)).not.toContain('caller_type')
    expect(appliedDefaults(report, raw).map(({ parameter }) => parameter)).toContain('paid')
  })

  it('leaves out what a view sets', () => {
    expect(appliedDefaults(report, { view: 'created' }).map(({ parameter }) => parameter)).not.toContain(
      'prospects_by_create_date',
    )
  })
})
