import { allowedFilters, defineReport, initialState, pastPresets, type ReportState } from '@leaselight/model'
import { reportByKey, reports } from '@leaselight/reports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storageKeys } from '../session/storage'
import { memoryStorage } from '../testing'
import { accessDenial, buildNavigation, gatedProperties, pinnedReports } from './access'
import { addressParams, hasNoReportState, parseSearch, readAddress, stringifySearch } from './address'
import { createPreferences } from './preferences'
import { initialProperties } from './properties'
import { changedFilterCount, type ReportAction, reportReducer } from './reportState'
import { shownState } from './scope'
import { viewTabs } from './viewTabs'

const named = (key: string) => {
  const report = reportByKey(key)
  if (!report) throw new Error(`no report ${key}`)
  return report
}
// Some reports that stay, so that a new one changes no expectation here.
const some = ['activity', 'calls', 'occupancy'].map(named)
const activity = named('activity')
const calls = named('calls')
const occupancy = named('occupancy')
const responseTime = named('response-time')
const single = named('boxscore')
const changed = (report: typeof activity, filters: Partial<ReportState['filters']>) =>
  reportReducer(report, initialState(report), { type: 'update', filters })
const everything = new Set([1, 2, 3])

describe('addresses', () => {
  it('keep texts as texts, whatever they look like', () => {
    const search = { a: '1e5', b: '12345678901234567890', c: 'true', d: 'a b&c=d', e: '1,2' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
    expect(stringifySearch({ property_ids: '1,2' })).toBe('?property_ids=1,2')
    expect(parseSearch('?a=1&a=2')).toEqual({ a: '1' })
  })

  it('bring every state back as it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(pastPresets)),
        fc.uniqueArray(fc.integer({ min: 1, max: 9 })),
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' })),
        fc.boolean(),
        (preset, propertyIds, sources, includeNonProspects) => {
          for (const report of reports) {
            const known = preset as keyof typeof pastPresets
            const state = changed(report, { dateRange: { preset: known }, propertyIds, sources, includeNonProspects })
            const written = addressParams(report, state)
            const back = readAddress(report, parseSearch(stringifySearch(written)))
            expect(addressParams(report, back)).toEqual(written)
          }
        },
      ),
    )
  })

  it('are never bare once written, so that a link means the same to everyone', () => {
    for (const report of reports) {
      expect(hasNoReportState(report, {})).toBe(true)
      expect(hasNoReportState(report, { utm_source: 'mail' })).toBe(true)
      // A report that allows no filter has nothing to recall, so its bare address is all there is to say.
      const lasting = ['dateRange', 'dateRangeFuture', 'propertyIds'] as const
      const written = addressParams(report, initialState(report))
      expect(hasNoReportState(report, written)).toBe(!lasting.some((key) => allowedFilters(report).includes(key)))
    }
    expect(hasNoReportState(activity, { view: 'created' })).toBe(false)
  })
})

describe('the state of a report', () => {
  it('is set, merged, switched and reset', () => {
    const touched = changed(activity, { propertyIds: [1], includeNonProspects: true })
    expect(changedFilterCount(activity, touched)).toBe(2)
    expect(touched.filters.dateRange).toEqual({ preset: 'last_7_days' })
    expect(reportReducer(activity, touched, { type: 'set', state: touched })).toBe(touched)
    expect(changedFilterCount(activity, reportReducer(activity, touched, { type: 'reset' }))).toBe(0)
    expect(reportReducer(activity, touched, { type: 'switch', key: 'kind', value: 'x' }).switches).toEqual({
      kind: 'x',
    })
  })

  it('takes no unknown action', () => {
    // An action the types do not know, as code without types could send it.
    const action = { type: 'burn' } as unknown as ReportAction
    expect(() => reportReducer(activity, changed(activity, {}), action)).toThrow('unhandled report action type')
  })
})

