import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { idVerification } from './report'

// Visits of March 8–14: Ann (Alice; her ID was scanned and valid) and Max (Ben) at Harbor Point; Fay (Carla), Gus (no agent's)
// and Kai (Carla; his scan failed) at Sunset Terrace. The week before: Cleo (Alice). Dora is no prospect, Eli deleted.

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, idVerification)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('ID Verification', () => {
  it('counts visits and scans by property and agent', async () => {
    const { rows, total, priorRows, priorTotal } = await run()
    expect(rows.map(({ key }) => key)).toEqual([
      'property:11',
      'property:11/agent:101',
      'property:11/agent:102',
      'property:12',
      'property:12/agent:103',
      'property:12/agent:0',
    ])
    expect(row(rows, 'property:11')).toEqual({ visits: 2, visitsWithScan: 1, validScans: 1 })
    expect(row(rows, 'property:11/agent:101')).toEqual({ visits: 1, visitsWithScan: 1, validScans: 1 })
    expect(row(rows, 'property:11/agent:102')).toEqual({ visits: 1 })
    expect(row(rows, 'property:12')).toEqual({ visits: 3, visitsWithScan: 1, invalidScans: 1 })
    expect(row(rows, 'property:12/agent:103')).toEqual({ visits: 2, visitsWithScan: 1, invalidScans: 1 })
    expect(row(rows, 'property:12/agent:0')).toEqual({ visits: 1 })
    expect(total).toMatchObject({ visits: 5, visitsWithScan: 2, visitsWithScanRatio: 0.4, validIDRatio: 0.5 })
    expect(row(priorRows, 'property:11')).toEqual({ visits: 1 })
    expect(priorTotal).toMatchObject({ visits: 1, visitsWithScan: 0, validIDRatio: null })
  })

  it('estimates the cost of unseen IDs: 5% of 5,000 dollars a visit by default', async () => {
    const costs = async (params: Record<string, string> = {}) => {
      const { rows, total, priorTotal } = await run(params)
      return [...rows.map(({ fraudExposure }) => fraudExposure), total.fraudExposure, priorTotal?.fraudExposure]
    }
    // Max; Fay and Gus; Cleo before.
    expect(await costs()).toEqual([250, 0, 250, 500, 250, 250, 750, 250])
    expect(await costs({ average_fraud_rate: '0.1', average_fraud_cost: '1000' })).toEqual([
      100, 0, 100, 200, 100, 100, 300, 100,
    ])
    expect((await run()).notes).toEqual([
      expect.stringMatching(/^Fraud exposure assumes that 5\.0\s?% of visits .* and that one costs \$5,000\.$/),
    ])
  })

  it('lists the ids of what it counts in every agent’s row', async () => {
    const { rows } = await run()
    expect(rows.map((one) => [one.key, one.visitsIds, one.invalidScansIds])).toEqual([
      ['property:11', undefined, undefined],
      ['property:11/agent:101', [7501], []],
      ['property:11/agent:102', [7506], []],
      ['property:12', undefined, undefined],
      ['property:12/agent:103', [7503, 7505], [7505]],
      ['property:12/agent:0', [7504], []],
    ])
    const opened = await store
      .engineAt(fixtureCompany.now)
      .runReport(idVerification, stateFrom(idVerification), viewer('manager', 201), { parent: 'property:11' })
    expect(opened.rows.map(({ validScansIds }) => validScansIds)).toEqual([[7501], []])
  })

  it('lists the people behind every number', async () => {
    expect(await names('invalidScans', null)).toEqual(['Kai Klein'])
    await checkLists()
  })

  it('includes only properties that use the tour app', async () => {
    const property = fixtureCompany.properties.find(({ id }) => id === 12)
    if (!property) throw new Error('The fixture company has no Sunset Terrace.')
    await store.load({ properties: [{ ...property, products: ['call-intel'] }] })
    const { rows, total } = await run()
    expect(rows.map(({ propertyId }) => propertyId)).toEqual([11, 11, 11])
    expect(total.visits).toBe(2)
  })
})
