import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openFacts, recover } from '@leaselight/facts'
import { RUN } from '@leaselight/run'
import { listSavedReports, openState } from '@leaselight/state'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const dir = await mkdtemp(join(tmpdir(), 'leaselight-power-'))
const disk = join(dir, 'disk.img')
const mounted = new Set<string>()

/** Mounts an image of a disk. Its journal is written only by a sync, so what was not synced is lost. */
async function mount(image: string, name: string): Promise<string> {
  const at = join(dir, name)
  await mkdir(at)
  await run('mount', ['-o', 'loop,commit=300', image, at])
  mounted.add(at)
  return at
}

async function unmount(at: string): Promise<void> {
  await run('umount', [at])
  mounted.delete(at)
}

/** A disk of its own, or the reason why there is none. */
async function makeDisk(): Promise<{ path: string } | { reason: string }> {
  try {
    await run('truncate', ['-s', '512M', disk])
    await run('mkfs.ext4', ['-q', '-F', disk])
    return { path: await mount(disk, 'disk') }
  } catch (error) {
    return { reason: `this machine can't mount a disk image: ${String(error).split('\n')[0]}` }
  }
}

const made = await makeDisk()

afterAll(async () => {
  for (const at of mounted) await unmount(at)
  await rm(dir, { recursive: true, force: true })
})

/** Kept of the numbers that the writer acknowledged, from a disk as it was at one moment. */
async function keptOn(image: string): Promise<{ saved: Set<number>; imported: Set<number> }> {
  const dataDir = await mount(image, 'copy')
  const state = await openState({ dataDir })
  const facts = await openFacts({ dataDir })
  await recover(facts)
  const found = await facts.query<{ id: number }>('SELECT id FROM prospects FINAL')
  const saved = new Set<number>()
  for (let userId = 1; (await listSavedReports(state, { companyId: 1, userId })).length > 0; userId++) saved.add(userId)
  await facts.close()
  await state.close()
  await unmount(dataDir)
  await rm(dataDir, { recursive: true })
  return { saved, imported: new Set(found.map(({ id }) => id)) }
}

const skipped = 'reason' in made ? ` (skipped: ${made.reason})` : ''

it.skipIf(skipped !== '')(`a power cut loses nothing that was acknowledged${skipped}`, async () => {
  if (!('path' in made)) return
  const writer = fork(RUN, [fileURLToPath(new URL('./powerCutChild.ts', import.meta.url)), made.path])
  const ended = once(writer, 'exit')
  let acknowledged = 0
  writer.on('message', (number) => {
    acknowledged = Number(number)
  })
  try {
    for (const moment of [1, 12]) {
      while (acknowledged < moment) await Promise.race([once(writer, 'message'), ended.then(fail)])
      writer.kill('SIGSTOP')
      const cut = join(dir, 'cut.img')
      const expected = Array.from({ length: acknowledged }, (_, index) => index + 1)
      await copyAtOneMoment(disk, cut)
      writer.kill('SIGCONT')
      const { saved, imported } = await keptOn(cut)
      expect(expected.filter((number) => !saved.has(number))).toEqual([])
      expect(expected.filter((number) => !imported.has(number))).toEqual([])
    }
  } finally {
    writer.kill('SIGKILL')
    await ended
  }
})

/** Copies an image that the kernel may be writing to. What it has of two moments no power cut would leave. */
async function copyAtOneMoment(image: string, copy: string): Promise<void> {
  const isSame = () =>
    run('cmp', ['--silent', image, copy]).then(
      () => true,
      () => false,
    )
  do await run('cp', ['--sparse=always', image, copy])
  while (!(await isSame()))
}

function fail(): never {
  throw new Error('The writer ended by itself.')
}
