import { parseState, type ReportDefinition } from '@leaselight/model'
import { reportByKey, reports } from '@leaselight/reports'
import { describe, expect, it } from 'vitest'
import { gatedProperties } from '../state/access'
import { stringifySearch } from '../state/address'
import { createPreferences } from '../state/preferences'
import { initialProperties } from '../state/properties'
import { memoryStorage } from '../testing'
import { findTargets, suggestTarget } from './find'
import { otherWordsOf } from './synonyms'
import { buildTargets, type OmnibarData } from './targets'

const named = (key: string): ReportDefinition => {
  const report = reportByKey(key)
  if (!report) throw new Error(`There is no report ${key}.`)
  return report
}
const property = (id: number, name: string) => ({
  id,
  name,
  address: '',
  owningManagerId: null,
  timeZone: 'UTC',
  leasingTeamId: null,
  attributes: [],
})
const properties = [property(11, 'Harbor Point'), property(12, 'Sunset Terrace')]
const memory = createPreferences(memoryStorage())
const known = (more: Partial<OmnibarData> = {}): OmnibarData => ({
  reports,
  access: {
    unknown: [],
    // Every flag of the register that is asked for below; the others are off.
    flags: { activity_report: true } as OmnibarData['access']['flags'],
    properties: gatedProperties({ ...initialProperties.lists, properties, callTranscriptGatedProperties: properties }),
  },
  currentReport: null,
  openingState: (report) => memory.restore(report, new Set([11, 12])),
  properties,
  propertiesForReport: () => properties,
  agents: [
    { id: 1, agentId: 101, companyId: 1, propertyIds: [11], name: 'Fay Fox', isDeleted: false },
    { id: 2, agentId: 102, companyId: 1, propertyIds: [11], name: 'Faye Gone', isDeleted: true },
  ],
  sources: [{ id: 1, source: 'Zillow', parent: null, isPaid: true, attributes: [] }],
  attributes: [{ group: 'Region', value: 'West' }],
  saved: [{ id: 7, name: 'Monday morning', title: 'Calls', address: '/calls?preset=last_14_days&view_as=PERCENTAGE' }],
  ...more,
})
/** Everything is switched on, at every property. */
const everywhere: OmnibarData['access'] = {
  unknown: [],
  flags: { activity_report: true, call_intelligence_agent_attribution: true } as OmnibarData['access']['flags'],
  properties: gatedProperties({
    ...initialProperties.lists,
    properties,
    callIntelGatedProperties: properties,
    callTranscriptGatedProperties: properties,
  }),
}
const find = (typed: string, more: Partial<OmnibarData> = {}) => findTargets(buildTargets(known(more)), typed)
const addressOf = (target: ReturnType<typeof find>[number] | undefined) =>
  target && target.path + stringifySearch(target.search())

