import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import { fixtureCompany, sampleCompanies } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { prepareContent } from '../start/sample'
import { testSettings } from '../testing/server'
import { refuseBesideSample } from './besideSample'
import { installationContent } from './content'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterEach(() => store.clear())
afterAll(() => store.close())

const progress = { show: () => undefined, end: () => undefined }
const sample = sampleCompanies.map(({ id, name }) => ({ id, name, time_zone: 'America/New_York' }))
const own = { companies: fixtureCompany.companies ?? [] }
const companies = { companyId: 1, entity: 'companies', source: 'api' }

test('an installation of one’s own does not start on the sample, and says what to do', async () => {
  await store.load({ companies: sample })
  expect(await installationContent(store.facts)).toBe('sample')
  await expect(
    prepareContent(store.facts, testSettings({ SAMPLE: 'off', CRM_STAND_IN: 'on' }), progress),
  ).rejects.toThrow(/holds the sample portfolio.*npm run own/)
})

test('companies can’t be imported beside the sample; everything else of the sample’s companies can', async () => {
  await store.load({ companies: sample })
  await expect(refuseBesideSample(store.facts, companies)).rejects.toThrow(/must not mix/)
  await expect(refuseBesideSample(store.facts, { ...companies, entity: 'prospects' })).resolves.toBeUndefined()
})

test('the sample is not loaded beside other records, and one company that is not the sample’s makes it one’s own', async () => {
  await store.load(own)
  expect(await prepareContent(store.facts, testSettings({ SAMPLE: 'on' }), progress)).toBe('own')
  await store.load({
    companies: sample.filter(
      ({ id }) =>
        !own.companies.some((company) => Object.entries(company).some(([key, value]) => key === 'id' && value === id)),
    ),
  })
  expect(await installationContent(store.facts)).toBe('own')
  await expect(refuseBesideSample(store.facts, companies)).resolves.toBeUndefined()
})
