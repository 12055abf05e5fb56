import { expect, it } from 'vitest'
import { brokenOrders } from './gaps'

const order = { field: 'ended_at', after: 'started_at', effect: 'It ends before it starts.' }
const isBroken = (started_at: string, ended_at: string) => brokenOrders([order], { started_at, ended_at }).length === 1

it('finds an end before its start in every form that an import takes', () => {
  const start = '2026-03-01T12:00:00Z'
  for (const earlier of ['2026-03-01T11:59Z', '2026-03-01T13:59:59+02', '2026-03-01T06:59:59,5-0500'])
    expect([earlier, isBroken(start, earlier), isBroken(earlier, start)]).toEqual([earlier, true, false])
  expect(isBroken('2026-03-02', '2026-03-01')).toBe(true)
  expect(isBroken('2026-03-01', '2026-03-01')).toBe(false)
})

it('finds nothing where one of the two is missing', () => {
  expect(brokenOrders([order], { ended_at: '2026-03-01T12:00:00Z' })).toEqual([])
  expect(brokenOrders([order], { started_at: '2026-03-01T12:00:00Z' })).toEqual([])
})
