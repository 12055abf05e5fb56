import { expect, it } from 'vitest'
import { recordTypes } from '../records/recordTypes'
import { measureOf } from './measures'
import { planScans } from './scanQuery'

it('counts in one statement what is of the same rows, also where lists say different things of them', () => {
  const named = (label: string, rows?: string) => measureOf({ ...recordTypes.visits, label, ...(rows && { rows }) })
  const scansOf = (...measures: ReturnType<typeof measureOf>[]) =>
    planScans(Object.fromEntries(measures.map((one, index) => [`c${index}`, one])), { byCreated: false }).map(
      ({ measures }) => measures.map(({ column }) => column),
    )
  const visit = named('Visit')
  expect(scansOf(visit, visit.where`unit_shown`, named('Other visit'))).toEqual([['c0', 'c1'], ['c2']])
  expect(scansOf(named('Visit', 'a'), named('Lease', 'a'), named('Visit', 'b'))).toEqual([['c0', 'c1'], ['c2']])
})
