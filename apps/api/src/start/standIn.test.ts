import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSettings } from '../settings/settings'
import { freePort } from './freePort'
import { startStandIn } from './standIn'

// A real process, as the start runs it.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-stand-in-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const optionsFor = (port: number, log: (line: string) => void) => {
  const settings = parseSettings({ CRM_PORT: String(port), DATA_DIR: folder })
  const here = 'http://localhost:1'
  return { settings, port, analyticsUrl: here, localUrl: here, operatorKey: 'a-key-of-this-test'.repeat(2), log }
}
const pids = () =>
  execFileSync('pgrep', ['-P', String(process.pid), '-f', 'standInProcess'], { encoding: 'utf8' })
    .trim()
    .split('\n')
const isUp = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('a stand-in that ends is started again, and a stop ends it for good', { timeout: 120_000 }, async () => {
  const said: string[] = []
  const { url, stop } = await startStandIn(optionsFor(await freePort(), (line) => said.push(line)))
  const [first = ''] = pids()
  process.kill(Number(first), 'SIGKILL')
  await expect.poll(() => said, { timeout: 60_000 }).toContain('The CRM stand-in is back.')
  // A slow machine says in between that it waits.
  const news = said.filter((line) => !line.startsWith('Waiting'))
  expect(news[0]).toBe('The CRM stand-in has ended, so no one can sign in. It is started again.')
  expect(await isUp(url)).toBe(true)
  expect(pids()).not.toContain(first)
  await stop()
  expect(await isUp(url)).toBe(false)
})

test('a port that somebody else uses ends the start with a sentence', { timeout: 120_000 }, async () => {
  const port = await freePort()
  // Its answer is not the stand-in's, which knows the key.
  const other = createServer((_request, response) => response.writeHead(404).end()).listen(port, 'localhost')
  await expect(startStandIn(optionsFor(port, () => undefined))).rejects.toThrow(
    'The CRM stand-in could not start, so no one could sign in.',
  )
  await new Promise((resolve) => other.close(resolve))
})
