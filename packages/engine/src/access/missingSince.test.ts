import { expect, it } from 'vitest'
import { missingSince } from './coverage'

const NOON = new Date('2026-03-15T12:00:00Z')
const since = (newestFactAt: string | null, importedAt: string | null) =>
  missingSince({ newestFactAt, importedAt }, NOON)

it('misses nothing of a feed that was quiet over night', () => {
  expect(since('2026-03-14T21:00:00Z', '2026-03-15T11:59:00Z')).toBeNull()
  expect(since('2026-03-15T07:00:00Z', '2026-03-15T07:00:00Z')).toBeNull()
  expect(since(null, null)).toBeNull()
})

it('misses what happened since the last import hours ago', () => {
  expect(since('2026-03-15T01:00:00Z', '2026-03-15T05:00:00Z')).toBe('2026-03-15T01:00:00Z')
  expect(since('2026-03-15T05:00:00Z', null)).toBe('2026-03-15T05:00:00Z')
})

it('misses what should have come in where a feed brings nothing for a day', () => {
  expect(since('2026-03-14T19:00:00Z', '2026-03-15T11:59:00Z')).toBe('2026-03-14T19:00:00Z')
})
