import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { RUN } from '@leaselight/run'

/** Starts the product once for all browser tests. Every test reads its addresses from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [RUN, 'e2e/support/server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, crm } = await firstLine(child)
  process.env.APP_URL = url
  process.env.CRM_URL = crm
  return () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
}

async function firstLine(child: ChildProcess): Promise<{ url: string; crm: string }> {
  if (!child.stdout) throw new Error('The server of the browser tests has no output.')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error('The server of the browser tests ended before it was ready.')
}
