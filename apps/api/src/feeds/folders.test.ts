import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedHelpers, units } from '../testing/feeds'
import { schemaErrors } from '../testing/responseSchemas'
import { NOW, type TestServer, testServer } from '../testing/server'

let root: string
let server: TestServer
let clock = NOW
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leaselight-feeds-'))
  server = await testServer({ FEED_FOLDER: root, FEED_SETTLE_SECONDS: '1' }, { now: () => clock })
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})
const { ask, ok, make, shown, unitIds } = feedHelpers(
  () => server,
  () => clock,
)

const drop = (name: string, content: string) => writeFile(join(root, '1', 'units', name), content)
const look = () => {
  clock = new Date(clock.getTime() + 1000)
  return server.app.feedNow()
}
/** Looks twice with more than the second between that a file must stay the same. */
const lookTwice = async () => {
  await look()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await look()
}
const inFolder = async (...path: string[]) =>
  (await readdir(join(root, '1', 'units', ...path)).catch((): string[] => [])).sort()

test('a watched folder’s complete files are imported and moved aside, whatever else lies in it', async () => {
  const feed = await make({ name: 'dropped', source: 'folder', folder: 'units' })
  expect(feed.folder_path).toBe(join(root, '1', 'units'))
  await drop('units.ndjson', units(5001))
  await drop('later.ndjson.part', units(5002))
  await drop('.hidden.ndjson', units(5003))
  await drop('first.ndjson', `${units(5004)}\n`)
  // What is outside stays outside.
  await writeFile(join(root, 'secret.ndjson'), units(5005))
  await symlink(join(root, 'secret.ndjson'), join(root, '1', 'units', 'link.ndjson'))
  await look()
  // The sender is still writing.
  await drop('first.ndjson', `${units(5004)}\n${units(5006)}\n`)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await look()
  expect(await unitIds(5000)).toEqual([5001])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await look()
  expect(await unitIds(5000)).toEqual([5001, 5004, 5006])
  expect(await inFolder()).toEqual(['.hidden.ndjson', 'done', 'later.ndjson.part', 'link.ndjson', 'processing'])
  expect(await inFolder('done')).toEqual([
    expect.stringMatching(/^20260315T1600\d\dZ-units\.ndjson$/),
    expect.stringMatching(/^20260315T1600\d\dZ-first\.ndjson$/),
  ])
  expect(await inFolder('processing')).toEqual([])
  expect((await shown('dropped')).runs).toMatchObject([
    { trigger: 'folder', status: 'done', rows: expect.any(Number) },
    { trigger: 'folder', status: 'done', rows: expect.any(Number) },
  ])
})

test('a marker beside a file says that it is complete, and a file that fails goes to failed', async () => {
  await drop('bad.csv', 'id,property_id\n1,2\n')
  await drop('bad.csv.done', '')
  const { id } = await shown('dropped')
  const run = await ok('PUT', `/api/feeds/${id}/run`)
  expect(await schemaErrors(server.app, 'Feed', run)).toBeNull()
  await look()
  expect(await inFolder('failed')).toEqual([expect.stringMatching(/-bad\.csv$/)])
  expect(await inFolder()).not.toContain('bad.csv.done')
  expect(await shown('dropped')).toMatchObject({ status: 'failed', notice: 'Every row was rejected.' })
})

test('what a process left in the middle is imported after all', async () => {
  const { id } = await shown('dropped')
  // Moved, but never queued: its process ended in between.
  const own = join(root, '1', 'units', 'processing', '00000000-0000-4000-8000-000000000001')
  await mkdir(own)
  await writeFile(join(own, 'units.ndjson'), units(5010))
  const { utimes } = await import('node:fs/promises')
  await utimes(own, new Date(Date.now() - 120_000), new Date(Date.now() - 120_000))
  await look()
  await look()
  expect(await unitIds(5006)).toEqual([5010])
  expect((await ok('GET', `/api/feeds/${id}/runs`)).runs).toHaveLength(4)
})

test('a folder has a plain name, and one that leads elsewhere is not read', async () => {
  for (const folder of ['../2', 'a/b', '..', '', '.x'])
    expect(
      (
        await ask('POST', '/api/feeds', {
          name: folder || 'none',
          kind: 'contract',
          entity: 'units',
          source: 'folder',
          folder,
          rhythm: 'daily',
        })
      ).status,
    ).toBe(400)
  await mkdir(join(root, '2', 'theirs'), { recursive: true })
  await writeFile(join(root, '2', 'theirs', 'units.ndjson'), units(5020))
  await symlink(join(root, '2', 'theirs'), join(root, '1', 'leads'))
  await make({ name: 'linked', source: 'folder', folder: 'leads' })
  await lookTwice()
  expect(await unitIds(5010)).toEqual([])
  expect(await readdir(join(root, '2', 'theirs'))).toEqual(['units.ndjson'])
})
