import type { DatedFixture } from '../contract'
import * as calls from './calls'
import * as contacts from './contacts'
import * as homes from './homes'
import * as people from './people'
import * as prospects from './prospects'
import * as visits from './visits'

export { otherCompany } from './other'

/**
 * Two properties, four agents and thirteen people with a story each, over two weeks round a clock change: small enough to
 * count by hand. The stories and the counts stand beside the records.
 */
export const fixtureCompany: DatedFixture = { ...people, ...prospects, ...contacts, ...calls, ...visits, ...homes }
