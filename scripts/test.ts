import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { count, failures, rerunFailed } from './rerunFailed'
import { leftOutOf } from './turns'
import type { UnitReport } from './unitReport'

/**
 * The whole check: what needs no tests side by side, then the tests. Every step runs even when another one failed, and
 * the last line has the test runners' own counts.
 */
const scratch = mkdtempSync(join(tmpdir(), 'leaselight-test-'))
const unitReport = join(scratch, 'unit.json')
const secondReport = join(scratch, 'unit-again.json')
const browserReport = join(scratch, 'browser.json')
const browserOutput = join(scratch, 'browser.txt')
const cpuSeconds = join(scratch, 'cpu.txt')

/** Where unit tests keep their files: in memory where there is room, since none needs a disk to keep them. */
const memory = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined
const isRoomy = memory !== undefined && memory.bavail * memory.bsize > 4 * 2 ** 30
const unitFiles = mkdtempSync(join(isRoomy ? '/dev/shm' : tmpdir(), 'leaselight-unit-'))
// PostgreSQL runs as a user of its own where the tests run as root.
chmodSync(unitFiles, 0o755)

// All tests of a run draw from one seed. It comes from the committed files: a commit meets the same cases wherever it is
// tested, and the next commit meets others. Without a repository any seed will do.
const tree = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' }).stdout?.slice(0, 7)
process.env.RANDOM_SEED ??= String(tree ? Number.parseInt(tree, 16) : Math.floor(Math.random() * 2 ** 31))
const elsewhere = leftOutOf(Number(process.env.RANDOM_SEED))
process.env.LEFT_OUT = elsewhere.join(',')
process.stdout.write(`RANDOM_SEED=${process.env.RANDOM_SEED}\n`)
if (elsewhere.length > 0)
  process.stdout.write(
    `Left out of this run (RANDOM_EVERY=1 tries all):\n${elsewhere.map((file) => `  ${file}\n`).join('')}`,
  )

interface Step {
  name: string
  command: string[]
  env?: Record<string, string>
  /** A file for the output of a step that runs beside another. */
  outputFile?: string
}

const checks: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['biome', 'ci', '--error-on-warnings'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'web build', command: ['npm', 'run', 'build', '-w', '@leaselight/web', '--silent'] },
]
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=./scripts/unitReport.ts']
const unitTests: Step = {
  name: 'unit tests',
  command: vitest,
  env: { UNIT_REPORT: unitReport, CPU_SECONDS: cpuSeconds, TMPDIR: unitFiles },
}
const browserTests: Step = {
  name: 'browser tests',
  command: ['playwright', 'test'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  outputFile: browserOutput,
}

/** @returns whether the step passed. */
function run({ command, env, outputFile }: Step): Promise<boolean> {
  const [program = '', ...args] = command
  const output = outputFile ? openSync(outputFile, 'w') : 'inherit'
  const child = spawn(program === 'npm' ? 'npm' : join('node_modules', '.bin', program), args, {
    stdio: ['inherit', output, output],
    // Statements of the embedded engine use libuv's threads: four are too few for a pool of connections.
    env: { UV_THREADPOOL_SIZE: '16', ...process.env, ...env },
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}
const announce = (name: string) => process.stdout.write(`\n── ${name}\n`)
const read = <T>(path: string): T | undefined => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

const failedSteps: string[] = []
// Each check uses about one core for most of its time.
const checked = await Promise.all(
  checks.map(async (step) => {
    const outputFile = join(scratch, `${step.name}.txt`)
    return { step, outputFile, passed: await run({ ...step, outputFile }) }
  }),
)
for (const { step, outputFile, passed } of checked) {
  announce(step.name)
  process.stdout.write(readFileSync(outputFile))
  if (!passed) failedSteps.push(step.name)
}

// Either kind alone leaves much of two cores idle: waiting for a page, a killed process, or a mail.
const browserRun = run(browserTests)
announce(unitTests.name)
const unitPassed = await run(unitTests)
const browserPassed = await browserRun
announce('the unit tests that took most of the processor, in seconds')
process.stdout.write(dearest())
announce(browserTests.name)
process.stdout.write(readFileSync(browserOutput))
if (!browserPassed) failedSteps.push(browserTests.name)

function dearest(): string {
  const lines = existsSync(cpuSeconds) ? readFileSync(cpuSeconds, 'utf8').trim().split('\n') : []
  const files = lines.map((line) => {
    const [seconds = '', ...path] = line.split(' ')
    return { seconds: Number(seconds), path: relative(process.cwd(), path.join(' ')) }
  })
  const all = files.reduce((sum, { seconds }) => sum + seconds, 0)
  const most = files.sort((a, b) => b.seconds - a.seconds).slice(0, 15)
  return [...most, { seconds: all, path: 'all' }]
    .map((one) => `${one.seconds.toFixed(1).padStart(7)} ${one.path}\n`)
    .join('')
}

interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

let unit = read<UnitReport>(unitReport)
// The exit hooks of PostgreSQL may end the tests with 0: their report knows better.
if (unit && (!unitPassed || count(unit).failed > 0)) {
  unit = await rerunFailed(unit, async (files) => {
    announce(`unit tests, a second try of ${files.join(', ')}`)
    await run({
      name: unitTests.name,
      command: [...vitest, ...files],
      env: { UNIT_REPORT: secondReport, TMPDIR: unitFiles },
    })
    return read<UnitReport>(secondReport)
  })
}
const units = unit ? count(unit) : { passed: 0, failed: 1 }
if (units.failed > 0) failedSteps.push(unitTests.name)
const browser = read<BrowserReport>(browserReport)
for (const folder of [scratch, unitFiles]) rmSync(folder, { recursive: true, force: true })

const passed = units.passed + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
const failedTests = units.failed + (browser?.stats.unexpected ?? 0)
// A step that failed without a failing test (types, lint, a suite that did not load) counts as one failure.
const failed = Math.max(failedTests, failedSteps.length)
// Last, because the end of a long output is often all that is kept or read.
for (const failure of unit ? failures(unit) : []) process.stdout.write(`\n${failure}\n`)
if (failedSteps.length > 0) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || !browser ? 1 : 0)
