import { describe, expect, it } from 'vitest'
import { addTo } from '../time/dates'
import { instantOf } from '../time/zones'
import { explainRecords, type ReconcileContext } from './explain'
import { reconcileLine } from './lines'
import { explainTotals } from './totals'
import type { OurRecord, ReconcileReason, TheirRecord } from './types'
import { reconcileAnswer, unexplainedIn } from './words'

const properties = [
  { id: 11, name: 'Harbor Point', timeZone: 'America/New_York' },
  { id: 12, name: 'Sunset Terrace', timeZone: 'America/Los_Angeles' },
]
const find = (id: number) => properties.find((one) => one.id === id)

const contextOf = (line: string, change: Partial<ReconcileContext> = {}): ReconcileContext => {
  const found = reconcileLine(line)
  if (!found) throw new Error(`There is no line ${line}.`)
  return {
    line: found,
    period: { start: '2026-03-08', end: '2026-03-14' },
    properties,
    nameOf: (id) => find(id)?.name ?? '',
    zoneOf: (id) => find(id)?.timeZone ?? 'UTC',
    madeAt: null,
    freshUntil: null,
    hasSources: false,
    idsOf: ({ id }) => (id === '' ? [] : [Number(id)]),
    isDeleted: () => false,
    personOf: () => undefined,
    ...change,
  }
}

let next = 0
function ours(name: string, change: Partial<OurRecord> & { hour?: number } = {}): OurRecord {
  const { hour = 12, ...rest } = change
  const day = rest.day === undefined ? '2026-03-10' : rest.day
  const propertyId = rest.propertyId ?? 11
  const id = ++next
  return {
    ...{ id, propertyId, prospectId: id + 1000, name, email: '', phone: '', unit: '' },
    day,
    at: day === null ? null : instantOf(day, hour * 3600, find(propertyId)?.timeZone ?? 'UTC'),
    ...{ source: 'Website', counted: true, notProspect: false, deleted: false, leftOut: null, remark: null },
    ...rest,
  }
}

const theirs = (name: string, change: Partial<TheirRecord> = {}): TheirRecord => ({
  ...{ row: ++next, line: 'visits', propertyId: 11, day: '2026-03-10' },
  ...{ id: '', name, email: '', phone: '', unit: '', source: 'Website' },
  ...change,
})

const reasonsOf = (context: ReconcileContext, rows: TheirRecord[], records: OurRecord[]) =>
  explainRecords(context, rows, records).differences.map(({ propertyId, effect, reason, says }) => [
    propertyId,
    effect,
    reason,
    says,
  ])

