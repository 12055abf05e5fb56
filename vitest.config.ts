import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,reports,scripts}/**/*.test.{ts,tsx}'],
    // chDB holds one data directory for a process, so every test file gets a process of its own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
