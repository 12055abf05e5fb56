import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RUN } from '@leaselight/run'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('./testing/printMemoryRules.ts', import.meta.url))

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-memory-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const rulesWith = async (env: NodeJS.ProcessEnv): Promise<string> =>
  (await run(process.execPath, [RUN, PROGRAM, dir], { env: { ...process.env, ...env } })).stdout

it('keeps the engine’s memory for a minute, of every size', async () => {
  expect(await rulesWith({ JE_MALLOC_CONF: undefined })).toBe('60000 0')
})

it('takes what an operator sets instead', async () => {
  expect(await rulesWith({ JE_MALLOC_CONF: 'dirty_decay_ms:1000' })).toBe('1000 67108864')
})
