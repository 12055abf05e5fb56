import type { Steps } from '@leaselight/model'
import { expect, it } from 'vitest'
import { inTurns } from './inTurns'

/** Steps of four milliseconds each by a clock that only they move. */
function fourEach(count: number) {
  let now = 0
  const turns: number[] = []
  function* work(): Steps<string> {
    for (let step = 0; step < count; step++) {
      now += 4
      yield
    }
    return 'done'
  }
  const next = async () => turns.push(now)
  return { work: work(), turns, clock: { now: () => now, next } }
}

it('lets others run after each turn, and not after each step', async () => {
  const { work, turns, clock } = fourEach(10)
  expect(await inTurns(work, undefined, clock)).toBe('done')
  expect(turns).toEqual([12, 24, 36])
})

it('takes work shorter than a turn in one go', async () => {
  const { work, turns, clock } = fourEach(2)
  expect(await inTurns(work, undefined, clock)).toBe('done')
  expect(turns).toEqual([])
})

it('stops between two turns once nobody wants the result', async () => {
  const { work, clock } = fourEach(100)
  const stop = new AbortController()
  const leave = { ...clock, next: async () => stop.abort(new Error('nobody waits')) }
  await expect(inTurns(work, stop.signal, leave)).rejects.toThrow('nobody waits')
  expect(clock.now()).toBe(12)
})
