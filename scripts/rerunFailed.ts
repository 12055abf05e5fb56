import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** The parts of Vitest's JSON report that are counted. */
export interface UnitReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs test files again, with the seed of their first run where they had one. */
type Rerun = (files: string[], seed: string | undefined) => Promise<UnitReport | undefined>

const TEST_ROOTS = ['packages', 'apps', 'reports', 'scripts', 'tests']

/**
 * Runs the failed test files a second time, alone. This separates a process that the machine killed (with all tests of
 * its file) from a fault. A file without a result counts as failed. What failed on random data runs again with the same
 * seed, so that a fault that few seeds show can't pass by luck.
 * @returns the counts of both runs together; of a file run twice, only the second ones
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

/** Tests on random data have their seed in their names. */
function seedOf(report: UnitReport, file: string): string | undefined {
  const tests = report.testResults.find(({ name }) => resolve(name) === resolve(file))?.assertionResults ?? []
  return tests.map(({ fullName }) => /RANDOM_SEED=(\d+)/.exec(fullName)?.[1]).find((seed) => seed !== undefined)
}

function testFiles(): string[] {
  return TEST_ROOTS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${room}/${file}`),
  )
}
