import type { RecordOf } from '@leaselight/contract'
import { attributions, multiTouchAttribution } from '@leaselight/reports/definitions'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEED } from '../seed'

// Random companies, each recounted from its records independently; RANDOM_SEED repeats a run. The properties are in
// Kathmandu, five hours and 45 minutes ahead of UTC, so that days are the property's own.
const COMPANIES = 6
const SOURCES = ['Radio', 'Web', ' Web', 'Sign', '']
const ZONE_OFFSET_MS = (5 * 60 + 45) * 60_000
const START = Date.parse('2026-02-27T00:00:00Z')

const instant = fc
  .integer({ min: 0, max: 16 * 24 * 4 })
  .map((quarter) => new Date(START + quarter * 900_000).toISOString())
const place = fc.integer({ min: 0, max: 1 })
const who = fc.integer({ min: 0, max: 7 })
const company = fc.record({
  prospects: fc.array(
    fc.record({ place, at: instant, source: fc.constantFrom(...SOURCES), fate: fc.integer({ min: 0, max: 9 }) }),
    { minLength: 6, maxLength: 6 },
  ),
  touches: fc.array(fc.record({ who, place, at: instant, source: fc.constantFrom(...SOURCES) }), { maxLength: 25 }),
  leases: fc.array(fc.record({ who, place, at: instant, dead: fc.integer({ min: 0, max: 4 }) }), { maxLength: 8 }),
  visits: fc.array(fc.record({ who, place, at: instant }), { maxLength: 10 }),
})

/** 0–5 are prospects, 6 is a prospect that is never imported, 7 means none. */
const idOf = (base: number, person: number) => (person === 7 ? 0 : base + person)

interface Facts {
  prospects: RecordOf<'prospects'>[]
  touches: RecordOf<'touches'>[]
  leases: RecordOf<'leases'>[]
  visits: RecordOf<'visits'>[]
}

function build(draft: typeof company extends fc.Arbitrary<infer T> ? T : never, index: number): Facts {
  const base = (index + 1) * 1000
  return {
    prospects: draft.prospects.map(
      ({ place, at, source, fate }, person): RecordOf<'prospects'> => ({
        id: base + person,
        property_id: base + place,
        source,
        insert_method: 'email',
        first_contact_channel: 'email',
        created_at: at,
        status: 'waiting',
        not_a_prospect: fate === 0,
        ...(fate === 1 && { deleted: true }),
      }),
    ),
    touches: draft.touches.map(
      (one, at): RecordOf<'touches'> => ({
        id: base + ((at * 7) % 31),
        property_id: base + one.place,
        prospect_id: idOf(base, one.who % 7),
        source: one.source,
        touched_at: one.at,
      }),
    ),
    leases: draft.leases.map(
      (one, at): RecordOf<'leases'> => ({
        id: at + 1,
        property_id: base + one.place,
        unit_id: 1,
        ...(one.who < 7 && { prospect_id: idOf(base, one.who) }),
        kind: one.dead === 1 ? 'renewal' : 'new',
        signed_at: one.at,
        starts_on: '2026-04-01',
        ends_on: '2027-03-31',
        monthly_rent: 1000,
        ...(one.dead === 0 && { cancelled_at: one.at }),
      }),
    ),
    visits: draft.visits.map(
      (one, at): RecordOf<'visits'> => ({
        id: at + 1,
        property_id: base + one.place,
        prospect_id: idOf(base, one.who % 7),
        visited_at: one.at,
        visit_type: 'in-person',
      }),
    ),
  }
}

const built = fc.sample(company, { seed: SEED, numRuns: COMPANIES }).map(build)
const dayOf = (at: string) => new Date(Date.parse(at) + ZONE_OFFSET_MS).toISOString().slice(0, 10)
const inPeriod = (at: string) => dayOf(at) >= '2026-03-05' && dayOf(at) <= '2026-03-11'
type Row = Record<string, number>
const add = (rows: Map<string, Row>, source: string, cells: Row) => {
  const row = rows.get(source) ?? {}
  for (const [key, value] of Object.entries(cells)) row[key] = (row[key] ?? 0) + value
  rows.set(source, row)
}
const counts = (person: RecordOf<'prospects'>) => !person.deleted && !person.not_a_prospect
const inOrder = <T extends { id: number }>(list: T[], at: (one: T) => string): T[] =>
  [...list].sort((a, b) => Date.parse(at(a)) - Date.parse(at(b)) || a.id - b.id)
const nameOf = (source: string) => source.trim() || 'Unknown'

function plainMta({ prospects, touches, leases, visits }: (typeof built)[number]): Map<string, Row> {
  const rows = new Map<string, Row>()
  for (const person of prospects.filter((one) => counts(one) && inPeriod(one.created_at))) {
    const own = inOrder(
      touches.filter((touch) => touch.prospect_id === person.id),
      (touch) => touch.touched_at,
    )
    const names = [...new Set(own.length > 0 ? own.map((touch) => nameOf(touch.source)) : [nameOf(person.source)])]
    const leased = Number(
      leases.some((one) => one.prospect_id === person.id && one.kind === 'new' && !one.cancelled_at),
    )
    const visited = Number(visits.some((one) => one.prospect_id === person.id))
    names.forEach((name, at) => {
      const kind = names.length === 1 ? 'single' : at === 0 ? 'first' : 'later'
      add(rows, name, {
        [`${kind}Prospects`]: 1,
        [`${kind}Leases`]: leased,
        [`${kind}Visits`]: visited,
        totalProspects: 1,
        totalLeases: leased,
        totalVisits: visited,
      })
    })
  }
  return rows
}

