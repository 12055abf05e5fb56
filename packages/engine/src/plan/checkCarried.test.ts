import { count, defineReport, fact, type ReportDefinition } from '@leaselight/model'
import { describe, expect, it } from 'vitest'
import { fromSelect, type RecordType } from '../records/definition'
import { adSpending } from '../records/marketing/spending'
import { recordTypes, unitLeases } from '../records/recordTypes'
import { appointments, calls, measureOf, prospects, visits } from './measures'
import { measuresFor } from './measuresFor'
import { sql } from './sql'

const report = <const D extends Partial<ReportDefinition>>(change: D) =>
  defineReport({
    key: 'trial',
    apiKey: 'TrialReport',
    title: 'Trial',
    path: '/trial',
    section: 'Leads',
    gate: 'general',
    question: 'Does it hold?',
    defaultFilters: ['dateRange', 'propertyIds'],
    additionalFilters: [],
    rows: ['property'],
    columns: { found: count('Found', 'What is found.') },
    tiles: [],
    charts: [],
    ...change,
  } as const)

describe('a query', () => {
  it('is made where every measure carries the rows and filters of the report', () => {
    const trial = report({
      rows: ['groupBy', 'contact'],
      groupByOptions: ['source', 'agent', 'insert-method', 'custom-attribute', 'week'],
      additionalFilters: ['agentIds', 'sources', 'contacts', 'daysHours', 'prospectsByCreateDate'],
    })
    expect(() => measuresFor({ ...trial, groupByOptions: ['source', 'agent'] }, { found: visits() })).not.toThrow()
    expect(() => measuresFor({ ...trial, groupByOptions: ['source'] }, { found: prospects() })).not.toThrow()
  })

  it('is refused a row dimension that a measure does not carry', () => {
    expect(() => measuresFor(report({ rows: ['source'] }), { found: measureOf(recordTypes.listings) })).toThrow(
      `Report trial: rows can't be by "source", which the records of "found" (Listing) don't carry.`,
    )
  })

  it('is refused a filter that a measure does not carry', () => {
    expect(() => measuresFor(report({ additionalFilters: ['callerTypes'] }), { found: visits() })).toThrow(
      `Report trial: it can't list the filter "callerTypes", which the records of "found" (Visit) don't carry.`,
    )
    // A source filter also adds attribute filters.
    expect(() => measuresFor(report({ additionalFilters: ['sources'] }), { found: measureOf(unitLeases) })).toThrow(
      '"sources"',
    )
  })

  it('is refused one dimension of many, by group-by option or switch', () => {
    const grouped = report({ rows: ['groupBy'], groupByOptions: ['property', 'intent'] })
    expect(() => measuresFor(grouped, { found: calls() })).toThrow('"intent"')
    const switched = report({
      switches: { by: { label: 'By', description: '', initial: 'a', options: { a: 'A', b: 'B' } } },
      rowsBySwitch: { key: 'by', rows: { a: ['property'], b: ['age'] } },
    })
    expect(() => measuresFor(switched, { found: visits() })).toThrow('"age"')
    expect(() =>
      measuresFor(report({ expandsByContact: true, additionalFilters: ['showContactTypes'] }), {
        found: measureOf(recordTypes.listings),
      }),
    ).toThrow('"contact"')
  })

  it('is refused by what a measure is under a single choice of the reader', () => {
    const viewed = report({
      defaultFilters: ['dateRange', 'viewBy', 'sources'],
      viewByOptions: ['all', 'visit-conversion'],
    })
    expect(() =>
      measuresFor(viewed, ({ filters }) => ({
        found: filters.viewBy === 'all' ? visits() : measureOf(recordTypes.listings),
      })),
    ).toThrow('"sources", which the records of "found" (Listing)')
    const flagged = report({ additionalFilters: ['useBusinessHours', 'agentIds'] })
    expect(() =>
      measuresFor(flagged, (context) => ({
        found: context.filters.useBusinessHours ? measureOf(adSpending(context)) : visits(),
      })),
    ).toThrow('"agentIds", which the records of "found" (Spend)')
  })

  it('is refused a filter that its list does not carry', () => {
    const listing = report({
      rows: [],
      additionalFilters: ['statuses'],
      columns: { found: count('Found', 'What is found.'), about: fact('About', 'What it is.') },
    })
    const listed = (countedBy: string) => () =>
      measuresFor(listing, { found: calls() }, () => ({ measure: appointments(), countedBy, fields: {} }))
    expect(listed('seen')).toThrow('A list is counted by the column "seen", which has no measure.')
    expect(listed('found')).toThrow(
      `it can't list the filter "statuses", which the records of "the list" (Appointment) don't carry.`,
    )
  })

  it('is refused rows by the calendar where a measure is dated by another day than its records', () => {
    const byWeek = report({ rows: ['week'] })
    expect(() => measuresFor(byWeek, { found: prospects() })).not.toThrow()
    expect(() => measuresFor(byWeek, { found: prospects().dated('qualified_at') })).toThrow('is not dated by')
  })

  it('is refused counting by create date where records have no prospect', () => {
    const byCreated = report({ additionalFilters: ['prospectsByCreateDate'] })
    expect(() => measuresFor(byCreated, { found: measureOf(recordTypes.listings) })).toThrow('without a prospect')
    expect(() => measuresFor(byCreated, { found: measureOf(recordTypes.listings).onOwnDay() })).not.toThrow()
  })

  it('is refused records of what people did later that do not say what is still to come', () => {
    const select = sql`SELECT v.*, l.id != 0 AS leased FROM visits AS v LEFT JOIN (SELECT id FROM leases FINAL) AS l`
    const reading = (more: Pick<RecordType, 'later'>) => () =>
      measuresFor(report({}), { found: measureOf(fromSelect({ ...recordTypes.visits, ...more, select })) })
    expect(reading({})).toThrow(
      'Report trial: the records of "found" (Visit) read leases and don\'t say what is still `later`.',
    )
    expect(reading({ later: { leased: 'leases' } })).not.toThrow()
    expect(reading({ later: null })).not.toThrow()
  })

  it('is refused a watch that its records have no day, no level, or no average for', () => {
    const watch = (level: 'agent' | 'source') =>
      ({
        watches: [
          {
            column: 'found',
            topic: 'demand',
            at: [level],
            hurts: 'down',
            weight: { leases: 1 },
            says: 'brings {part}',
          },
        ],
      }) as const
    expect(() => measuresFor(report(watch('agent')), { found: visits() })).not.toThrow()
    expect(() => measuresFor(report(watch('source')), { found: measureOf(recordTypes.listings) })).toThrow(
      `Report trial: "found" can't be watched, since "found" (Listing) is not known by source.`,
    )
    const inOfficeTime = { watches: [{ ...watch('agent').watches[0], with: { useBusinessHours: true } }] }
    expect(() => measuresFor(report(inOfficeTime), { found: visits() })).toThrow(
      `Report trial: "found" can't be watched, since the report lists no "useBusinessHours".`,
    )
    const elsewhere = { watches: [{ ...watch('agent').watches[0], shows: 'lost' }] }
    expect(() => measuresFor(report(elsewhere), { found: visits() })).toThrow(
      `Report trial: "found" can't be watched, since the report counts no "lost".`,
    )
    const lost = { watches: [{ ...watch('agent').watches[0], column: 'lost' }] }
    expect(() => measuresFor(report(lost), { found: visits() })).toThrow(`Report trial: "lost" can't be watched.`)
  })
})
