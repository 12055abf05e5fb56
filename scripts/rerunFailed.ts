import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** What Vitest's JSON reporter says, as far as it is counted. */
export interface UnitReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs test files once more, with the seed of their first try where they drew one. */
type Rerun = (files: string[], seed: string | undefined) => Promise<UnitReport | undefined>

const TEST_ROOTS = ['packages', 'apps', 'reports', 'scripts', 'tests']

/**
 * Runs the test files that did not pass a second time, by themselves: a process that the machine took away (with all
 * tests of its file) is told from a fault. Files that left no result at all count as not passed. What failed on a random
 * world gets that very world again, so that a fault that few worlds show can't pass on luck.
 * @returns the counts of both runs together; of a file run twice, only the second ones.
 */
export async function rerunFailed(
  first: UnitReport,
  rerun: Rerun,
  files: readonly string[] = testFiles(),
): Promise<UnitReport> {
  const passed = first.testResults.filter((file) => file.status === 'passed')
  const fine = new Set(passed.map((file) => resolve(file.name)))
  const missing = files.filter((file) => !fine.has(resolve(file)))
  if (missing.length === 0) return first
  const results = [...passed]
  const seeds = new Set(missing.map((file) => seedOf(first, file)))
  for (const seed of seeds) {
    const second = await rerun(
      missing.filter((file) => seedOf(first, file) === seed),
      seed,
    )
    if (!second) return first
    results.push(...second.testResults)
  }
  const count = (status: string) =>
    results.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
  return {
    success: results.length >= passed.length + missing.length && results.every(({ status }) => status === 'passed'),
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults: results,
  }
}

/** Tests on random worlds carry their seed in their names. */
function seedOf(report: UnitReport, file: string): string | undefined {
  const tests = report.testResults.find(({ name }) => resolve(name) === resolve(file))?.assertionResults ?? []
  return tests.map(({ fullName }) => /WORLDS_SEED=(\d+)/.exec(fullName)?.[1]).find((seed) => seed !== undefined)
}

function testFiles(): string[] {
  return TEST_ROOTS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${room}/${file}`),
  )
}
