import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listGoals, listGroupGoals, saveGoals } from '../goals/goals'
import { addPin, readMyPage, setStartPage } from '../myPage/myPage'
import { migrationsFolder } from '../store/migrations'
import { openState } from '../store/open'
import { hasReadWelcome, markWelcomeRead } from '../welcomes'
import {
  addTimelineNote,
  changeTimelineNote,
  deleteTimelineNote,
  listTimelineNotes,
  readTimelineNote,
  type TimelineNoteContent,
} from './timelineNotes'

/** How many migrations there were before the one that makes the table of notes. */
const NOTES_MIGRATION = 22
const NOW = new Date('2026-03-10T12:00:00.000Z')
const content = (text: string, startOn: string, endOn = startOn): TimelineNoteContent => ({
  ...{ text, startOn, endOn, propertyIds: [], attribute: null, value: null },
})

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leaselight-notes-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

it('opens a store from before notes, which keeps what it had and takes notes, pins, and goals of groups', async () => {
  const before = await openState({ dataDir })
  await saveGoals(
    before,
    { companyId: 1, goal: 'leases', setBy: 3 },
    [{ propertyId: 2, month: '2026-03', target: 9 }],
    NOW,
  )
  // As the version before left it: without this migration and those that came later.
  const later = readMigrationFiles({ migrationsFolder })
    .toSorted((a, b) => a.folderMillis - b.folderMillis)
    .slice(NOTES_MIGRATION)
  const made = later.flatMap((one) => [...one.sql.join().matchAll(/CREATE TABLE "(\w+)"/g)].map(([, table]) => table))
  expect(made[0]).toBe('timeline_notes')
  await before.db.execute(sql.raw(`drop table ${made.join()}`))
  await before.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at >= ${later[0]?.folderMillis ?? 0}`,
  )
  await before.close()

  const state = await openState({ dataDir })
  expect(await listGoals(state, { companyId: 1, from: '2026-03', to: '2026-03' })).toMatchObject([{ target: 9 }])
  const author = { companyId: 1, authorId: 3 }
  const late = await addTimelineNote(state, author, content('new sign', '2026-03-09'), NOW)
  const span = await addTimelineNote(state, author, content('phones down', '2026-03-03', '2026-03-05'), NOW)
  await addTimelineNote(state, { companyId: 2, authorId: 3 }, content('elsewhere', '2026-03-04'), NOW)
  const texts = async (days = {}) => (await listTimelineNotes(state, 1, days)).map(({ text }) => text)
  expect(await texts()).toEqual(['phones down', 'new sign'])
  expect(await texts({ start: '2026-03-05', end: '2026-03-08' })).toEqual(['phones down'])
  expect(await texts({ start: '2026-03-06', end: '2026-03-08' })).toEqual([])

  expect(made).toEqual(expect.arrayContaining(['my_pages', 'pins', 'welcomes', 'group_goals']))
  const owner = { companyId: 1, userId: 3 }
  expect(await readMyPage(state, owner)).toEqual({ isStart: false, pins: [] })
  const pin = { name: null, kind: 'number' as const, item: 'leads', report: 'activity', params: { preset: 'today' } }
  await addPin(state, owner, pin, NOW)
  await setStartPage(state, owner, true)
  expect(await readMyPage(state, owner)).toMatchObject({ isStart: true, pins: [pin] })
  expect(await hasReadWelcome(state, owner)).toBe(false)
  await markWelcomeRead(state, owner, NOW)
  expect(await hasReadWelcome(state, owner)).toBe(true)
  const west = { attribute: 'Region', value: 'West', month: '2026-03' }
  const all = { attribute: null, value: null, month: '2026-03' }
  const setting = { companyId: 1, goal: 'leases', setBy: 3 }
  const range = { companyId: 1, from: '2026-01', to: '2026-12', goal: 'leases' }
  await saveGoals(
    state,
    setting,
    [
      { ...west, target: 30 },
      { ...all, target: 90 },
    ],
    NOW,
  )
  await saveGoals(state, setting, [{ ...west, target: 31 }], NOW)
  expect(await listGroupGoals(state, range)).toEqual([
    { ...all, goal: 'leases', target: 90 },
    { ...west, goal: 'leases', target: 31 },
  ])
  await saveGoals(state, setting, [{ ...all, target: null }], NOW)
  expect(await listGroupGoals(state, range)).toHaveLength(1)
  expect(await listGroupGoals(state, { ...range, companyId: 2 })).toEqual([])

  const id = span?.id ?? ''
  const changed = await changeTimelineNote(state, 1, id, content('phones were down', '2026-03-03'), NOW)
  expect(changed).toMatchObject({ text: 'phones were down', endOn: '2026-03-03', authorId: 3 })
  // Another company's note is none.
  expect(await changeTimelineNote(state, 2, id, content('x', '2026-03-03'), NOW)).toBeUndefined()
  expect([await readTimelineNote(state, 2, id), await deleteTimelineNote(state, 2, id)]).toEqual([undefined, false])
  expect(await deleteTimelineNote(state, 1, late?.id ?? '')).toBe(true)
  expect(await texts()).toEqual(['phones were down'])
  await expect(addTimelineNote(state, author, content('backwards', '2026-03-03', '2026-03-02'), NOW)).rejects.toThrow()
  await state.close()
})
