import { fileURLToPath } from 'node:url'
import { bundleOf } from '@leaselight/run'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium'
import { leftOut } from './scripts/turns'

// Run alone, without `npm test`: a retry runs in another process and must meet the same reports as the first try.
process.env.RANDOM_SEED ??= String(Math.floor(Math.random() * 2 ** 31))

process.env.PRODUCT_BUNDLE ??= await bundleOf(fileURLToPath(new URL('e2e/support/productSource.ts', import.meta.url)))

// The process of a retry starts the product anew, where the specs expect it.
if (!process.env.APP_URL) {
  const { freePort } = await import('./e2e/support/product')
  process.env.APP_URL = `http://localhost:${await freePort()}`
  process.env.CRM_URL = `http://localhost:${await freePort()}`
}

export default defineConfig({
  testDir: 'e2e',
  testIgnore: leftOut().map((file) => `**/${file}`),
  // Two cores: one for the browser, one for the server it talks to.
  workers: 1,
  timeout: 120_000,
  // A retry separates a busy moment of the machine from a fault; the report names retried tests as flaky.
  retries: 1,
  // Beside other work a page may be slow; a wrong one stays wrong.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 15_000,
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    // Recording every step takes longer than the steps; a screenshot of the failure is enough.
    screenshot: 'only-on-failure',
  },
})
