import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { leftOut } from './turns'
import type { UnitFile, UnitReport } from './unitReport'

type Rerun = (files: string[]) => Promise<UnitReport | undefined>

const TEST_ROOTS = ['packages', 'apps', 'reports', 'scripts', 'tests']

/**
 * Runs the failed test files a second time, alone. This separates a process that the machine killed (with all tests of
 * its file) from a fault. A file without a result counts as failed. Errors outside all
 * tests stay when no file failed: then there is nothing to run again that could explain them.
 * @returns both runs together; of a file run twice, only the second
 */
export async function rerunFailed(
  first: UnitReport,
  rerun: Rerun,
  files: readonly string[] = testFiles(),
): Promise<UnitReport> {
  const fine = first.files.filter(passed)
  const paths = new Set(fine.map(({ path }) => path))
  const missing = files.map((file) => resolve(file)).filter((path) => !paths.has(path))
  if (missing.length === 0) return first
  const second = await rerun(missing)
  const again = missing.map((path) => second?.files.find((file) => file.path === path) ?? noResult(path))
  return { files: [...fine, ...again], errors: second?.errors ?? [] }
}

/** @returns the tests of a report that passed and failed. A file that failed without a failed test counts as one. */
export function count(report: UnitReport): { passed: number; failed: number } {
  const tests = report.files.flatMap((file) => file.tests)
  const silent = report.files.filter((file) => !passed(file) && file.tests.every(({ state }) => state !== 'failed'))
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: tests.filter(({ state }) => state === 'failed').length + silent.length + report.errors.length,
  }
}

/** @returns what failed and why, a paragraph each: for the end of a long output, of which some readers keep no more */
export function failures(report: UnitReport): string[] {
  const paragraph = (title: string, errors: string[]) => [title, ...errors].join('\n')
  return [
    ...report.files.flatMap(({ path, tests, errors }) => [
      ...tests.filter(({ state }) => state === 'failed').map((test) => paragraph(`${path}: ${test.name}`, test.errors)),
      ...(errors.length > 0 ? [paragraph(path, errors)] : []),
    ]),
    ...(report.errors.length > 0 ? [paragraph('Outside all tests', report.errors)] : []),
  ]
}

/** A test is skipped where the machine lacks what it needs; one that is pending was cut off. */
const passed = ({ tests, errors }: UnitFile) =>
  errors.length === 0 && tests.length > 0 && tests.every(({ state }) => state === 'passed' || state === 'skipped')

const noResult = (path: string): UnitFile => ({ path, tests: [], errors: ['The file left no result.'] })

/** The test files that a run has. */
export function testFiles(): string[] {
  const elsewhere = leftOut()
  return TEST_ROOTS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${room}/${file}`)
      .filter((file) => !elsewhere.includes(file)),
  )
}
