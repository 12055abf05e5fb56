import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium'

export default defineConfig({
  testDir: 'e2e',
  // Two cores: one for the browser, one for the server it talks to.
  workers: 1,
  timeout: 60_000,
  reporter: [['list'], ['json']],
  globalSetup: './e2e/serve.ts',
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
  },
})