describe('records of both systems', () => {
  it('agree by id, e-mail, phone, or name, whatever its order and case', () => {
    const records = [
      ours('Ann Abel', { id: 7 }),
      ours('Bob', { email: 'bob@x.example' }),
      ours('Cleo', { phone: '+14255550120' }),
      ours('Dora Díaz'),
    ]
    const rows = [
      theirs('Somebody', { id: '7' }),
      theirs('Robert', { email: 'BOB@x.example ' }),
      theirs('C.', { phone: '(425) 555-0120' }),
      theirs('DIAZ, Dora'),
    ]
    const { lines, differences } = explainRecords(contextOf('visits'), rows, records)
    expect(differences).toEqual([])
    expect(lines[0]).toMatchObject({ theirs: 4, ours: 4, difference: 0, unexplained: 0 })
  })

  it('name each difference with its reason, and the effects add up', () => {
    const kai = ours('Kai Kern', { propertyId: 12, day: '2026-03-14', hour: 23.7 })
    const records = [
      ours('Ann Abel'),
      ours('Dora Diaz', { counted: false, notProspect: true }),
      ours('Eli East', { counted: false, deleted: true }),
      ours('Fay Frost', { propertyId: 12 }),
      ours('Gus Gray', { counted: false, leftOut: { reason: 'definition', says: 'was canceled on Mar 9' } }),
      ours('Hana Hill', { counted: false, day: '2026-03-15', hour: 0.2 }),
      kai,
      ours('Lena Lopez', { source: 'Unknown' }),
      ours('Max Moor'),
    ]
    const rows = [
      ...[theirs('Ann Abel'), theirs('Dora Diaz'), theirs('Eli East'), theirs('Fay Frost'), theirs('Gus Gray')],
      ...[theirs('Hana Hill', { day: '2026-03-14' }), theirs('Nina New')],
    ]
    const context = contextOf('visits')
    expect(reasonsOf(context, rows, records).map((one) => one.slice(0, 3))).toEqual([
      [11, 1, 'notProspect'],
      [11, 1, 'day'],
      [12, -1, 'day'],
      [11, 1, 'property'],
      [12, -1, 'property'],
      [11, 1, 'deleted'],
      [11, -1, 'source'],
      [11, 1, 'definition'],
      [11, 1, 'notImported'],
      [11, -1, 'notTheirs'],
    ])
    const { lines, differences } = explainRecords(context, rows, records)
    expect(lines).toMatchObject([
      { propertyId: 11, theirs: 7, ours: 3, difference: 4, unexplained: 0 },
      { propertyId: 12, theirs: 0, ours: 2, difference: -2, unexplained: 0 },
    ])
    const says = (name: string) => differences.find((one) => one.name === name)?.says
    expect(says('Hana Hill')).toBe(
      'Their file has Hana Hill on Mar 14. Here it is Sun, Mar 15, 2026, 12:12 AM. Hana Hill is dated Sun, Mar 15, 2026, 12:12 AM here. In Central Time that is Mar 14.',
    )
    expect(says('Kai Kern')).toBe('Kai Kern is dated Sat, Mar 14, 2026, 11:42 PM here. In Eastern Time that is Mar 15.')
    expect(says('Gus Gray')).toBe('Gus Gray was canceled on Mar 9.')
    expect(says('Nina New')).toBe('Nina New is not here.')
  })

  it('tell one record twice from two records', () => {
    const twice = [theirs('Ann Abel', { row: 2 }), theirs('Ann Abel', { row: 9 })]
    expect(reasonsOf(contextOf('visits'), twice, [ours('Ann Abel')])).toEqual([
      [11, 1, 'definition', 'Ann Abel is twice in their file, in rows 2 and 9. It counts once here.'],
    ])
    expect(reasonsOf(contextOf('prospects'), [theirs('Ann Abel')], [ours('Ann Abel'), ours('Ann Abel')])).toEqual([
      [11, -1, 'definition', 'Ann Abel is here twice. Their file has it once.'],
    ])
  })

  it('say what is newer than the data or than the file, who is known without the record, and who has no source', () => {
    const freshUntil = instantOf('2026-03-12', 18 * 3600, 'America/New_York')
    const madeAt = instantOf('2026-03-13', 9 * 3600, 'America/New_York')
    const context = contextOf('visits', {
      freshUntil,
      madeAt,
      personOf: ({ name }) => (name === 'Bob' ? ours(name) : undefined),
    })
    const rows = [theirs('Zoe', { day: '2026-03-14' }), theirs('Bob')]
    expect(reasonsOf(context, rows, [ours('Max', { day: '2026-03-13' })])).toEqual([
      [11, 1, 'notImported', 'Zoe is newer than the data here, which ends Thu, Mar 12, 2026, 6:00 PM.'],
      [11, 1, 'notImported', 'Bob is here, but without a visit.'],
      [11, -1, 'notTheirs', 'Max came Fri, Mar 13, 2026, 12:00 PM, after their file was made.'],
    ])
    const leads = contextOf('prospects', { hasSources: true, isDeleted: (ids) => ids.includes(5) })
    const people = [theirs('Pat', { source: '' }), theirs('Eli', { id: '5' })]
    expect(reasonsOf(leads, people, []).map(([, , reason]) => reason)).toEqual(['deleted', 'source'])
  })

  it('do not take a namesake of another property for the same person', () => {
    const found = reasonsOf(
      contextOf('visits'),
      [theirs('Ann Abel', { day: '2026-03-09' })],
      [ours('Ann Abel', { propertyId: 12, day: '2026-03-13' })],
    )
    expect(found.map(([, , reason]) => reason)).toEqual(['notImported', 'notTheirs'])
  })
})

describe('totals', () => {
  const total = (count: number, propertyId = 11) => [{ line: 'visits', propertyId, count }]
  const explain = (count: number, records: OurRecord[], change: Partial<ReconcileContext> = {}) =>
    explainTotals(contextOf('visits', change), total(count), records)

  it('are explained by whole groups that add up exactly, and by nothing else', () => {
    const records = [
      ...[ours('Ann'), ours('Bob'), ours('Cleo')],
      ...[ours('Dora', { counted: false, notProspect: true }), ours('Dan', { counted: false, notProspect: true })],
      ours('Gus', { counted: false, leftOut: { reason: 'definition', says: 'was canceled' } }),
    ]
    expect(explain(3, records).lines[0]).toMatchObject({ difference: 0, reasons: [], unexplained: 0 })
    expect(explain(5, records).lines[0]).toMatchObject({
      ...{ theirs: 5, ours: 3, difference: 2, unexplained: 0 },
      reasons: [{ reason: 'notProspect', records: 2 }],
    })
    expect(explain(6, records).lines[0]?.reasons).toEqual([
      { reason: 'notProspect', records: 2 },
      { reason: 'definition', records: 1 },
    ])
    expect(explain(8, records).lines[0]).toMatchObject({
      ...{ difference: 5, reasons: [], unexplained: 5 },
      hints: ['Not a prospect: 2 records', 'Other definition: 1 record'],
    })
    expect(explain(8, records).differences).toEqual([])
  })

  it('are explained by a time zone that moves records both ways', () => {
    const records = [
      ours('Ann'),
      ours('Late', { day: '2026-03-14', hour: 23.5 }),
      ours('Early', { day: '2026-03-07', hour: 23.5, counted: false }),
      ours('Earlier', { day: '2026-03-07', hour: 22.5, counted: false }),
    ]
    // In UTC three are in the week: all but the one of Saturday night.
    const { lines, differences } = explain(3, records)
    expect(lines[0]).toMatchObject({ difference: 1, unexplained: 0, reasons: [{ reason: 'day', records: 3 }] })
    expect(differences.map(({ name, effect }) => [name, effect])).toEqual([
      ['Late', -1],
      ['Early', 1],
      ['Earlier', 1],
    ])
  })
})

