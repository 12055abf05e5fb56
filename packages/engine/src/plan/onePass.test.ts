import { expect, test } from 'vitest'
import { recordTypes, unitLeases } from '../records/recordTypes'
import { ownConditions } from './joinedRecords'
import { measureOf } from './measures'
import { inOnePass } from './onePass'
import { planScans } from './scanQuery'
import { raw, render } from './sql'

const leases = measureOf(unitLeases)
const planned = (measures: Parameters<typeof planScans>[0], byCreated = false) =>
  inOnePass(planScans(measures, { byCreated })).map(({ day, passDays, measures: of }) => ({
    day,
    passDays,
    columns: of.map(({ column }) => column),
  }))

test('leases by several of their days are counted in one pass', () => {
  const measures = { signed: leases, moveIns: leases.on('moved_in_on'), moveOuts: leases.on('moved_out_on') }
  expect(planned(measures)).toEqual([
    {
      day: 'pass_day',
      passDays: ['signed_day', 'moved_in_on', 'moved_out_on'],
      columns: ['signed', 'moveIns', 'moveOuts'],
    },
  ])
})

test('leases by one of their days are read by it', () => {
  expect(
    planned({ moveIns: leases.on('moved_in_on'), renewals: leases.where`kind = 'renewal'`.on('moved_in_on') }),
  ).toEqual([{ day: 'moved_in_on', passDays: undefined, columns: ['moveIns', 'renewals'] }])
})

test('a table that is read by its day has a scan for each', () => {
  const signed = measureOf(recordTypes.leases)
  expect(planned({ signed, moveIns: signed.on('moved_in_on') })).toHaveLength(2)
})

test('a lease with none of its days in a period is left out before it is repeated for each', () => {
  const range = { start: '2026-06-01', end: '2026-06-07' }
  const context = { companyId: 1, propertyIds: [10], nonProspects: false, current: range, prior: null }
  const [pass] = inOnePass(planScans({ signed: leases, moveIns: leases.on('moved_in_on') }, { byCreated: false }))
  const { text } = render(pass ? ownConditions(pass, context) : raw(''))
  for (const day of ['signed_day', 'moved_in_on', 'pass_day']) expect(text).toContain(`${day} BETWEEN`)
})
