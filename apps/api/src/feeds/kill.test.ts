import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { range, units } from '../testing/feeds'
import { NOW, tokenFor } from '../testing/tokens'

// A real process, killed while a file arrives and while it is imported.
let dataDir: string
let running: { child: ChildProcess; url: string } | undefined
const folders: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leaselight-feed-kill-'))
})
afterAll(async () => {
  running?.child.kill('SIGKILL')
  for (const folder of [dataDir, ...folders]) await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<string> {
  const script = fileURLToPath(new URL('../sharing/deliveries/instance.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', SMTP_URL: '', NOW: NOW.toISOString() }
  const child = spawn(process.execPath, [...SHORT_LIVED, RUN, script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, folder } = JSON.parse(line)
    folders.push(folder)
    running = { child, url }
    return url
  }
  throw new Error('The instance did not start.')
}
const kill = async () => {
  running?.child.kill('SIGKILL')
  await new Promise((resolve) => running?.child.once('exit', resolve))
}
async function ask(url: string, path: string, body?: object) {
  const authorization = `Bearer ${await tokenFor({ user_id: 206, role: 'admin' })}`
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

test('what arrived whole is imported after a kill, and half of a file never is', async () => {
  let url = await start()
  const feed = { name: 'units', kind: 'contract', entity: 'units', source: 'upload', rhythm: 'daily' }
  const { id } = await ask(url, '/api/feeds', feed)
  const { key } = await ask(url, `/api/feeds/${id}/keys`, {})
  const headers = { 'x-feed-key': key, 'content-type': 'application/x-ndjson' }
  const address = () => `${url}/api/feeds/${id}/upload`
  const runs = async () => (await fetch(`${url}/api/feeds/${id}/runs`, { headers })).json()

  // Half of a file, and the process that received it is gone.
  const text = units(...range(7001, 27_000))
  const half = request(address(), { method: 'POST', headers: { ...headers, 'content-length': text.length } })
  half.on('error', () => undefined)
  half.write(text.slice(0, text.length / 2))
  await sleep(500)
  await kill()
  url = await start()
  expect((await runs()).runs).toEqual([])

  // A whole file that was acknowledged: the kill comes before or while it is imported.
  const sent = await fetch(address(), { method: 'POST', headers, body: text })
  const run = await sent.json()
  expect(run.status).toMatch(/queued|running/)
  await kill()
  url = await start()
  for (let look = 0; look < 300 && (await runs()).runs[0].finished_at === null; look++) await sleep(200)
  expect((await runs()).runs).toMatchObject([{ id: run.id, status: 'done', rows: 20_000, rejected: 0 }])
}, 240_000)
