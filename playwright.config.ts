import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium'

export default defineConfig({
  testDir: 'e2e',
  // Two cores: one for the browser, one for the server it talks to.
  workers: 1,
  timeout: 60_000,
  // A second try tells a moment of a busy machine from a fault; what needed one is named as flaky in the report.
  retries: 1,
  // Beside other work a page may take its time; a wrong one stays wrong.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  globalSetup: './e2e/support/globalSetup.ts',
  use: {
    actionTimeout: 15_000,
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    // Recording every step takes longer than the steps; a picture of the failure says most.
    screenshot: 'only-on-failure',
  },
})
