import { entityNames } from '@leaselight/contract'
import { expect, it } from 'vitest'
import { tempFacts } from '../testing'
import { entitiesRead } from './entitiesRead'

/** Tables that no number is counted from. */
const BOOKS = [
  ...['import_log', 'record_keys', 'derived_batches', 'erased', 'erased_staff', 'erasing'],
  ...['installation_claims', 'migrations', 'table_changes'],
]

it('tells whose records a statement reads, also where they are in another table', () => {
  expect(entitiesRead('SELECT count() FROM calls FINAL WHERE property_id IN (SELECT id FROM properties)')).toEqual([
    'calls',
    'properties',
  ])
  expect(entitiesRead('SELECT id FROM call_lines')).toEqual(['calls', 'transcripts'])
  expect(entitiesRead('SELECT id FROM prospect_marks FINAL')).toEqual(['prospects'])
  expect(entitiesRead('SELECT * FROM at_hand.prospects_1_2 AS people')).toEqual(['prospects'])
  expect(entitiesRead('SELECT spans FROM home_spans FINAL')).toEqual(['leases', 'units'])
})

it('knows every table, and takes an unknown one for all', async () => {
  expect(entitiesRead('SELECT id FROM no_such_table')).toEqual(entityNames)
  const { facts, close } = await tempFacts()
  const tables = await facts.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name NOT LIKE '.%' ORDER BY name`,
  )
  await close()
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['calls', 'call_lines', 'import_log']))
  const unknown = tables.filter(({ name }) => entitiesRead(`SELECT 1 FROM ${name}`) === entityNames)
  expect(unknown.map(({ name }) => name).filter((name) => !BOOKS.includes(name))).toEqual([])
})