describe('the omnibar', () => {
  it('shows reports and what one saved before anything is typed', () => {
    const kinds = new Set(find('').map(({ kind }) => kind))
    expect([...kinds]).toEqual(['Reports', 'Saved reports'])
  })

  it('finds by any words, in any order and case, the best first', () => {
    expect(find('calls')[0]).toMatchObject({ kind: 'Reports', label: 'Calls' })
    expect(find('LOG call')[0]?.label).toBe('Call Log')
    expect(find('sunset').map(({ label }) => label)).toEqual(['Sunset Terrace'])
    expect(find('zíllow')[0]?.label).toBe('Zillow')
    expect(find('pick up').map(({ label }) => label)).toContain('Calls')
    expect(find('no such thing')).toEqual([])
  })

  it('knows what else the trade calls the main numbers of every report', () => {
    const unknown = reports.flatMap(({ key, tiles, columns }) =>
      tiles.filter((tile) => columns[tile] && otherWordsOf(columns[tile]).length === 0).map((tile) => `${key} ${tile}`),
    )
    expect(unknown).toEqual([])
    expect(find('showings').map(({ label }) => label)).toContain('Visits')
    expect(find('empty').map(({ label }) => label)).toContain('To rent')
    expect(find('slow').map(({ hint }) => hint)).toContain('Response Time')
  })

  it('finds single numbers of every report that is open', () => {
    const rates = find('show rate').filter(({ kind }) => kind === 'Numbers')
    expect(rates.map(({ label, hint }) => [label, hint])).toContainEqual(['Show rate', 'Appointments'])
    for (const target of buildTargets(known()))
      if (target.kind === 'Numbers' || target.kind === 'Reports') expect(target.hint).not.toBe('Attributions')
  })

  it('leads with the filter set: on the report at hand where it takes it, else on the nearest that does', () => {
    const calls = named('calls')
    const here = { report: calls, state: parseState(calls, { preset: 'last_30_days' }, 'screen') }
    expect(addressOf(find('sunset', { currentReport: here })[0])).toBe('/calls?preset=last_30_days&property_ids=12')
    expect(addressOf(find('zillow', { currentReport: here })[0])).toBe(
      '/calls?preset=last_30_days&property_ids=-1&sources=Zillow',
    )
    // Calls can't be filtered by agents.
    const fay = find('fay', { currentReport: here })
    expect(fay.map(({ label, hint }) => [label, hint])).toEqual([['Fay Fox', 'Harbor Point, in Conversions']])
    expect(addressOf(fay[0])).toContain('agent_ids=101')
    // Activity can't either; what follows leads is nearer to it than calls are.
    const activity = named('activity')
    const leads = { report: activity, state: parseState(activity, {}, 'screen') }
    expect(find('fay', { currentReport: leads, access: everywhere })[0]?.hint).toBe('Harbor Point, in Conversions')
    expect(find('fay', { access: everywhere })[0]?.hint).toBe('Harbor Point, in Conversions')
    const scored = find('fay', { currentReport: { ...here, report: named('call-log') }, access: everywhere })
    expect(scored[0]?.hint).toBe('Harbor Point, in Call intelligence: agents')
    const boxscore = named('boxscore')
    const single = { report: boxscore, state: parseState(boxscore, {}, 'screen') }
    expect(addressOf(find('harbor', { currentReport: single })[0])).toContain(
      '/boxscore?view=leasing&preset=last_7_days&property=11',
    )
    expect(addressOf(find('monday')[0])).toBe('/calls?preset=last_14_days&view_as=PERCENTAGE')
  })

  it('knows the words that people use, and forgives slips', () => {
    const labels = (typed: string) => find(typed).map(({ label }) => label)
    expect(find('slow').map(({ label, hint }) => [label, hint])).toContainEqual(['Median', 'Response Time'])
    expect(labels('tours')).toContain('Visits')
    expect(labels('sunst terace')).toEqual(['Sunset Terrace'])
    expect(labels('zilow')).toContain('Zillow')
    // A slip counts only where nothing matches as it is typed.
    expect(labels('call log')[0]).toBe('Call Log')
    expect(find('region west')).toMatchObject([{ kind: 'Attributes', label: 'Region: West' }])
    expect(suggestTarget(buildTargets(known()), 'sunset palace')?.label).toBe('Sunset Terrace')
    expect(suggestTarget(buildTargets(known()), 'qqqqqqq')).toBeUndefined()
  })

  it('has one row for each meaning, with the other places under it', () => {
    const rows = buildTargets(known()).filter(({ kind, label }) => kind === 'Numbers' && label === 'Prospects')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.others?.length).toBeGreaterThan(0)
  })

  it('leads nowhere that is closed', () => {
    const closed = known({ access: { ...known().access, properties: [] } })
    // One’s own pages have no report’s gate.
    expect([...new Set(buildTargets(closed).map(({ kind }) => kind))]).toEqual(['Pages', 'Saved reports'])
  })
})
