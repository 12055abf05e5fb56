import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Activity, type Facts, importRecords } from '..'
import { eraseListed, listErased } from '../erase'
import { importValidRecords } from '../import'
import { baseRecords, lease, linesOf } from '../import/testing'
import { factsWith, type TempFacts, tempFacts, tempServer } from '../testing'
import { completeTables, derive, deriveAgain, deriveUnlessBusy, isDerived, repairDerived, wrongRows } from './derive'
import { MAX_LEASES_OF_UNIT } from './homeStates'
import { drawing, storedMilestones } from './testing'
import { allLeases, bothStates, someLeases, units, visitOf } from './testingLeases'

describe('derived facts whose process dies', () => {
  let store: TempFacts
  const activity = new Activity()
  /** How derivations ended, as those learn who watch the store. */
  const ends: string[] = []
  beforeAll(async () => {
    store = await tempFacts()
    activity.listen({ derivation: ({ table, outcome }) => ends.push(`${table} ${outcome}`) })
  })
  afterAll(() => store.close())

  /** The same store as another process sees it that dies at its n-th write. */
  function dyingAt(write: number, facts = store.facts): Facts {
    let writes = 0
    const lives = () => {
      if (write && ++writes >= write) throw new Error('dead')
    }
    return factsWith(facts, {
      activity,
      insert: async (...args) => {
        lives()
        await facts.insert(...args)
      },
      command: async (sql) => {
        lives()
        await facts.command(sql)
      },
    })
  }

  it('never passes off what is behind as complete, and catches up', async () => {
    const draw = drawing(SEED)
    const first = allLeases(draw)
    const changed = someLeases(draw)
    // Every second write, and with another seed the others.
    const [begin, step] = EVERYTHING ? [1, 1] : [1 + (SEED % 2), 2]
    for (let write = begin; ; write += step) {
      await store.clear()
      await store.load({ ...baseRecords, units, leases: first })
      let died = false
      const dying = dyingAt(write)
      await importRecords(dying, linesOf(changed), { entity: 'leases' }).catch(() => {
        died = true
      })
      // Half a batch isn't contained, and one whose rows couldn't be worked out is known to be missing.
      const isBehind = !(await isDerived(store.facts, 1))
      if (!died && !isBehind) break
      // An import succeeds all the same, and those who watch the store learn why questions take longer.
      if (!died) expect(ends.splice(0)).toContainEqual(expect.stringMatching(/ failed$/))
      ends.splice(0)
      await importRecords(dyingAt(0), linesOf(changed), { entity: 'leases' })
      await derive(store.facts, 1)
      expect(await isDerived(store.facts, 1)).toBe(true)
      expect(await wrongRows(store.facts, 1), `write ${write}`).toBe(0)
      expect(write).toBeLessThan(40)
    }
  })

  it('contains what a dead instance of several wrote, once the same records come again', async () => {
    const server = await tempServer()
    const draw = drawing(SEED)
    await server.load({ ...baseRecords, units, leases: allLeases(draw) })
    const changed = allLeases(draw)
    // Its records are written by then, and their batch has not ended.
    const dying = dyingAt(4, server.facts)
    await expect(importRecords(dying, linesOf(changed), { entity: 'leases' })).rejects.toThrow('dead')
    await importRecords(dyingAt(0, server.facts), linesOf(changed), { entity: 'leases' })
    await derive(server.facts, 1)
    expect(await isDerived(server.facts, 1)).toBe(true)
    expect(await wrongRows(server.facts, 1)).toBe(0)
    await server.close()
  })

  it('reports a failure where what changed can not be read', async () => {
    await store.clear()
    await store.load({ ...baseRecords, units, leases: [{ ...lease, unit_id: 1 }] })
    const facts = factsWith(store.facts, {
      activity,
      query: <T>(...[sql, ...rest]: Parameters<Facts['query']>) =>
        sql.includes('groupUniqArray(') ? Promise.reject(new Error('away')) : store.facts.query<T>(sql, ...rest),
    })
    await importRecords(facts, linesOf([{ ...lease, unit_id: 2 }]), { entity: 'leases' })
    expect(ends.splice(0)).toContain('home_spans failed')
    await derive(store.facts, 1)
    expect(await wrongRows(store.facts, 1)).toBe(0)
  })

  it('works out again what a look found wrong', async () => {
    await store.clear()
    await store.load({ ...baseRecords, units, leases: [{ ...lease, unit_id: 1 }] })
    await store.facts.command(
      'ALTER TABLE home_spans UPDATE spans = [] WHERE company_id = 1 SETTINGS mutations_sync = 2',
    )
    await store.facts.insert('home_spans', [{ company_id: 1, unit_id: 99, spans: [], leases: [5], version: 1 }])
    expect(await wrongRows(store.facts, 1)).toBe(2)
    // Of many keys, some at once.
    const compared: string[] = []
    const withMany = factsWith(store.facts, {
      query: async <T>(...args: Parameters<Facts['query']>) => {
        if (args[0].includes('AS content')) compared.push(args[0])
        const rows = await store.facts.query<T>(...args)
        const isCount = /^SELECT uniq\(\w+\) AS keys FROM \(SELECT (?!.* AS content)/.test(args[0])
        return isCount ? rows.map((row) => ({ ...row, keys: 3_000_000 })) : rows
      },
    })
    expect(await wrongRows(withMany, 1)).toBe(2)
    expect(compared.filter((sql) => sql.includes('FROM home_spans')).length).toBe(30)
    await deriveAgain(store.facts, 1)
    expect(await wrongRows(store.facts, 1)).toBe(0)
  })

  it('works out again what a former definition made of more batches', async () => {
    await store.clear()
    await store.load({ ...baseRecords, units, leases: [{ ...lease, unit_id: 1 }], visits: [visitOf(1, 5)] })
    for (const table of ['home_spans', 'prospect_days', 'prospect_milestones'])
      await store.facts.command(
        `INSERT INTO ${table} SELECT * REPLACE (version + 3 AS version, [7] AS ${table === 'home_spans' ? 'leases' : 'records'})
         FROM ${table} FINAL`,
      )
    expect(await wrongRows(store.facts, 1)).toBeGreaterThan(1)
    await deriveAgain(store.facts, 1)
    expect(await wrongRows(store.facts, 1)).toBe(0)
  })

  it('leaves a unit with too many leases to the questions, and begins when there are fewer', async () => {
    await store.clear()
    const many = Array.from({ length: MAX_LEASES_OF_UNIT + 1 }, (_, at) => ({ ...lease, id: at + 1, unit_id: 1 }))
    await store.load({ ...baseRecords, units, leases: [...many, { ...lease, id: 900, unit_id: 2 }] })
    // What can't be held in one table keeps no other from being used.
    expect(await completeTables(store.facts, 1)).toEqual(
      new Set([
        'prospect_milestones',
        'prospect_care',
        'prospect_days',
        'prospect_sources',
        'call_lines',
        'campaign_messages',
        'property_days',
        'prospect_stages',
        'prospect_waits',
      ]),
    )
    ends.splice(0)
    await derive(factsWith(store.facts, { activity }), 1).catch(() => undefined)
    expect(ends.splice(0)).toEqual(['home_spans impossible'])
    expect((await bothStates(store.facts))[1]).toContainEqual(expect.objectContaining({ unit_id: 1, rented: 1 }))
    expect(await repairDerived(store.facts)).toBe(0)
    await store.load({ leases: [{ id: 1, property_id: 10, deleted: true }] })
    expect(await isDerived(store.facts, 1)).toBe(true)
    const [fromSpans, fromLeases] = await bothStates(store.facts)
    expect(fromSpans).toEqual(fromLeases)
    expect(fromSpans.length).toBeGreaterThan(100)
  })

  it('leaves nothing that an erased record said, also where a removal was not worked out yet', async () => {
    await store.clear()
    await store.load({ ...baseRecords, visits: [visitOf(1, 5)] })
    await store.load({ visits: [visitOf(1, 6)] })
    expect(await storedMilestones(store.facts)).toMatchObject([{ prospect_id: 6, visited: 1 }])
    const removed = linesOf([{ id: 1, property_id: 10, deleted: true }])
    await importValidRecords(store.facts, removed, { entity: 'visits' })
    const erased = async () =>
      store.facts.query('SELECT prospect_id FROM prospect_milestones WHERE company_id = 1 AND prospect_id = 5')
    expect(await erased()).not.toEqual([])
    await listErased(store.facts, 1, [5], Date.now())
    await eraseListed(store.facts, 1, { now: Date.now() })
    expect(await erased()).toEqual([])
    await derive(store.facts, 1)
    expect(await wrongRows(store.facts, 1)).toBe(0)
    expect(await storedMilestones(store.facts)).toEqual([])
  })

  it('removes what was worked out while somebody was being erased', async () => {
    await store.clear()
    await store.load({ ...baseRecords, visits: [visitOf(1, 5), visitOf(2, 6)] })
    // Another instance listed the person and removed their rows after this one had read their records.
    await listErased(store.facts, 1, [5], Date.now())
    await importValidRecords(store.facts, linesOf([visitOf(3, 6)]), { entity: 'visits' })
    await derive(store.facts, 1)
    const rows = 'SELECT prospect_id FROM prospect_milestones FINAL WHERE company_id = 1 ORDER BY prospect_id'
    expect(await store.facts.query(rows)).toEqual([{ prospect_id: 6 }])
  })

  it('rests between two derivations of a stream, and shares one that runs', async () => {
    await store.clear()
    await store.load({ ...baseRecords, units })
    const facts = dyingAt(0)
    const push = (id: number) => importRecords(facts, linesOf([{ ...lease, id, unit_id: 1 }]), { entity: 'leases' })
    await push(1)
    expect(await isDerived(facts, 1)).toBe(true)
    await push(2)
    expect(await isDerived(facts, 1)).toBe(false)
    await Promise.all([deriveUnlessBusy(facts, 1), deriveUnlessBusy(facts, 1)])
    expect(await isDerived(facts, 1)).toBe(false)
    await derive(facts, 1)
    expect(await isDerived(facts, 1)).toBe(true)
  })
})