function plainCredits({ prospects, touches, leases, visits }: (typeof built)[number], byVisit: boolean) {
  const rows = new Map<string, Row>()
  const events = byVisit
    ? visits.map(({ id, prospect_id, visited_at }) => ({ id, person: prospect_id, at: visited_at }))
    : leases
        .filter((one) => one.kind === 'new' && !one.cancelled_at)
        .map(({ id, prospect_id, signed_at }) => ({ id, person: prospect_id ?? 0, at: signed_at }))
  const sorted = inOrder(events, ({ at }) => at)
  const firsts = sorted.filter((one) => !one.person || sorted.find((other) => other.person === one.person) === one)
  let conversions = 0
  for (const { person: id, at } of firsts.filter((one) => inPeriod(one.at))) {
    const person = prospects.find((one) => one.id === id)
    if (person && !counts(person)) continue
    conversions++
    const before = inOrder(
      touches.filter((touch) => id && touch.prospect_id === id && Date.parse(touch.touched_at) <= Date.parse(at)),
      (touch) => touch.touched_at,
    ).map((touch) => ({ source: nameOf(touch.source), at: Date.parse(touch.touched_at) }))
    const path = before.length > 0 ? before : [{ source: nameOf(person?.source ?? ''), at: 0 }]
    const n = path.length
    const weights = path.map((touch) => (before.length > 0 ? 0.5 ** ((Date.parse(at) - touch.at) / 604_800_000) : 1))
    const weight = weights.reduce((all, one) => all + one, 0)
    path.forEach((touch, place) => {
      const end = place === 0 || place === n - 1
      add(rows, touch.source, {
        first: Number(place === 0),
        last: Number(place === n - 1),
        linear: 1 / n,
        position: n === 1 ? 1 : n === 2 ? 0.5 : end ? 0.4 : 0.2 / (n - 2),
        decay: (weights[place] ?? 0) / weight,
      })
    })
    for (const source of new Set(path.map((touch) => touch.source))) add(rows, source, { conversions: 1 })
  }
  return { rows, conversions }
}

let store: TestStore
beforeAll(async () => {
  const ids = built.map((_, index) => index + 1)
  store = await openTestStore({
    companies: ids.map((id) => ({
      id,
      name: `C${id}`,
      time_zone: 'UTC',
      feature_flags: { new_attribution_report: true },
    })),
    properties: ids.flatMap((id) =>
      [0, 1].map((at) => ({ id: id * 1000 + at, company_id: id, name: `P${at}`, time_zone: 'Asia/Kathmandu' })),
    ),
    prospects: built.flatMap((one) => one.prospects),
    touches: built.flatMap((one) => one.touches),
    leases: built.flatMap((one) => one.leases),
    visits: built.flatMap((one) => one.visits),
  })
})
afterAll(() => store.close())

it(`credits what a plain recount credits (RANDOM_SEED=${SEED})`, async () => {
  const engine = store.engineAt('2026-03-20T00:00:00Z')
  const period = { start_date: '2026-03-05', end_date: '2026-03-11' }
  for (const [index, one] of built.entries()) {
    const who = viewer('admin', 1, index + 1)
    const about = `RANDOM_SEED=${SEED}, company ${index + 1}`
    const mta = await engine.runReport(multiTouchAttribution, stateFrom(multiTouchAttribution, period), who)
    const expected = plainMta(one)
    const found = mta.rows.filter((row) => Number(row.totalProspects) > 0)
    expect(found.map((row) => row.source).sort(), about).toEqual([...expected.keys()].sort())
    for (const row of found) expect(row, about).toMatchObject(expected.get(String(row.source)) ?? {})
    for (const view_by of ['lease-conversion', 'visit-conversion']) {
      const result = await engine.runReport(attributions, stateFrom(attributions, { ...period, view_by }), who)
      const { rows, conversions } = plainCredits(one, view_by === 'visit-conversion')
      const credited = result.rows.filter((row) => Number(row.conversions) > 0)
      expect(credited.map((row) => row.source).sort(), about).toEqual([...rows.keys()].sort())
      for (const row of credited)
        for (const [model, credit] of Object.entries(rows.get(String(row.source)) ?? {}))
          expect(row[model], `${about}, ${view_by}: ${model} of ${row.source}`).toBeCloseTo(credit, 9)
      expect(result.total.conversions, about).toBe(conversions)
      for (const model of ['first', 'last', 'linear', 'position', 'decay'])
        expect(result.total[model], about).toBeCloseTo(conversions, 9)
    }
  }
})
