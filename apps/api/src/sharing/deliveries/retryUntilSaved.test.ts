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

test('what was sent is noted however long the store is away', async () => {
  const note = unavailableFor(50)
  await retryUntilSaved(note, () => false, 0)
  expect(note).toHaveBeenCalledTimes(51)
})

test('a process that is to end tries a while longer and leaves it to the next', async () => {
  const note = unavailableFor(50)
  await expect(retryUntilSaved(note, () => note.mock.calls.length > 5, 0)).rejects.toThrow(StoreUnavailable)
  expect(note).toHaveBeenCalledTimes(15)
})

test('what is no absence of the store is not tried again', async () => {
  const note = vi.fn(async () => {
    throw new Error('wrong')
  })
  await expect(retryUntilSaved(note, () => false, 0)).rejects.toThrow('wrong')
  expect(note).toHaveBeenCalledOnce()
})
