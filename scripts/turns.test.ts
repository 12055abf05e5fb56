import { existsSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { EVERYTHING } from '../tests/ofRun'
import { leftOut, leftOutOf, serverFiles, TURNS, takingTurns } from './turns'

afterEach(() => vi.unstubAllEnvs())

it('tries each of the dear files once in as many seeds as there are turns', () => {
  expect(takingTurns.filter((file) => !existsSync(file))).toEqual([])
  for (const [files, turns] of [
    [serverFiles, serverFiles.length],
    [takingTurns.filter((file) => !serverFiles.includes(file)), TURNS],
  ] as const) {
    const times = EVERYTHING ? turns : 1
    for (const seed of [0, 7, 2 ** 28 - 1]) {
      const runs = Array.from({ length: turns }, (_, turn) => new Set(leftOutOf(seed + turn)))
      const tried = files.map((file) => runs.filter((run) => !run.has(file)).length)
      expect(tried).toEqual(files.map(() => times))
    }
  }
})

it('leaves out nothing of what a person runs by name', () => {
  vi.stubEnv('LEFT_OUT', undefined)
  expect(leftOut()).toEqual([])
})
