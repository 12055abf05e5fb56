import { expect, it } from 'vitest'
import { StoreUnavailable } from './errors'
import { reopenWhenBroken } from './reopen'

const full = (message: string) => Object.assign(new Error(message), { code: '53100' })
const JOURNAL = 'could not write to file "pg_wal/xlogtemp.42": No space left on device'

it('reopens an engine whose log found the disk full, and fails callers that wait for it', async () => {
  let opened = 0
  let room = false
  const guard = reopenWhenBroken(async () => {
    opened++
    if (!room) throw new StoreUnavailable('No room yet.')
  })
  expect(await guard(async () => 'fine')).toBe('fine')
  // A full disk for a table doesn't break the engine.
  await expect(guard(async () => Promise.reject(full('could not extend file "base/5/1"')))).rejects.toThrow('extend')
  expect(await guard(async () => 'fine')).toBe('fine')
  expect(opened).toBe(0)

  const stuck = guard(() => new Promise<never>(() => undefined))
  await expect(guard(async () => Promise.reject(new Error('Failed', { cause: full(JOURNAL) })))).rejects.toThrow(
    'Failed',
  )
  await expect(stuck).rejects.toThrow('is being opened again')
  await expect(guard(async () => 'too early')).rejects.toThrow('No room yet.')
  room = true
  expect(await Promise.all([guard(async () => 1), guard(async () => 2)])).toEqual([1, 2])
  expect(opened).toBe(2)
  expect(await guard(async () => 'fine')).toBe('fine')
})

it('reopens an engine that a fault has aborted, and answers that it is unavailable', async () => {
  let opened = 0
  const guard = reopenWhenBroken(async () => {
    opened++
  })
  const aborted = new Error('Failed query: select 1', { cause: new WebAssembly.RuntimeError('unreachable') })
  await expect(guard(async () => Promise.reject(aborted))).rejects.toThrow(StoreUnavailable)
  expect(await guard(async () => 'fine')).toBe('fine')
  expect(opened).toBe(1)
})