describe('memory', () => {
  const opened = (memory: ReturnType<typeof createPreferences>, report: typeof activity) =>
    memory.restore(report, everything).filters

  it('opens a report as it was left', () => {
    const memory = createPreferences(memoryStorage())
    const state = changed(activity, {
      dateRange: { preset: 'last_month' },
      propertyIds: [2],
      includeNonProspects: true,
    })
    memory.save(activity, state, everything)
    expect(memory.restore(activity, everything)).toEqual(state)
  })

  it('takes the scope and the way of viewing along to other reports, but not the grouping', () => {
    const memory = createPreferences(memoryStorage())
    const range = {
      preset: 'custom',
      start: '2026-03-02',
      end: '2026-03-07',
      prior: { start: '2026-02-02', end: '2026-02-07' },
    } as const
    memory.save(
      calls,
      changed(calls, { groupBy: 'hour', propertyIds: [3], viewAs: 'PERCENTAGE', dateRange: range }),
      everything,
    )
    expect(opened(memory, activity)).toMatchObject({ propertyIds: [3], dateRange: range })
    memory.save(activity, changed(activity, { propertyIds: [], dateRange: { preset: 'today' } }), everything)
    expect(opened(memory, calls)).toMatchObject({
      propertyIds: [],
      viewAs: 'PERCENTAGE',
      groupBy: 'property',
      dateRange: { preset: 'today' },
    })
  })

  it('a visit changes no other report: only what was chosen goes along', () => {
    for (const visited of reports) {
      const memory = createPreferences(memoryStorage())
      memory.save(visited, memory.restore(visited, everything), everything)
      for (const report of reports.filter((one) => one !== visited && !one.defaultFilters.includes('property')))
        expect(addressParams(report, memory.restore(report, everything)), `${report.key} after ${visited.key}`).toEqual(
          addressParams(report, initialState(report)),
        )
    }
  })

  it('a way of viewing that was taken back goes along no longer', () => {
    const [mta, attributions] = [named('multi-touch-attribution'), named('attributions')]
    const memory = createPreferences(memoryStorage())
    memory.save(mta, changed(mta, { viewBy: 'visit-conversion' }), everything)
    expect(opened(memory, attributions).viewBy).toBe('visit-conversion')
    memory.save(attributions, initialState(attributions), everything)
    expect(opened(memory, attributions).viewBy).toBe('lease-conversion')
  })

  it('a report that covers less of the scope leaves it as it is for the others', () => {
    const memory = createPreferences(memoryStorage())
    memory.save(calls, changed(calls, { propertyIds: [3, 9], dateRange: { preset: 'last_month' } }), new Set([1, 3, 9]))
    for (const [report, available] of [
      [activity, everything],
      [activity, new Set([1])],
      [occupancy, everything],
      [responseTime, everything],
    ] as const) {
      const state = memory.restore(report, available)
      expect(state.filters.propertyIds).toEqual(report === responseTime ? [] : [3].filter((id) => available.has(id)))
      memory.save(report, state, available)
    }
    expect(memory.restore(calls, new Set([1, 3, 9])).filters).toMatchObject({
      propertyIds: [3, 9],
      dateRange: { preset: 'last_month' },
    })
  })

  it('shows and remembers nothing of a property in a link that the user doesn’t have', () => {
    const memory = createPreferences(memoryStorage())
    const open = (report: typeof activity, search: Record<string, string>) => {
      const state = shownState(report, search, everything)
      memory.save(report, state, everything)
      return state.filters
    }
    expect(open(activity, { property_ids: '2,99999' }).propertyIds).toEqual([2])
    expect(opened(memory, calls).propertyIds).toEqual([2])
    expect(open(activity, { property_ids: '99999' }).propertyIds).toEqual([])
    expect(memory.scope().propertyIds).toEqual([])
    // The chart of a report about one property opens without one.
    expect(open(single, { property: '99999' }).property).toBe(-1)
    expect(memory.scope()).toMatchObject({ propertyIds: [], lastProperty: 2 })
  })

  it('opens a report about one property with the selected one; of several the last chosen, else the first', () => {
    const memory = createPreferences(memoryStorage())
    const shown = (available: ReadonlySet<number>) => memory.restore(single, available).filters.property
    expect(shown(new Set([7, 3]))).toBe(7)
    // Looking at a property that nobody chose selects nothing.
    memory.save(single, memory.restore(single, everything), everything)
    expect(opened(memory, activity).propertyIds).toEqual([])
    memory.save(activity, changed(activity, { propertyIds: [2] }), everything)
    expect(shown(everything)).toBe(2)
    memory.save(single, changed(single, { property: 3 }), everything)
    expect(opened(memory, activity).propertyIds).toEqual([3])
    memory.save(activity, changed(activity, { propertyIds: [2, 3] }), everything)
    expect([shown(everything), shown(new Set([1, 2])), shown(new Set([1])), shown(new Set())]).toEqual([3, 2, 1, -1])
    memory.save(activity, changed(activity, { propertyIds: [] }), everything)
    expect(shown(everything)).toBe(3)
    expect(opened(memory, activity).property).toBe(-1)
  })

  it.each(['', '{', 'null', '5', '[]', '{"preset":5,"property_ids":"x"}'])('survives %j in the storage', (text) => {
    const storage = memoryStorage({ [storageKeys.filters + activity.key]: text, [storageKeys.shared]: text })
    expect(createPreferences(storage).restore(activity, everything)).toEqual(initialState(activity))
  })
})

