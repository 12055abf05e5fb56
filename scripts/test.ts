import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type UnitReport, unitAgain } from './unitAgain'

/**
 * The whole check, in the order in which a fault is cheapest to find. Every step runs even when one before it failed, and
 * the last line counts what the test runners themselves report.
 */
const scratch = mkdtempSync(join(tmpdir(), 'leaselight-test-'))
const unitReport = join(scratch, 'unit.json')
const secondReport = join(scratch, 'unit-again.json')
const browserReport = join(scratch, 'browser.json')

const steps: { name: string; command: string[]; env?: Record<string, string> }[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['biome', 'ci', '--error-on-warnings'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'web build', command: ['npm', 'run', 'build', '-w', '@leaselight/web', '--silent'] },
  { name: 'bundle size', command: ['npm', 'run', 'check:bundle', '-w', '@leaselight/web', '--silent'] },
  {
    name: 'unit tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  },
  { name: 'browser tests', command: ['playwright', 'test'], env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport } },
]

const run = (command: readonly string[], env: Record<string, string> = {}) => {
  const [program = '', ...args] = command
  return spawnSync(program === 'npm' ? 'npm' : join('node_modules', '.bin', program), args, {
    stdio: 'inherit',
    // Statements of the embedded engine wait in libuv's threads: four are too few for a pool of connections.
    env: { UV_THREADPOOL_SIZE: '16', ...process.env, ...env },
  }).status
}
const read = <T>(path: string): T | undefined => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

const failedSteps: string[] = []
for (const { name, command, env } of steps) {
  process.stdout.write(`\n── ${name}\n`)
  if (run(command, env) !== 0) failedSteps.push(name)
}

interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

let unit = read<UnitReport>(unitReport)
if (unit && failedSteps.includes('unit tests')) {
  unit = unitAgain(unit, (files) => {
    process.stdout.write(`\n── unit tests, a second try of ${files.join(', ')}\n`)
    run(['vitest', 'run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${secondReport}`])
    return read<UnitReport>(secondReport)
  })
  if (unit.success) failedSteps.splice(failedSteps.indexOf('unit tests'), 1)
}
const browser = read<BrowserReport>(browserReport)
rmSync(scratch, { recursive: true, force: true })

const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
const failedTests = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
// A step that failed without a failing test (types, lint, a suite that did not load) counts as one failure.
const failed = Math.max(failedTests, failedSteps.length)
if (failedSteps.length > 0) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || !unit || !browser ? 1 : 0)
