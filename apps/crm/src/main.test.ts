import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { sampleUsers } from '@leaselight/sample'
import { describe, expect, it } from 'vitest'
import { startCrm } from './server'
import { parseSettings } from './settings'
import { postJson } from './testing'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Runs the CRM as its own process until it has printed a line or has ended. */
function run(env: Record<string, string>): Promise<{ said: string; ended: Promise<number | null>; stop: () => void }> {
  const child = spawn(process.execPath, [...SHORT_LIVED, RUN, main], { env: { PATH: process.env.PATH, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const stop = () => void child.kill('SIGTERM')
  return new Promise((resolve) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      if (said.includes('\n')) resolve({ said, ended, stop })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
}

describe('the CRM with the sample', () => {
  it('serves all sample people and their recordings', async () => {
    const crm = await startCrm(parseSettings({ CRM_PORT: '0' }))
    const answers = await Promise.all(
      sampleUsers().map(async ({ username, password, is_deleted, must_change }) => {
        const { status, body } = await postJson(`${crm.url}/auth/validate`, { username, password })
        if (is_deleted) return status === 400
        return body.message === (must_change ? 'PASSWORD CHANGE REQUIRED' : 'Success')
      }),
    )
    expect(answers.every(Boolean)).toBe(true)
    expect(answers.length).toBeGreaterThan(5)

    const recording = await fetch(`${crm.url}/recordings/thread-1.wav?seconds=2`)
    expect(recording.headers.get('content-type')).toBe('audio/wav')
    const bytes = Buffer.from(await recording.arrayBuffer())
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WAVE'])
    await crm.close()
  })

  it('runs as a process, prints its address, and stops on a signal', async () => {
    const { said, ended, stop } = await run({ CRM_PORT: '0' })
    const url = /^CRM stand-in: (\S+)\n$/.exec(said)?.[1]
    expect((await fetch(`${url}/.well-known/jwks.json`)).status).toBe(200)

    const port = new URL(url ?? '').port
    const second = await run({ CRM_PORT: port })
    expect(second.said).toBe(`Port ${port} is taken. Set CRM_PORT to another one.\n`)
    expect(await second.ended).toBe(1)
    stop()
    expect(await ended).toBe(0)
  })

  it('does not start with an invalid setting, and names it', async () => {
    const { said, ended } = await run({ CRM_PORT: 'eighty' })
    expect(said).toBe('CRM_PORT must be a port number between 0 and 65535.\n')
    expect(await ended).toBe(1)
  })
})
