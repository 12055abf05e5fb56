import { initialState } from '@leaselight/model'
import { resultWith } from '@leaselight/model/testing'
import { reportByKey, reports } from '@leaselight/reports'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../state/address'
import { todaySince } from '../state/today'
import { fileNameFrom, readWithProgress } from './export/download'
import { buildFilterChoices } from './filters/choices'
import { dateControl, lockedDates, propertyControl, scopeNote, unknownNote } from './filters/scopeControls'
import { shouldRefetchSources } from './filters/useSources'
import { footerNotes, provenance } from './footer'
import { readHiddenColumns } from './table/hiddenColumns'

const calls = reportByKey('calls')
const activity = reportByKey('activity')
if (!calls || !activity) throw new Error('The register lacks the reports these tests are about.')

const result = resultWith({
  report: 'activity',
  period: { start: '2026-03-01', end: '2026-03-07' },
  priorPeriod: { start: '2026-02-22', end: '2026-02-28' },
  today: '2026-03-08',
  timeZone: 'America/Los_Angeles',
  propertyTimeZones: ['America/Los_Angeles'],
  notes: ['Leases of the last days are still to come.'],
  freshness: { newestFactAt: '2026-03-08T01:05:00Z', importedAt: null, notices: ['leads.csv is 2 days late'] },
})

describe('where numbers come from', () => {
  it('is said in one line: period, clock, freshness, and what is late', () => {
    expect(provenance(activity, result)).toEqual([
      'Mar 1 – 7 vs Feb 22 – 28',
      'Pacific Time',
      'data up to Sat, Mar 7, 5:05 PM PT',
      'leads.csv is 2 days late',
    ])
  })

  it('says when properties are in different zones, and when nothing has been imported yet', () => {
    const line = provenance(activity, {
      ...result,
      ...{ period: null, priorPeriod: null, asOf: '2026-03-08' },
      propertyTimeZones: ['America/Los_Angeles', 'Asia/Kathmandu'],
      freshness: { newestFactAt: null, importedAt: null, notices: [] },
    })
    expect(line).toEqual(['As of Mar 8', 'each property’s own time', 'no data imported yet'])
  })

  it('names no period that days to come would be compared with', () => {
    const upcoming = reportByKey('upcoming-appointments')
    if (!upcoming) throw new Error('Upcoming appointments are gone.')
    expect(provenance(upcoming, result)[0]).toBe('Mar 1 – 7')
  })

  it('is not said again below the page, which has the notes', () => {
    expect(footerNotes(activity, result)).toEqual(['Leases of the last days are still to come.'])
    const imported = { ...result, freshness: { ...result.freshness, importedAt: '2026-03-08T01:30:00Z' } }
    expect(footerNotes(activity, imported).at(-1)).toBe('Imported Sat, Mar 7, 5:30 PM PT')
  })
})

describe('sources', () => {
  const at = (start: string) => {
    const state = initialState(calls)
    return { ...state, filters: { ...state.filters, dateRange: { preset: 'custom' as const, start, end: start } } }
  }

  it('are requested when none are loaded or the period starts over 90 days from now', () => {
    expect(shouldRefetchSources(calls, at('2026-03-01'), 0, '2026-03-08')).toBe(true)
    expect(shouldRefetchSources(calls, at('2026-03-01'), 5, '2026-03-08')).toBe(false)
    expect(shouldRefetchSources(calls, at('2025-12-08'), 5, '2026-03-08')).toBe(false)
    expect(shouldRefetchSources(calls, at('2025-12-07'), 5, '2026-03-08')).toBe(true)
  })

  it('are not requested by a report without a source filter', () => {
    expect(shouldRefetchSources(activity, at('2020-01-01'), 0, '2026-03-08')).toBe(false)
  })
})

describe('file names', () => {
  it.each([
    ['attachment; filename="activity.csv"', 'activity.csv'],
    ['attachment; filename="a.csv"; filename*=UTF-8\'\'Activit%C3%A9.csv', 'Activité.csv'],
    ['attachment', null],
    [null, null],
  ])('%j is %j', (header, name) => expect(fileNameFrom(header)).toBe(name))
})

describe('a file being downloaded', () => {
  const coming = (parts: string[], headers: Record<string, string>, end: 'whole' | 'broken' = 'whole') =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const part = parts.shift()
          if (part !== undefined) controller.enqueue(new TextEncoder().encode(part))
          else if (end === 'whole') controller.close()
          else controller.error(new TypeError('network error'))
        },
      }),
      { headers },
    )

  it('reports its progress by bytes or by rows', async () => {
    const shares: (number | null)[] = []
    const tell = (_received: number, share: number | null) => void shares.push(share)
    const rows = { 'content-type': 'text/csv; charset=utf-8', 'x-total-rows': '4' }
    const csv = await readWithProgress(coming(['a\r\n', 'b\r\nc\r\n', 'd\r\ne\r\n'], rows), tell)
    expect([await csv.text(), csv.type, shares.splice(0)]).toEqual([
      'a\r\nb\r\nc\r\nd\r\ne\r\n',
      'text/csv; charset=utf-8',
      [0.25, 0.75, 1],
    ])
    await readWithProgress(coming(['ab', 'cd'], { 'content-type': 'application/pdf', 'content-length': '4' }), tell)
    await readWithProgress(coming(['ab'], { 'content-type': 'application/pdf', 'x-total-rows': '4' }), tell)
    expect(shares).toEqual([0.5, 1, null])
  })

  it('is discarded when the download breaks off', async () => {
    await expect(readWithProgress(coming(['a\r\n'], {}, 'broken'), () => {})).rejects.toThrow(
      'The file broke off before its end. Please try again.',
    )
  })
})

