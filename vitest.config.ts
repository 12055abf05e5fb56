import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SHORT_LIVED } from './packages/run/src/shortLived.ts'
import { leftOut, serverFiles } from './scripts/turns.ts'

// Filled once in a run, and copied by each test file that needs the same.
const preparedStores = mkdtempSync(join(tmpdir(), 'leaselight-prepared-'))
process.env.PREPARED_STORES = preparedStores
process.once('exit', () => rmSync(preparedStores, { recursive: true, force: true }))

const everything = '{packages,apps,reports,scripts,tests}/**/*.test.{ts,tsx}'
/** Tests of servers, reports, and companies: all of them load most of the product. */
const whole = '{apps/api,reports,tests}/**/*.test.ts'

/** Tests that start servers or processes, which inherit what others of one process have changed, such as its umask. */
const alone = [
  'feeds/kill',
  'operations/copy/*',
  'operations/instances',
  'operations/integrity/*',
  'operations/outage',
  'sharing/deliveries/kill',
  'start/*',
  'testing/afternoon',
  'testing/powerCut',
  'testing/processes',
].map((name) => `apps/api/src/${name}.test.ts`)
/** The same: its processes are killed while they import. */
const crash = 'packages/facts/src/import/write/crash.test.ts'

const elsewhere = ['**/node_modules/**', ...serverFiles, ...leftOut()]
/** In a process shared with servers' tests, a mapping of the connectors that was cut off passed for JSON; why is not known. */
const apart = {
  extends: true as const,
  test: {
    name: 'alone',
    include: ['packages/{connectors,run}/**/*.test.ts', ...alone, crash],
    exclude: elsewhere,
  },
}
/** Tests of the state store: one process opens PGlite once, and all of them share one PostgreSQL. */
const state = {
  extends: true as const,
  test: {
    name: 'state',
    include: ['packages/state/**/*.test.ts'],
    exclude: elsewhere,
    isolate: false,
    globalSetup: 'packages/state/src/testingServer.ts',
  },
}
/** Tests that open no store and start no process. */
const pure = {
  extends: true as const,
  test: {
    name: 'pure',
    include: ['{packages/{charts,contract,engine,files,model,sample,ui},apps/web,scripts}/**/*.test.{ts,tsx}'],
    exclude: elsewhere,
    isolate: false,
  },
}
/**
 * One process runs these files one after the other and loads the product once, which takes a file two to three seconds
 * of the processor less. Each opens stores of its own and closes them.
 */
const together = {
  extends: true as const,
  test: { name: 'together', include: [whole], exclude: [...elsewhere, ...alone], isolate: false },
}
/** Tests of the fact store and of the stand-in CRM, one file after the other in one process. */
const facts = {
  extends: true as const,
  test: {
    name: 'facts',
    include: ['{packages/facts,apps/crm}/**/*.test.ts'],
    exclude: [...elsewhere, crash],
    isolate: false,
  },
}
const servers = (include: readonly string[]) => ({
  extends: true as const,
  test: {
    name: 'servers',
    include: [...include],
    exclude: ['**/node_modules/**', ...leftOut()],
    env: { TEST_STORES: 'servers' },
    globalSetup: 'packages/state/src/testingServer.ts',
  },
})

export default defineConfig({
  test: {
    // chDB opens one data directory per process at a time.
    pool: 'forks',
    // What one project has transformed the others read from it: a thousand modules are transformed once, not six times.
    experimental: { fsModuleCache: true },
    execArgv: [...SHORT_LIVED],
    maxWorkers: 2,
    setupFiles: 'scripts/cpuSeconds.ts',
    // For what hangs: on a busy machine a test takes ten times as long.
    testTimeout: 240_000,
    hookTimeout: 600_000,
    projects:
      process.env.TEST_STORES === 'servers'
        ? [servers([everything])]
        : [pure, together, state, facts, apart, servers(serverFiles)],
  },
})
