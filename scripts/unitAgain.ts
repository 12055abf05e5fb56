import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** What Vitest's JSON reporter says, as far as it is counted. */
export interface UnitReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

const ROOMS = ['packages', 'apps', 'reports', 'scripts']

/**
 * Runs the test files that did not pass a second time, by themselves: a process that the machine took away (with all
 * tests of its file) is told from a fault. Files that left no result at all count as not passed.
 * @returns the counts of both runs together; of a file run twice, only the second ones.
 */
export function unitAgain(
  first: UnitReport,
  again: (files: string[]) => UnitReport | undefined,
  files: readonly string[] = testFiles(),
): UnitReport {
  const passed = first.testResults.filter((file) => file.status === 'passed')
  const fine = new Set(passed.map((file) => resolve(file.name)))
  const missing = files.filter((file) => !fine.has(resolve(file)))
  const second = missing.length > 0 ? again(missing) : undefined
  if (!second) return first
  const results = [...passed, ...second.testResults]
  const count = (status: string) =>
    results.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
  return {
    success: second.success && second.testResults.length >= missing.length,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults: results,
  }
}

function testFiles(): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${room}/${file}`),
  )
}
