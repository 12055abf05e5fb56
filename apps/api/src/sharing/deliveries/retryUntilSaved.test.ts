import { StoreUnavailable } from '@leaselight/state'
import { expect, test, vi } from 'vitest'
import { retryUntilSaved } from './retryUntilSaved'

const unavailableFor = (times: number) => {
  let tried = 0
  return vi.fn(async () => {
    tried += 1
    if (tried <= times) throw new StoreUnavailable('away')
  })
}

test('retries until the store is back', async () => {
  const note = unavailableFor(50)
  await retryUntilSaved(note, () => false, 0)
  expect(note).toHaveBeenCalledTimes(51)
})

test('gives up after ten attempts when the process is stopping', async () => {
  const note = unavailableFor(50)
  await expect(retryUntilSaved(note, () => note.mock.calls.length > 5, 0)).rejects.toThrow(StoreUnavailable)
  expect(note).toHaveBeenCalledTimes(15)
})

test('does not retry other errors', async () => {
  const note = vi.fn(async () => {
    throw new Error('wrong')
  })
  await expect(retryUntilSaved(note, () => false, 0)).rejects.toThrow('wrong')
  expect(note).toHaveBeenCalledOnce()
})
