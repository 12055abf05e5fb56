import { entityNames } from '@leaselight/contract'
import { factsWith } from '@leaselight/facts/testing'
import { tempState } from '@leaselight/state/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { buildServer } from '../server'
import { sampleFacts, testSettings } from '../testing/server'

afterEach(() => {
  vi.useRealTimers()
})

test('a server has what earlier processes left in pieces merged after a quiet minute', async () => {
  const store = await sampleFacts()
  const state = await tempState()
  const merged = new Set<string>()
  const facts = factsWith(store.facts, {
    tidy: async (sql) => {
      merged.add(/^OPTIMIZE TABLE (.+) FINAL/.exec(sql)?.[1] ?? sql)
    },
  })
  // Whatever else waits goes on by itself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const app = await buildServer(testSettings(), { facts, state })
  expect(merged.size).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([...merged]).toEqual(
    expect.arrayContaining([...entityNames, 'prospect_marks', "record_keys PARTITION 'calls'", 'call_lines']),
  )
  await app.close()
  await state.close()
  await store.close()
})
