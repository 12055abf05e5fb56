import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importDirectory } from '../..'
import { factsWith, type TempFacts, tempFacts } from '../../testing'
import { ana, company, east, lease, message } from '../testing'

let store: TempFacts
let folder: string
beforeAll(async () => {
  store = await tempFacts()
  folder = await mkdtemp(join(tmpdir(), 'leaselight-optimize-'))
  const files = { companies: company, properties: east, prospects: ana, messages: message, leases: lease }
  for (const [name, record] of Object.entries(files))
    await writeFile(join(folder, `${name}.ndjson`), JSON.stringify(record))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

it('merges each table that a folder filled once, two at a time and beside writes', async () => {
  const merged: string[] = []
  let [running, most] = [0, 0]
  const { facts } = store
  const watched = factsWith(facts, {
    tidy: async (sql) => {
      merged.push(sql.split(' FINAL')[0] ?? '')
      most = Math.max(most, ++running)
      // What is written meanwhile doesn't wait.
      await facts.command('SELECT 1')
      await sleep(5)
      await facts.tidy(sql)
      running--
    },
  })
  await importDirectory(watched, folder)
  expect(most).toBe(2)
  expect(merged.filter((one) => one.includes('TABLE messages'))).toHaveLength(1)
  expect(merged).toEqual(
    expect.arrayContaining(["OPTIMIZE TABLE record_keys PARTITION 'leases'", 'OPTIMIZE TABLE home_spans']),
  )
  expect(new Set(merged).size).toBe(merged.length)
})