describe('random companies with a deliberately wrong boxscore', () => {
  it('have every difference named under the reason that made it', () => {
    const random = generator(Number(process.env.RECONCILE_SEED ?? Date.now() % 1e9))
    for (let world = 0; world < 20; world++) {
      const records: OurRecord[] = []
      const rows: TheirRecord[] = []
      const expected = new Map<string, ReconcileReason>()
      for (let person = 0; person < 60; person++) {
        const name = `P${world}x${person} Name${person}`
        const propertyId = random(2) === 0 ? 11 : 12
        const day = addTo('2026-03-09', random(5))
        const own = ours(name, { propertyId, day, hour: 10 + random(8) })
        const row = theirs(name, { propertyId, day, email: random(2) ? `${person}@x.example` : '' })
        own.email = row.email
        const fault = faults[random(faults.length * 2)]
        if (fault) expected.set(name, fault.reason)
        const made = fault ? fault.make(own, row) : { own, row }
        if (made.own) records.push(made.own)
        if (made.row) rows.push(made.row)
      }
      const { lines, differences } = explainRecords(contextOf('visits'), rows, records)
      expect(unexplainedIn(lines), `RECONCILE_SEED=${random.seed}`).toBe(0)
      expect(new Map(differences.map(({ name, reason }) => [name, reason])), `RECONCILE_SEED=${random.seed}`).toEqual(
        expected,
      )
      for (const { difference, propertyId } of lines) {
        const mine = differences.filter((one) => one.propertyId === propertyId)
        expect(mine.reduce((sum, { effect }) => sum + effect, 0)).toBe(difference)
      }
    }
  })
})

interface Fault {
  reason: ReconcileReason
  make: (own: OurRecord, row: TheirRecord) => { own?: OurRecord; row?: TheirRecord }
}

const faults: readonly Fault[] = [
  { reason: 'notProspect', make: (own, row) => ({ row, own: { ...own, counted: false, notProspect: true } }) },
  { reason: 'deleted', make: (own, row) => ({ row, own: { ...own, counted: false, deleted: true } }) },
  { reason: 'day', make: (own, row) => ({ row, own: { ...own, counted: false, day: '2026-03-16' } }) },
  { reason: 'day', make: (own, row) => ({ own, row: { ...row, day: '2026-03-20' } }) },
  { reason: 'property', make: (own, row) => ({ own, row: { ...row, propertyId: 23 - row.propertyId } }) },
  { reason: 'notImported', make: (_own, row) => ({ row }) },
  { reason: 'notTheirs', make: (own) => ({ own }) },
  { reason: 'source', make: (own) => ({ own: { ...own, source: '' } }) },
  {
    reason: 'definition',
    make: (own, row) => ({
      row,
      own: { ...own, counted: false, leftOut: { reason: 'definition', says: 'was canceled' } },
    }),
  },
]

/** Whole numbers below a limit, the same for the same seed. */
function generator(seed: number) {
  let state = seed
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Object.assign(draw, { seed })
}

describe('the answer', () => {
  const line = (difference: number, unexplained = 0) => ({
    ...{ line: 'visits', propertyId: 11, theirs: difference, ours: 0, difference, unexplained, hints: [] },
    reasons: difference === unexplained ? [] : [{ reason: 'day' as const, records: Math.abs(difference) }],
  })
  it('says how many lines differ and whether all is explained', () => {
    expect(reconcileAnswer([line(0), line(0)], 0)).toBe('All 2 lines agree.')
    expect(reconcileAnswer([line(3), line(4), line(0)], 7)).toBe('2 of 3 lines differ. All 7 records are explained.')
    expect(reconcileAnswer([line(1), line(0)], 1)).toBe('1 of 2 lines differs. The record behind it is explained.')
    expect(reconcileAnswer([line(3), line(5, 2)], 6)).toBe('2 of 2 lines differ. 2 unexplained.')
  })
})
