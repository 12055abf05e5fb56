import { defineConfig } from 'vitest/config'

/** `npm run test:spreadsheet`: workbooks opened in LibreOffice, which `npm test` does not need (docs/testing.md). */
export default defineConfig({
  test: {
    include: ['apps/api/src/testing/workbooks.spreadsheet.ts'],
    pool: 'forks',
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})
