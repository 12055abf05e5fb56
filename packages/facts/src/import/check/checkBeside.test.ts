import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntityName } from '@leaselight/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importRecords, type Rejection } from '../..'
import { tempFacts } from '../../testing'
import { ana, baseRecords, east, lease, message } from '../testing'
import { checkBeside, IDLE_MS } from './checkBeside'
import { type CheckedSource, checkHere } from './checker'
import type { Row } from './validator'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-beside-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function fileOf(entity: EntityName, lines: readonly (object | string)[]): Promise<string> {
  const path = join(dir, `${entity}.ndjson`)
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

const valuesOf = (row: Row) => ({
  line: row.line,
  id: row.id,
  companyId: row.companyId,
  propertyId: row.propertyId,
  prospectId: row.prospectId,
  deleted: row.deleted,
  body: row.body,
  person: row.person,
  inspected: row.inspected,
  instants: [...row.instants],
})

async function allOf({ bunches, end }: CheckedSource) {
  const found = { rows: [] as ReturnType<typeof valuesOf>[], rejected: [] as object[], bytes: 0 }
  for await (const { rows, rejected, bytes } of bunches) {
    found.rows.push(...rows.map(valuesOf))
    found.rejected.push(...rejected)
    found.bytes += bytes
  }
  return { ...found, end: end() }
}

const transcript = {
  thread_id: 'a-ñ-🏠',
  property_id: 10,
  utterances: [{ speaker: 'agent', time: 0.5, transcript: 'Schöne Küche 🏠' }],
}

/** Records of each kind that differs on its way: a person's, some with a place in the body, keys of text, removed, broken. */
const records: [EntityName, (object | string)[]][] = [
  [
    'properties',
    [east, { ...east, id: 11, name: 'Süd 🏠' }, { id: 12, company_id: 1, deleted: true, time_zone: 'UTC' }],
  ],
  ['prospects', [ana, { ...ana, id: 101, not_a_prospect: true, first_name: '李' }, { ...ana, id: 'x' }, '{"id":']],
  ['messages', [message, { ...message, id: 2, shade: 'blue' }, { id: 3, property_id: 10, deleted: true }]],
  [
    'leases',
    [lease, { ...lease, id: 2, prospect_id: null, cancelled_at: lease.signed_at }, 'null', { ...lease, id: 0 }],
  ],
  ['transcripts', [transcript, { ...transcript, thread_id: '' }, { ...transcript, thread_id: 5 }]],
]

describe('records that another thread checks', () => {
  it.each(records)('are %s as this thread would have them', async (entity, lines) => {
    const path = await fileOf(entity, lines)
    const here = await allOf(checkHere(path, { entity }))
    expect(here.rows.length).toBeGreaterThan(0)
    expect(await allOf(checkBeside(path, { entity }))).toEqual(here)
  })

  it('say why a file can’t be read', async () => {
    const gone = checkBeside(join(dir, 'gone.ndjson'), { entity: 'messages' })
    await expect(allOf(gone)).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' })
    const unknown = checkBeside(join(dir, 'messages.txt'), { entity: 'messages' })
    await expect(allOf(unknown)).rejects.toThrow('is neither .ndjson nor .csv nor .parquet')
  })

  it('can be left before the end', async () => {
    const path = await fileOf('messages', Array(20_000).fill(message))
    for await (const { rows } of checkBeside(path, { entity: 'messages' }).bunches) {
      expect(rows.length).toBeLessThan(20_000)
      break
    }
    expect((await allOf(checkBeside(path, { entity: 'messages' }))).rows).toHaveLength(20_000)
  })

  it('are checked by another thread while the one before ends', async () => {
    const path = await fileOf('messages', [message])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await allOf(checkBeside(path, { entity: 'messages' }))
      vi.advanceTimersByTime(IDLE_MS)
      expect((await allOf(checkBeside(path, { entity: 'messages' }))).rows).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['less than 4 MB are checked by this thread', (4 << 20) - 1, 'here'],
    ['4 MB are checked by another', 4 << 20, 'beside'],
  ])('of a file of %s', async (_, size, expected) => {
    const store = await tempFacts()
    await store.load(baseRecords)
    const blank = `\n${' '.repeat(9_999)}`
    const path = await fileOf('messages', [JSON.stringify(message).padEnd(size, blank)])
    const checked: string[] = []
    await importRecords(store.facts, path, {
      entity: 'messages',
      // What comes from another thread reads from its bunch; what this one checked is an object of its own.
      onRecord: (_, record) => checked.push(Object.hasOwn(record, 'deleted') ? 'here' : 'beside'),
    })
    expect(checked).toEqual([expected])
    await store.close()
  })

  it('go in from a large file, with the broken ones told in their order', async () => {
    const store = await tempFacts()
    await store.load(baseRecords)
    const lines = Array.from({ length: 30_000 }, (_, at) => ({ ...message, id: at + 1 }))
    const path = await fileOf('messages', [...lines, { ...message, id: -1 }, '{', { ...message, id: 1 }])
    const rejections: Rejection[] = []
    const { records } = await importRecords(store.facts, path, {
      entity: 'messages',
      onRejection: (rejection) => rejections.push(rejection),
    })
    expect(records).toEqual([
      { entity: 'messages', read: 30_003, new: 30_000, changed: 0, unchanged: 1, removed: 0, rejected: 2 },
    ])
    expect(rejections.map(({ line }) => line)).toEqual([30_001, 30_002])
    const [found] = await store.facts.query<{ n: number }>('SELECT count() AS n FROM messages FINAL')
    expect(found?.n).toBe(30_000)
    await store.close()
  })
})
