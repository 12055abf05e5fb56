import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { importDirectory } from '../..'
import { factsWith, type TempFacts, tempFacts } from '../../testing'
import { ana, baseRecords, message } from '../testing'
import { checkAhead } from './checkAhead'
import { BESIDE_BYTES } from './checkBeside'

let dir: string
let store: TempFacts
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-ahead-'))
  store = await tempFacts()
  await store.load(baseRecords)
  for (const [entity, record] of Object.entries({ prospects: ana, messages: message })) {
    const count = Math.ceil(BESIDE_BYTES / JSON.stringify(record).length)
    const lines = Array.from({ length: count }, (_, at) => JSON.stringify({ ...record, id: at + 1 }))
    await writeFile(join(dir, `${entity}.ndjson`), lines.join('\n'))
  }
})
afterAll(async () => {
  await store.close()
  await rm(dir, { recursive: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** What happens from now on: files that a thread begins to check, and threads that end. */
function watchThreads(): string[] {
  const events: string[] = []
  const { postMessage, terminate } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message) {
    if ('path' in message) events.push(`checks ${message.path.slice(dir.length + 1)}`)
    postMessage.call(this, message)
  })
  vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    events.push('ended')
    return terminate.call(this)
  })
  return events
}

/** The store, which does something once rows of a table are written. */
const onceWritten = (work: (table: string) => void) =>
  factsWith(store.facts, {
    insert: async (table, ...rest) => {
      await store.facts.insert(table, ...rest)
      work(table)
    },
  })

it('checks the next file of a folder while the last records of the one before are written', async () => {
  const events = watchThreads()
  const noted = new Set(['prospects', 'messages'])
  const facts = onceWritten((table) => noted.has(table) && events.push(`wrote ${table}`))
  const { records } = await importDirectory(facts, dir)
  // A thread without a file ends by itself.
  expect([...new Set(events)].filter((event) => event !== 'ended')).toEqual([
    'checks prospects.ndjson',
    'checks messages.ndjson',
    'wrote prospects',
    'wrote messages',
  ])
  expect(records.map(({ read, new: added }) => read - added)).toEqual([0, 0])
})

it('ends the check of the next file where the one before can not be written', async () => {
  const events = watchThreads()
  await store.clear()
  await store.load(baseRecords)
  const failing = onceWritten((table) => {
    if (table === 'prospects') throw new Error('no room')
  })
  await expect(importDirectory(failing, dir)).rejects.toThrow('no room')
  expect(events.slice(events.indexOf('checks prospects.ndjson'))).toEqual([
    'checks prospects.ndjson',
    'checks messages.ndjson',
    'ended',
  ])
})

it('tells what is wrong with a file once its records are wanted', async () => {
  const gone = checkAhead(join(dir, 'gone.ndjson'), { entity: 'messages' })
  // An unhandled rejection meanwhile would end the process.
  await sleep(300)
  await expect(gone.bunches[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'ENOENT' })
})
