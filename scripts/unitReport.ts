import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** What one run of the unit tests did, by file. */
export interface UnitReport {
  files: UnitFile[]
  /** Errors outside every test, as of a process that died: the run failed, whatever its tests say. */
  errors: string[]
}

/** A file without tests that passed and without an error of its own is not in the report: it did not run. */
export interface UnitFile {
  /** The file's absolute path. */
  path: string
  tests: { name: string; state: 'passed' | 'failed' | 'pending' | 'skipped'; errors: string[] }[]
  /** Errors of the file itself: its import, and what runs before and after its tests. */
  errors: string[]
}

const text = ({ stack, message, diff }: SerializedError) =>
  [stack || message, ...(typeof diff === 'string' ? [diff] : [])].join('\n')
const ofTest = (test: TestCase) => {
  const { state, errors = [] } = test.result()
  return { name: test.fullName, state, errors: errors.map(text) }
}
const ofModule = (module: TestModule): UnitFile => ({
  path: module.moduleId,
  tests: [...module.children.allTests()].map(ofTest),
  errors: [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(text),
})

/** Writes a `UnitReport` into the file that `UNIT_REPORT` names. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const report: UnitReport = { files: modules.map(ofModule), errors: unhandledErrors.map(text) }
    writeFileSync(process.env.UNIT_REPORT ?? 'unit-report.json', JSON.stringify(report))
  }
}
