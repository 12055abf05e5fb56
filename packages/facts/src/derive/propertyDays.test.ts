import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Facts } from '../client/facts'
import { eraseListed, listErased } from '../erase'
import { ana, baseRecords, message } from '../import/testing'
import { factsWith, type TempFacts, tempFacts } from '../testing'
import { derive, isDerived, wrongRows } from './derive'
import { storedPropertyDays } from './testingPropertyDays'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())
beforeEach(() => store.clear())

const ben = { ...ana, id: 200 }
/** Some sums as they are stored. */
const stored = async (...sums: string[]) =>
  (await storedPropertyDays(store.facts)).filter(({ row }) => sums.includes(row.split(' ').at(-1) ?? ''))
const emails = () => stored('agent_emails')

/** The emails of the fixture's day to a prospect, and to someone who is none. */
const counted = (times: number, who: 0 | 1 = 0) => ({ row: `2026-03-08 10 ${who} agent_emails`, times })

it('counts messages by day, and leaves out those of deleted people', async () => {
  const messages = [message, { ...message, id: 2 }, { ...message, id: 3, prospect_id: 200 }]
  await store.load({ ...baseRecords, prospects: [ana, ben], messages })
  expect(await emails()).toEqual([counted(3)])
  await store.load({ prospects: [{ ...ben, not_a_prospect: true }] })
  expect(await emails()).toEqual([counted(2), counted(1, 1)])
  await store.load({ prospects: [{ id: 200, property_id: 10, deleted: true }] })
  expect(await emails()).toEqual([counted(2)])
  await store.load({ prospects: [ben] })
  expect(await emails()).toEqual([counted(3)])
})

it('counts those of a person whose record comes later with a mark', async () => {
  await store.load({ ...baseRecords, messages: [message] })
  expect(await emails()).toEqual([counted(1)])
  await store.load({ prospects: [{ ...ana, not_a_prospect: true }] })
  expect(await emails()).toEqual([counted(1, 1)])
})

it('writes the rows of a day again, and of no other', async () => {
  const later = { ...message, id: 2, sent_at: '2026-03-12T15:00:00Z' }
  await store.load({ ...baseRecords, prospects: [ana], messages: [message, later] })
  const versions = () =>
    store.facts.query<{ at: string; version: number }>(
      'SELECT toString(day) AS at, version FROM property_days FINAL WHERE company_id = 1 AND agent_emails > 0 ORDER BY at',
    )
  const [before, otherBefore] = await versions()
  await store.load({ messages: [{ ...message, id: 3 }] })
  const [after, otherAfter] = await versions()
  expect(after?.version).toBeGreaterThan(before?.version ?? 0)
  expect(otherAfter).toEqual(otherBefore)
})

it('counts who was qualified on their day, wherever it moves', async () => {
  const qualified = async (day?: string) => {
    await store.load({ prospects: [{ ...ana, ...(day && { qualified_at: `${day}T15:00:00Z` }) }] })
    expect(await wrongRows(store.facts, 1)).toBe(0)
    return stored('qualified')
  }
  await store.load({ ...baseRecords, prospects: [{ ...ben, qualified_at: '2026-03-12T15:00:00Z' }] })
  const one = { row: '2026-03-12 10 0 qualified', times: 1 }
  expect(await qualified()).toEqual([one])
  expect(await qualified('2026-03-12')).toEqual([{ ...one, times: 2 }])
  expect(await qualified('2026-03-14')).toEqual([one, { ...one, row: '2026-03-14 10 0 qualified' }])
  expect(await qualified()).toEqual([one])
})

it('reads no prospect in vain after a message', async () => {
  await store.load({
    ...baseRecords,
    prospects: [{ ...ana, qualified_at: '2026-03-08T15:00:00Z' }],
    messages: [message],
  })
  const commands = vi.spyOn(store.facts, 'command')
  await store.load({ messages: [{ ...message, id: 2 }] })
  const written = commands.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('INSERT INTO property_days'))
  commands.mockRestore()
  expect(written.length).toBeGreaterThan(0)
  for (const sql of written) expect(sql).not.toContain('qualified_day')
  expect(await stored('agent_emails', 'qualified')).toEqual([
    { row: '2026-03-08 10 0 agent_emails', times: 2 },
    { row: '2026-03-08 10 0 qualified', times: 1 },
  ])
})

/** The same store, whose process dies before a statement that matches. */
const dyingBefore = (statement: RegExp): Facts =>
  factsWith(store.facts, {
    command: (sql) => (statement.test(sql) ? Promise.reject(new Error('dead')) : store.facts.command(sql)),
    insert: (table, ...rest) =>
      statement.test(table) ? Promise.reject(new Error('dead')) : store.facts.insert(table, ...rest),
  })

it('counts no message of an erased person, wherever the process dies', async () => {
  const messages = [message, { ...message, id: 2, prospect_id: 200 }]
  // In the middle of removing, after it, and not at all.
  for (const statement of [/prospect_marks/, /import_log/, /^$/]) {
    await store.clear()
    await store.load({ ...baseRecords, prospects: [ana, { ...ben, not_a_prospect: true }], messages })
    expect(await emails()).toEqual([counted(1), counted(1, 1)])
    await listErased(store.facts, 1, [200], Date.now())
    const died = await eraseListed(dyingBefore(statement), 1, { now: Date.now() }).then(
      () => false,
      () => true,
    )
    expect(died).toBe(statement.source !== '^$')
    // Nobody reads what is not so any more.
    expect(await isDerived(store.facts, 1), String(statement)).toBe(false)
    if (died) await eraseListed(store.facts, 1, { now: Date.now() })
    await derive(store.facts, 1)
    expect(await wrongRows(store.facts, 1), String(statement)).toBe(0)
    expect(await emails()).toEqual([counted(1)])
  }
})

it('counts again after another instance has erased, although it was complete before', async () => {
  const messages = [message, { ...message, id: 2, prospect_id: 200 }]
  await store.load({ ...baseRecords, prospects: [ana, ben], messages })
  // What an instance notes that had read the messages before they were removed.
  const batches = await store.facts.query<object>("SELECT * FROM derived_batches WHERE name LIKE 'property_days%'")
  const rows = await store.facts.query<object>('SELECT * FROM property_days FINAL')
  await listErased(store.facts, 1, [200], Date.now())
  await eraseListed(store.facts, 1, { now: Date.now() })
  await store.facts.insert('property_days', rows)
  await store.facts.insert('derived_batches', batches)
  await derive(store.facts, 1)
  expect(await emails()).toEqual([counted(1)])
})
