import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Flags that keep Chromium from making requests of its own, and from emulating a graphics card; root needs the sandbox
 * off.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--num-raster-threads=1',
]

const installedChromium = (): string | undefined =>
  [
    process.env.CHROMIUM_PATH,
    // Draws no window: the tests take a sixth less of the processor.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ].find((path) => path !== undefined && path !== '' && existsSync(path))

const installs: { command: string; args: string[]; rootOnly?: boolean }[] = [
  { command: 'npx', args: ['playwright', 'install', '--with-deps', 'chromium'] },
  { command: 'apt-get', args: ['update'], rootOnly: true },
  ...['chromium-headless-shell', 'chromium'].map((name) => ({
    ...{ command: 'apt-get', args: ['install', '-y', '--no-install-recommends', name], rootOnly: true },
  })),
]

/** The path of a Chromium: an installed one, else one that Playwright or, for root, Debian installs. */
export function findChromium(): string {
  const here = installedChromium()
  if (here) return here
  for (const { command, args, rootOnly } of installs) {
    if (rootOnly && process.getuid?.() !== 0) continue
    try {
      execFileSync(command, args, { stdio: 'inherit', timeout: 300_000 })
    } catch {
      // The next way may succeed; if none does, the error below says what to do.
    }
    const found = installedChromium()
    if (found) return found
  }
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one that is here.')
}