describe('access', () => {
  const list = (...ids: number[]) => ids.map((id) => ({ id, name: `Property ${id}` }))
  const access = (flags: Record<string, boolean>, lists: Partial<typeof initialProperties.lists>) => ({
    flags: flags as Parameters<typeof accessDenial>[1]['flags'],
    properties: gatedProperties({ ...initialProperties.lists, ...lists }),
    unknown: [],
  })

  it('puts the nine lists together again', () => {
    const lists = {
      ...initialProperties.lists,
      properties: list(1, 2),
      toursGatedProperties: list(2),
      callIntelStandaloneProperties: list(3),
    }
    expect(gatedProperties(lists).map(({ id, products }) => [id, products])).toEqual([
      [1, []],
      [2, ['tours']],
      [3, ['call-intel-standalone']],
    ])
  })

  it('hides what is switched off or has no property, and names the sections in their order', () => {
    const open = access({ activity_report: true }, { properties: list(1) })
    expect(accessDenial(activity, open)).toBeNull()
    expect(accessDenial(activity, access({}, { properties: list(1) }))).toBe('flag')
    expect(buildNavigation(some, open).map((item) => [item.section, item.reports.map((report) => report.key)])).toEqual(
      [
        ['Leads', ['activity', 'calls']],
        ['Leases', ['occupancy']],
      ],
    )
  })

  it('knows neither yes nor no of what could not be loaded', () => {
    const closed = access({}, {})
    expect(accessDenial(activity, { ...closed, unknown: ['company'] })).toBe('unknown')
    expect(accessDenial(activity, { ...closed, unknown: ['agents'] })).toBe('flag')
    const flagged = access({ activity_report: true }, {})
    expect(accessDenial(activity, { ...flagged, unknown: ['properties'] })).toBe('unknown')
    expect(accessDenial(activity, { ...flagged, unknown: ['company'] })).toBe('gate')
  })

  it('pins Insights, which is the start page, and Boxscore', () => {
    const open = access({}, { properties: list(1) })
    expect(pinnedReports(reports, open).map(({ path }) => path)).toEqual(['/insights', '/boxscore'])
    expect(pinnedReports(reports, access({}, {}))).toEqual([])
  })

  it('leaves only calls to whom only standalone properties are open', () => {
    const standalone = access({ activity_report: true }, { callIntelStandaloneProperties: list(1) })
    expect(accessDenial(activity, standalone)).toBe('gate')
    expect(buildNavigation(some, standalone).flatMap((item) => item.reports.map((report) => report.key))).toEqual([
      'calls',
    ])
  })

  it('gives reports of one path, and named views of one report, a tab each', () => {
    const event = named('activity-event')
    const state = changed(activity, { propertyIds: [11] })
    const tabs = viewTabs([activity, event], activity, state)
    expect(tabs.map(({ label, isCurrent }) => [label, isCurrent])).toEqual([
      ['By event', true],
      ['By created', false],
    ])
    // What else is set stays.
    expect(tabs.map(({ search }) => readAddress(activity, search).filters)).toEqual([
      state.filters,
      { ...state.filters, prospectsByCreateDate: true },
    ])
    const created = readAddress(activity, tabs[1]?.search ?? {})
    expect(viewTabs([activity], activity, created).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    // From another report of the path, a tab says which view it opens.
    expect(viewTabs([activity, event], event, initialState(event)).map(({ search }) => search)).toEqual([
      { prospects_by_create_date: 'false' },
      { prospects_by_create_date: 'true' },
    ])
  })

  it('shows one entry for reports that share a path, and one more for another section', () => {
    const twin = defineReport({ ...activity, key: 'twin', view: 'twin', flag: 'activity_report' })
    const elsewhere = defineReport({ ...twin, key: 'elsewhere', section: 'ai-reporting' })
    const open = access({ activity_report: true }, { properties: list(1) })
    const keys = buildNavigation([activity, twin, elsewhere], open).map((item) => item.reports.map(({ key }) => key))
    expect(keys).toEqual([['activity'], ['elsewhere']])
  })
})
