import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDirLocked, lockDataDir, readLock } from '.'

let dir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

/** Another process that takes the lock and holds it until it is killed; tells what it got. */
async function holder(): Promise<{ child: ChildProcess; said: string }> {
  const script = `const { lockDataDir } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    try { await lockDataDir(${JSON.stringify(dir)}, { role: 'server', port: 4321 }); console.log('held'); setInterval(() => {}, 1000) }
    catch (error) { console.log(error.name) }`
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

it('keeps a second process out with a sentence, and tells who holds the folder', async () => {
  const { child, said } = await holder()
  expect(said).toBe('held')
  expect(await readLock(dir)).toEqual({ pid: child.pid, role: 'server', port: 4321 })
  const refused = await lockDataDir(dir, { role: 'import' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DataDirLocked)
  expect(String(refused)).toContain(`is in use by another process (server, pid ${child.pid} on port 4321)`)
})

it('is taken over from a dead process, by one of those that try', async () => {
  const { child } = await holder()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readLock(dir)).toBeNull()
  const said = await Promise.all([holder(), holder(), holder()])
  expect(said.map((other) => other.said).sort()).toEqual(['DataDirLocked', 'DataDirLocked', 'held'])
})

it('is free again when it was released, and leaves nothing else behind', async () => {
  const lock = await lockDataDir(dir, { role: 'import' })
  await expect(lockDataDir(dir, { role: 'import' })).rejects.toThrow(DataDirLocked)
  await lock.update({ port: 99 })
  expect(await readLock(dir)).toEqual({ pid: process.pid, role: 'import', port: 99 })
  await lock.release()
  expect(await readLock(dir)).toBeNull()
  expect(await readdir(dir)).toEqual([])
  await (await lockDataDir(dir, { role: 'import' })).release()
})

it('is not mistaken for its own by a process that got the same pid later', async () => {
  await writeFile(
    join(dir, 'lock.json'),
    JSON.stringify({ pid: process.pid, role: 'server', started: 'another boot 1', token: 'x' }),
  )
  expect(await readLock(dir)).toBeNull()
  await (await lockDataDir(dir, { role: 'server' })).release()
})
