import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

/**
 * Notes what each test file took of the processor, with the processes that it started and saw end, in the file that
 * CPU_SECONDS names: the time on the clock says little on two busy cores.
 */
const TICKS = 100

function secondsUsed(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  if (!existsSync('/proc/self/stat')) return own
  // The name in parentheses may have spaces; what follows has none.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return own + (Number(fields[13]) + Number(fields[14])) / TICKS
}

const { CPU_SECONDS } = process.env
if (CPU_SECONDS) {
  const before = secondsUsed()
  afterAll(() => appendFileSync(CPU_SECONDS, `${(secondsUsed() - before).toFixed(1)} ${expect.getState().testPath}\n`))
}
