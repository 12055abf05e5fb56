import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { RUN } from '@leaselight/run'

/**
 * Starts the product for the browser tests of this process.
 * @returns what stops it
 */
export async function startProduct(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [RUN, 'e2e/support/server.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await firstLine(child)
  return () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.stdin?.end()
    })
}

async function firstLine({ stdout }: ChildProcess): Promise<void> {
  if (stdout) for await (const _line of createInterface({ input: stdout })) return
  throw new Error('The server of the browser tests ended before it was ready.')
}
