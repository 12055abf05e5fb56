import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
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

/** What a process in a pid namespace of its own gets, as in another container; undefined where the system allows none. */
async function inOtherContainer(): Promise<string | undefined> {
  const script = `const { lockDataDir } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    console.log(await lockDataDir(${JSON.stringify(dir)}, { role: 'server' }).then(() => 'held', (error) => error.name))
    process.exit()`
  const child = spawn(
    'unshare',
    [
      '--pid',
      '--fork',
      '--mount-proc',
      process.execPath,
      '--import',
      import.meta.resolve('tsx'),
      '--input-type=module',
      '-e',
      script,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
  return output.trim() || undefined
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

it('holds against a process in another container, whatever its pid there, until its heartbeat ends', async ({
  skip,
}) => {
  const { child, said } = await holder()
  expect(said).toBe('held')
  const other = await inOtherContainer()
  if (other === undefined) return skip('This system lets us make no pid namespace.')
  expect(other).toBe('DataDirLocked')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await inOtherContainer()).toBe('held')
})

it('makes the folder and all files in it private, those of older versions too', async () => {
  await mkdir(join(dir, 'facts/store'), { recursive: true })
  await writeFile(join(dir, 'facts/store/part'), 'names')
  for (const name of ['', 'facts', 'facts/store']) await chmod(join(dir, name), 0o755)
  await chmod(join(dir, 'facts/store/part'), 0o644)
  const lock = await lockDataDir(dir, { role: 'server' })
  await mkdir(join(dir, 'state'))
  await writeFile(join(dir, 'state/later'), 'keys')
  const modes = await Promise.all(
    ['', 'facts', 'facts/store', 'facts/store/part', 'state', 'state/later', 'lock.json'].map(async (name) => [
      name,
      ((await stat(join(dir, name))).mode & 0o077).toString(8),
    ]),
  )
  expect(modes.filter(([, mode]) => mode !== '0')).toEqual([])
  await lock.release()
})