describe('filter choices', () => {
  const property = {
    id: 1,
    name: 'Harbor View',
    address: '',
    owningManagerId: null,
    timeZone: 'UTC',
    leasingTeamId: 4,
    attributes: [],
  }
  const agent = { id: 9, agentId: 9, companyId: 1, propertyIds: [1, 3], name: 'Ada', isDeleted: false }

  it('offer only people of the report’s properties and call unknown values N/A', () => {
    const choices = buildFilterChoices({
      today: '2026-03-08',
      properties: [property],
      agents: [agent, { ...agent, agentId: 10, propertyIds: [2] }, { ...agent, agentId: 11, isDeleted: true }],
      sources: [{ id: 3, source: 'Website', parent: null, isPaid: false, attributes: [{ key: 'Type', value: 'Own' }] }],
    })
    expect(choices.agents).toEqual([{ value: 9, label: 'Ada', hint: 'Harbor View' }])
    expect(choices.sourceAttributes).toEqual([{ key: 'Type', value: 'Own' }])
    expect(choices.leasingTeams).toEqual([{ value: 4, label: 'Team 4' }])
    expect([choices.names.property(1), choices.names.property(5)]).toEqual(['Harbor View', 'N/A'])
  })
})

describe('today', () => {
  const zone = 'America/Los_Angeles'
  const evening = Date.parse('2026-03-08T06:30:00Z')

  it('changes at the company’s midnight, from the day the server named', () => {
    expect(todaySince('2026-03-07', evening, evening + 60 * 60_000, zone)).toBe('2026-03-07')
    expect(todaySince('2026-03-07', evening, evening + 90 * 60_000, zone)).toBe('2026-03-08')
    expect(todaySince('2026-05-01', evening, evening + 90 * 60_000, zone)).toBe('2026-05-02')
  })
})

describe('hidden columns', () => {
  const { shows } = activity.columns
  if (!shows) throw new Error('Activity has no column of that name.')
  const renamed = { ...activity, columns: { ...activity.columns, shows: { ...shows, formerNames: ['homesShown'] } } }

  it('stay hidden after a column is renamed', () => {
    expect(readHiddenColumns(renamed, '["homesShown","visits","agent"]')).toEqual(['shows', 'visits', 'agent'])
  })

  it.each([null, 'null', '{}', '[', '"visits"'])('are the report’s own choice where %s is stored', (stored) => {
    expect(readHiddenColumns(renamed, stored)).toBeNull()
  })
})

describe('the scope', () => {
  const names = {
    property: (id: number) => ['', 'Harbor View', 'Oak Court', 'The Foundry'][id] ?? '',
    agent: String,
    attribute: String,
    today: '2026-03-15',
  }
  const scope = { propertyIds: [1, 2], lastProperty: null, period: { preset: 'last_month' } }
  const note = (key: string, of: Partial<typeof scope> = {}, available = new Set([1, 2, 3])) => {
    const report = reportByKey(key)
    if (!report) throw new Error(`There is no report ${key}.`)
    return scopeNote(report, { ...scope, ...of }, available, names)
  }

  it('is followed by every report, or the report says why not', () => {
    for (const report of reports) {
      const { properties, dates } = report.lockedScope ?? {}
      expect(typeof propertyControl(report) === 'string', report.key).toBe(properties === undefined)
      expect(typeof dateControl(report) === 'string', report.key).toBe(dates === undefined)
      const followed = propertyControl(report) === 'propertyIds' && dateControl(report) === 'dateRange'
      expect(note(report.key) === '', report.key).toBe(followed)
    }
  })

  it('is stated where it is followed in part', () => {
    expect(note('response-time')).toBe(
      'This report covers all your properties, not only Harbor View and Oak Court. Your dates, Last month, don’t apply here.',
    )
    expect(note('craigslist', { propertyIds: [1, 2, 3, 4], period: { preset: 'last_7_days' } })).toBe(
      'This report covers all your properties, not only the 4 properties you selected.',
    )
    expect(note('response-time', { propertyIds: [], period: { preset: 'last_7_days' } })).toBe('')
    expect(note('occupancy')).toBe('Your dates, Last month, don’t apply here.')
    expect(note('boxscore')).toBe('Boxscore shows one property at a time.')
    expect(note('boxscore', { propertyIds: [2] })).toBe('')
    expect(note('activity', {}, new Set([1]))).toBe('Oak Court isn’t part of this report.')
    expect(note('activity', {}, new Set([3]))).toBe(
      'Harbor View and Oak Court aren’t part of this report. It covers your other properties.',
    )
  })

  it('is what a link says, without properties that the user doesn’t have', () => {
    const said = (property_ids: string) => unknownNote(readAddress(activity, { property_ids }), new Set([1, 2, 3]))
    expect(said('1,2')).toBe('')
    expect(said('1,4711')).toBe('Property 4711 of this link doesn’t exist, or you don’t have access to it.')
    expect(said('8,9')).toBe(
      'Properties 8 and 9 of this link don’t exist, or you don’t have access to them. All your properties are shown instead.',
    )
  })

  it('shows the dates a report has instead', () => {
    const shown = (key: string) => lockedDates(reportByKey(key) ?? activity, '2026-03-15')
    expect(shown('occupancy')).toBe('Today, Mar 15')
    expect(shown('engagement')).toBe('Last 7 days: Mar 8 – 14')
    expect(shown('ad-spend')).toBe('Last 12 months: Mar 1, 2025 – Feb 28, 2026')
  })
})

describe('a page', () => {
  it('has one of six shapes, and says its answer', () => {
    for (const { key, shape, answer } of reports) {
      expect(shape, key).toMatch(/^(brief|rank|service|flow|homes|list)$/)
      expect(answer ?? [], key).not.toEqual([])
    }
  })
})
