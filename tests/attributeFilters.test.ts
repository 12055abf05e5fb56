import { activeFilters, allowedFilters, barFilters } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { boxscore, calls } from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Calls of March 8–14: 6 at Harbor Point (team 51, Region East, Class A), 3 at Sunset Terrace (team 52, West, B). By
// source: 3 of the Website (Type Own), 2 of Apartments.com (ILS), 1 Drive By (no type), 3 of none.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const maria = viewer('manager', 201)
const engine = () => store.engineAt(fixtureCompany.now)
const count = async (params: Record<string, string>): Promise<number> => {
  const everyone = stateFrom(calls, { caller_type: 'ALL', ...params })
  const { total } = await engine().runReport(calls, everyone, maria)
  return Number(total.totalCalls)
}

describe('properties in other words', () => {
  it.each([
    [{ properties_by_attributes: 'Region:East' }, 6],
    [{ properties_by_attributes: 'Region:West|East' }, 9],
    [{ properties_by_attributes: 'Region:West,Class:B' }, 3],
    // With several attributes, all must match.
    [{ properties_by_attributes: 'Region:West,Class:A' }, 0],
    [{ properties_by_attributes: 'Region:North' }, 0],
    [{ leasing_teams: '52' }, 3],
    [{ leasing_teams: '51,52' }, 9],
    [{ leasing_teams: '99' }, 0],
    [{ leasing_teams: '52', property_ids: '11' }, 0],
  ])('%j', async (params, number) => expect(await count(params)).toBe(number))

  it('by the ids of attributes, any of which is enough', async () => {
    const { attributes } = await engine().companyContext(maria)
    const idOf = (value: string) => attributes.find((one) => one.value === value)?.id
    expect(await count({ property_attribute_ids: `${idOf('East')}` })).toBe(6)
    expect(await count({ property_attribute_ids: `${idOf('West')}` })).toBe(3)
    expect(await count({ property_attribute_ids: `${idOf('West')},${idOf('A')}` })).toBe(9)
  })
})

describe('sources in other words', () => {
  it.each([
    [{ sources_by_attributes: 'Type:Own' }, 3],
    [{ sources_by_attributes: 'Type:ILS|Own' }, 5],
    [{ sources_by_attributes: 'Type:Classifieds' }, 0],
    [{ sources_by_attributes: 'Nothing:Own' }, 0],
    [{ sources_by_attributes: 'Type:Own', sources: 'Apartments.com' }, 0],
  ])('%j', async (params, number) => expect(await count(params)).toBe(number))
})

it('are allowed wherever the things themselves can be chosen, and nowhere else', () => {
  for (const report of reports) {
    const allowed = allowedFilters(report)
    const properties = allowed.includes('propertyIds')
    for (const key of ['propertiesByAttributes', 'propertyAttributeIds', 'leasingTeams'] as const)
      expect(allowed.includes(key), `${report.key} ${key}`).toBe(properties)
    expect(allowed.includes('sourcesByAttributes'), report.key).toBe(allowed.includes('sources'))
  }
  expect(() => stateFrom(boxscore, { leasing_teams: '51' })).toThrow("Boxscore can't be filtered by leasing_teams.")
})

it('stand in the filter bar when somebody set them', () => {
  const bar = (params: Record<string, string>) => barFilters(calls, activeFilters(calls, stateFrom(calls, params)))
  expect(bar({})).not.toContain('leasingTeams')
  expect(bar({ leasing_teams: '51' })).toContain('leasingTeams')
  expect(bar({ leasing_teams: '51' })).not.toContain('sourcesByAttributes')
  expect(bar({})).toEqual(expect.arrayContaining(['propertyIds', 'sources', 'groupByKey']))
})
