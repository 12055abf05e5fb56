import { expect, test, vi } from 'vitest'
import { Admission } from './admission'

const limits = { running: 1, waiting: 5, waitMs: 1_000, perUser: 5 }

test('runs questions in their order, also after one that failed, was called off or waited too long', async () => {
  vi.useFakeTimers()
  const admission = new Admission(limits)
  const done: string[] = []
  let finish = () => {}
  const slow = admission.run('a', undefined, () => new Promise<void>((resolve) => (finish = resolve)))
  const ask = (name: string, signal?: AbortSignal) =>
    admission.run(name, signal, async () => {
      done.push(name)
      if (name === 'fails') throw new Error('It failed.')
    })
  const late = ask('late').catch(({ status }) => status)
  await vi.advanceTimersByTimeAsync(999)
  const leaving = new AbortController()
  const left = ask('left', leaving.signal).catch(({ name }) => name)
  const failed = ask('fails').catch(({ message }) => message)
  const last = ask('last')
  leaving.abort()
  await vi.advanceTimersByTimeAsync(1)
  expect([await late, await left]).toEqual([503, 'QueryCancelled'])
  finish()
  expect(await failed).toBe('It failed.')
  await Promise.all([slow, last])
  expect(done).toEqual(['fails', 'last'])
  vi.useRealTimers()
})
