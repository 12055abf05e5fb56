import { defineConfig } from 'vitest/config'

const everything = '{packages,apps,reports,scripts,tests}/**/*.test.{ts,tsx}'
/** Tests of servers, reports, and companies: all of them load most of the product. */
const whole = '{apps/api,reports,tests}/**/*.test.ts'

/**
 * These files run against PostgreSQL and ClickHouse's HTTP interface instead of the embedded stores, so every run of
 * `npm test` covers servers too. `TEST_STORES=servers` runs everything that way; see docs/testing.md.
 */
const onServers = ['reports/routes', 'import/connectorRoutes', 'sharing/saved/service'].map(
  (name) => `apps/api/src/${name}.test.ts`,
)

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

const elsewhere = ['**/node_modules/**', ...onServers]
/** In a process shared with servers' tests, a mapping of the connectors that was cut off passed for JSON; why is not known. */
const apart = {
  extends: true as const,
  test: {
    name: 'alone',
    include: ['{packages/{connectors,facts,run,state},apps/crm}/**/*.test.ts', ...alone],
    exclude: elsewhere,
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
const servers = (include: string[]) => ({
  extends: true as const,
  test: {
    name: 'servers',
    include,
    env: { TEST_STORES: 'servers' },
    globalSetup: 'packages/state/src/testingServer.ts',
    // Every statement goes over the network, and with the fake ClickHouse server through another process.
    testTimeout: 240_000,
  },
})

export default defineConfig({
  test: {
    // chDB opens one data directory per process at a time.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 300_000,
    projects:
      process.env.TEST_STORES === 'servers' ? [servers([everything])] : [pure, together, apart, servers(onServers)],
  },
})
