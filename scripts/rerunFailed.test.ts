import { resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { count, failures, rerunFailed, testFiles } from './rerunFailed'
import type { UnitFile, UnitReport } from './unitReport'

const file = (name: string, ...states: UnitFile['tests'][number]['state'][]): UnitFile => ({
  path: resolve(name),
  tests: states.map((state) => ({ name: `of ${name}`, state, errors: state === 'failed' ? ['expected 2'] : [] })),
  errors: states.length > 0 ? [] : ['does not load'],
})
const report = (...files: UnitFile[]): UnitReport => ({ files, errors: [] })

describe('a second run', () => {
  afterEach(() => vi.unstubAllEnvs())

  const first = report(file('a.test.ts', 'passed', 'passed'), file('b.test.ts', 'passed', 'failed'), file('c.test.ts'))
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
  const repeated = ['b.test.ts', 'c.test.ts', 'd.test.ts'].map((name) => resolve(name))

  it('repeats every file that failed, was cut off, did not load, or left no result', async () => {
    const cutOff = report(file('a.test.ts', 'passed', 'pending'), ...first.files.slice(1))
    for (const [given, expected] of [
      [first, repeated],
      [cutOff, [resolve('a.test.ts'), ...repeated]],
    ] as const) {
      const asked: string[][] = []
      await rerunFailed(given, async (paths) => void asked.push(paths), files)
      expect(asked).toEqual([expected])
    }
  })

  it('misses no file that this run leaves out', () => {
    vi.stubEnv('LEFT_OUT', undefined)
    const all = testFiles()
    const elsewhere = all.slice(1, 3)
    vi.stubEnv('LEFT_OUT', elsewhere.join(','))
    expect(testFiles()).toEqual(all.filter((one) => !elsewhere.includes(one)))
  })

  it('counts each test once when all pass', async () => {
    const second = report(
      file('b.test.ts', 'passed', 'passed'),
      file('c.test.ts', 'passed'),
      file('d.test.ts', 'passed', 'skipped'),
    )
    expect(count(await rerunFailed(first, async () => second, files))).toEqual({ passed: 6, failed: 0 })
  })

  it('leaves a fault a fault', async () => {
    const second = report(file('b.test.ts', 'passed', 'failed'), file('c.test.ts', 'passed'), file('d.test.ts'))
    const both = await rerunFailed(first, async () => second, files)
    expect(count(both)).toEqual({ passed: 4, failed: 2 })
    expect(failures(both)).toEqual([
      `${resolve('b.test.ts')}: of b.test.ts\nexpected 2`,
      `${resolve('d.test.ts')}\ndoes not load`,
    ])
  })

  it('fails when a file leaves no result again', async () => {
    const second = report(file('b.test.ts', 'passed'), file('c.test.ts', 'passed'))
    expect(failures(await rerunFailed(first, async () => second, files))).toEqual([
      `${resolve('d.test.ts')}\nThe file left no result.`,
    ])
    expect(count(await rerunFailed(first, async () => undefined, files)).failed).toBe(3)
  })

  it('fails for an error outside all tests, which no second run explains', async () => {
    const whole = { files: [file('a.test.ts', 'passed')], errors: ['a promise was rejected'] }
    const both = await rerunFailed(whole, async () => undefined, ['a.test.ts'])
    expect(count(both)).toEqual({ passed: 1, failed: 1 })
    expect(failures(both)).toEqual(['Outside all tests\na promise was rejected'])
  })
})
