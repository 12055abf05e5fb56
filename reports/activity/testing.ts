import type { ReportResult, Viewer } from '@leaselight/model'
import { fixtureCompany } from '@leaselight/sample'
import { nonZeroCounts, stateFrom, type TestStore, viewer } from '../testing'
import { activity } from './report'

// The people of the fixture company, whom the tests of this report count by hand. The period is March 8–14, the prior one
// March 1–7 ("last 7 days" of `now`). A count that an expectation does not name is 0.
//
// By the day they were created in their own property's zone:
//   Harbor Point (11)    current: Ann 9th and Ivan 8th (Alice); Bob 10th, Dora 11th (no prospect) and Lena 8th (Ben)
//                        prior: Cleo 3rd (Alice), Fay 7th (Ben); before both: Max; deleted: Eli
//   Sunset Terrace (12)  current: Gus 10th (no agent's), Kai 12th (Carla); prior: Hana 7th 23:30 (Carla), Jade 4th (Dan)

export const maria = viewer('manager', 201)

/** Runs the report with all its rows. */
export const runActivity = (
  store: TestStore,
  params: Record<string, string> = {},
  who: Viewer = maria,
): Promise<ReportResult> =>
  store.engineAt(fixtureCompany.now).runReport(activity, stateFrom(activity, params), who, { depth: 'all' })

/** The counts of a row that aren't 0. */
export const row = (rows: ReportResult['rows'], key: string) =>
  nonZeroCounts(
    activity,
    rows.find((one) => one.key === key),
  )

export const names = (result: ReportResult) => result.rows.map((one) => [one.key, one.property, one.agent ?? null])
