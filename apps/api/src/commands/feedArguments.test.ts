import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFeedArguments } from './feedArguments'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-arguments-'))
  const feed = { name: 'units', kind: 'contract', entity: 'units', source: 'upload', rhythm: 'daily' }
  await writeFile(join(folder, 'feed.json'), JSON.stringify(feed))
  await writeFile(join(folder, 'bad.json'), JSON.stringify({ ...feed, rhythm: 'sometimes' }))
})
afterAll(() => rm(folder, { recursive: true }))

test('actions, names, companies and files are read from a command line', async () => {
  expect(await readFeedArguments(['list'])).toEqual({ action: 'list' })
  expect(await readFeedArguments(['pause', 'leads.csv', '--company', '1'])).toEqual({
    ...{ action: 'pause', name: 'leads.csv', company: 1 },
  })
  expect(await readFeedArguments(['add', join(folder, 'feed.json'), '--company', '1'])).toMatchObject({
    ...{ action: 'add', company: 1, feed: { name: 'units', extent: 'partial', max_removed_percent: 10 } },
  })
})

test.each([
  [[], /^npm run feed -- list/],
  [['dance'], /^npm run feed/],
  [['run'], /^npm run feed/],
  [['run', 'a', 'b'], /^npm run feed/],
  [['list', '--company', 'x'], /^--company must be/],
  [['add', 'feed.json'], /^npm run feed/],
  [['add', 'absent.json', '--company', '1'], /^There is no file/],
  [['list', '--wings'], /^Unknown option/],
])('%j is refused with a sentence or the usage', async (args, message) => {
  await expect(readFeedArguments(args)).rejects.toThrow(message)
})

test('a file with a wrong field names it', async () => {
  await expect(readFeedArguments(['add', join(folder, 'bad.json'), '--company', '1'])).rejects.toThrow(
    /rhythm is missing or/,
  )
})
