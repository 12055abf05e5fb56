import { describe, expect, it } from 'vitest'
import { rerunFailed, type UnitReport } from './rerunFailed'

const file = (name: string, ...tests: string[]) => ({
  name,
  status: tests.length > 0 && tests.every((status) => status === 'passed') ? 'passed' : 'failed',
  assertionResults: tests.map((status) => ({ status, fullName: `of ${name}` })),
})
const report = (...testResults: UnitReport['testResults']): UnitReport => {
  const all = testResults.flatMap((one) => one.assertionResults)
  return {
    success: testResults.every((one) => one.status === 'passed'),
    numPassedTests: all.filter((test) => test.status === 'passed').length,
    numFailedTests: all.filter((test) => test.status === 'failed').length,
    testResults,
  }
}

describe('a second run', () => {
  const first = report(file('a.test.ts', 'passed', 'passed'), file('b.test.ts', 'passed', 'failed'), file('c.test.ts'))
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']

  it('repeats every file that failed, did not load, or left no result', async () => {
    const asked: string[][] = []
    await rerunFailed(first, async (given) => void asked.push(given), files)
    expect(asked).toEqual([['b.test.ts', 'c.test.ts', 'd.test.ts']])
  })

  it('repeats a failed file with its random seed', async () => {
    const seeded = file('b.test.ts', 'passed', 'failed')
    for (const test of seeded.assertionResults) test.fullName = 'random companies (RANDOM_SEED=42) loses a prospect'
    const asked: [string[], string | undefined][] = []
    const second = await rerunFailed(
      report(file('a.test.ts', 'passed'), seeded),
      async (given, seed) => {
        asked.push([given, seed])
        return report(...given.map((name) => file(name, 'passed')))
      },
      ['a.test.ts', 'b.test.ts', 'd.test.ts'],
    )
    expect(asked).toEqual([
      [['b.test.ts'], '42'],
      [['d.test.ts'], undefined],
    ])
    expect(second).toMatchObject({ success: true, numPassedTests: 3 })
  })

  it('counts each test once when all pass', async () => {
    const second = report(
      file('b.test.ts', 'passed', 'passed'),
      file('c.test.ts', 'passed'),
      file('d.test.ts', 'passed'),
    )
    expect(await rerunFailed(first, async () => second, files)).toMatchObject({
      success: true,
      numPassedTests: 6,
      numFailedTests: 0,
    })
  })

  it('leaves a fault a fault', async () => {
    const second = report(
      file('b.test.ts', 'passed', 'failed'),
      file('c.test.ts', 'passed'),
      file('d.test.ts', 'passed'),
    )
    expect(await rerunFailed(first, async () => second, files)).toMatchObject({
      success: false,
      numPassedTests: 5,
      numFailedTests: 1,
    })
    expect((await rerunFailed(first, async () => undefined, files)).success).toBe(false)
  })

  it('fails when a file leaves no result again', async () => {
    const second = report(file('b.test.ts', 'passed'), file('c.test.ts', 'passed'))
    expect((await rerunFailed(first, async () => second, files)).success).toBe(false)
  })
})
