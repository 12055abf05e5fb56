import { ReferenceData } from './referenceData'

/** Two properties of one company in different time zones, and a removed one. */
export const testReferenceData = new ReferenceData({
  properties: [
    { id: 11, companyId: 1, zone: 'America/New_York', isRemoved: false },
    { id: 12, companyId: 1, zone: 'America/Los_Angeles', isRemoved: false },
    { id: 13, companyId: 1, zone: 'America/New_York', isRemoved: true },
  ],
  sources: [{ companyId: 1, name: 'Zillow' }],
  units: [{ propertyId: 11, name: '4B', id: 501 }],
})
