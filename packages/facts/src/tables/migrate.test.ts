import { entityNames } from '@leaselight/contract'
import { expect, it } from 'vitest'
import { deriveAgain, wrongRows } from '../derive/derive'
import { ana, company, east } from '../import/testing'
import { tempFacts } from '../testing'
import { tableColumns } from './columns'
import { migrate } from './migrate'

it('adds what a derived table of an older installation lacks, where a new one has it', async () => {
  const { facts, load, close } = await tempFacts()
  const columns = () =>
    facts.query<{ name: string; type: string }>(
      `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'prospect_care' ORDER BY position`,
    )
  try {
    await load({ companies: [company], properties: [east], prospects: [ana] })
    const declared = await columns()
    // As migration 14 left it.
    await facts.command('ALTER TABLE prospect_care DROP COLUMN property_id, DROP COLUMN status, DROP COLUMN lost_at')
    await facts.command('ALTER TABLE migrations DELETE WHERE number > 14 SETTINGS mutations_sync = 2')
    await Promise.all([migrate(facts), migrate(facts)])
    expect(await columns()).toEqual(declared)
    expect(await wrongRows(facts, company.id)).toBe(1)
    await deriveAgain(facts, company.id)
    expect(await wrongRows(facts, company.id)).toBe(0)
  } finally {
    await close()
  }
})

it('brings the tables of an older installation up to date, and keeps what is in them', async () => {
  const { facts, load, close } = await tempFacts()
  try {
    await load({ companies: [company], properties: [east], prospects: [ana] })
    // As migration 2 left them.
    for (const table of ['prospects', 'messages', 'calls'])
      await facts.command(`ALTER TABLE ${table} DROP COLUMN day_only`)
    await facts.command('ALTER TABLE migrations DELETE WHERE number > 2 SETTINGS mutations_sync = 2')
    await Promise.all([migrate(facts), migrate(facts)])
    for (const entity of entityNames) {
      const made = await facts.query<{ name: string; type: string }>(
        'SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {entity:String} ORDER BY name',
        { entity },
      )
      const declared = tableColumns[entity].map(({ name, type }) => ({ name, type }))
      expect(made).toEqual(declared.sort((a, b) => (a.name < b.name ? -1 : 1)))
    }
    expect(await facts.query('SELECT id, day_only FROM prospects FINAL')).toEqual([{ id: ana.id, day_only: 0 }])
    await load({ prospects: [{ ...ana, day_only: true }] })
    expect(await facts.query('SELECT id, day_only FROM prospects FINAL')).toEqual([{ id: ana.id, day_only: 1 }])
  } finally {
    await close()
  }
})
