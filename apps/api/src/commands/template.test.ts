import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entityNames } from '@leaselight/contract'
import { importDirectory } from '@leaselight/facts'
import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTemplates } from './template'

let store: TempFacts
let folder: string
beforeAll(async () => {
  store = await tempFacts()
  folder = await mkdtemp(join(tmpdir(), 'leaselight-template-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

test('writes a file for each entity, whose example line is imported as it is', async () => {
  const directory = await writeTemplates(join(folder, 'files'))
  expect((await readdir(directory)).sort()).toEqual(entityNames.map((entity) => `${entity}.csv`).sort())
  const rejections: object[] = []
  const report = await importDirectory(store.facts, directory, { onRejection: (one) => rejections.push(one) })
  expect(rejections).toEqual([])
  expect(report.unused).toEqual([])
  expect(report.records.map(({ entity, read, new: added }) => [entity, read, added]).sort()).toEqual(
    entityNames.map((entity) => [entity, 1, 1]).sort(),
  )
})

test('overwrites nothing', async () => {
  await expect(writeTemplates(folder)).rejects.toThrow(/is not empty\. Name a new one/)
})
