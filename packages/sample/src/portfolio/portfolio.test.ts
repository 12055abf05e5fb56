import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entityNames } from '@leaselight/contract'
import { wallTime } from '@leaselight/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleUsers } from '../users'
import { dayText } from './calendar'
import { contractViolations } from './check'
import { collectRecords, type Portfolio } from './collect'
import { generatePortfolio, sampleInstant } from './generate'
import { lastSpring, STORIES } from './property'
import { FADING_SOURCE } from './sources'
import { writePortfolio } from './write'

const now = new Date('2026-11-20T17:30:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const small = { now, properties: 2, facts: 6000 }

describe('the sample portfolio', () => {
  let world: Portfolio
  beforeAll(() => {
    // Fourteen properties, so that all properties with a story are among them.
    world = collectRecords(generatePortfolio({ now, properties: 14 }))
  })

  it('keeps the data contract in every record', () => {
    expect(contractViolations(world, now)).toEqual([])
  })

  it('has records of every entity and about the requested number of facts', () => {
    for (const entity of entityNames) expect(world[entity].length, entity).toBeGreaterThan(0)
    const frame = ['companies', 'properties', 'agents', 'users', 'sources', 'units', 'campaigns']
    const facts = entityNames
      .filter((entity) => !frame.includes(entity))
      .reduce((sum, entity) => sum + world[entity].length, 0)
    expect(facts / (14 * 16_500)).toBeGreaterThan(0.93)
    expect(facts / (14 * 16_500)).toBeLessThan(1.07)
    expect(world.sources.filter((source) => source.company_id === 1)).toHaveLength(25)
    expect(new Set(world.properties.map((property) => property.time_zone)).size).toBeGreaterThan(1)
  })

  it('makes appointments on the telephone, by agents and by the AI, while the caller speaks of a tour', () => {
    const madeBy = new Map(world.appointments.map((one) => [one.id, one]))
    const first = world.calls.filter(
      (call) => call.caller_type === 'prospect-first-call' && call.outcome === 'answered',
    )
    const booked = first.filter((call) => call.appointment_id !== undefined)
    expect(booked.length / first.length).toBeGreaterThan(0.15)
    expect(booked.length / first.length).toBeLessThan(0.5)
    expect(new Set(booked.map((call) => call.handled_by))).toEqual(new Set(['agent', 'ai']))
    for (const call of booked) {
      const made = madeBy.get(call.appointment_id ?? 0)
      expect(made).toMatchObject({
        prospect_id: call.prospect_id,
        property_id: call.property_id,
        booked_by: call.handled_by,
      })
      expect(call.intents?.[0]).toBe('tour')
      const seconds = (Date.parse(made?.created_at ?? '') - Date.parse(call.started_at)) / 1000
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(call.duration_seconds + 1)
    }
    const voices = world.conversations.filter((one) => one.channel === 'voice' && one.appointment_id !== undefined)
    expect(voices).toHaveLength(booked.filter((call) => call.handled_by === 'ai').length)
  })

  it('wins some people back by its campaigns', () => {
    const dripped = new Map<number, number>()
    for (const message of world.messages)
      if (message.origin === 'drip') dripped.set(message.prospect_id, Date.parse(message.sent_at))
    const cameBack = world.appointments.filter(({ prospect_id, created_at }) => {
      const since = Date.parse(created_at) - (dripped.get(prospect_id) ?? Number.NaN)
      return since > 0 && since < 14 * 86_400_000
    })
    expect(cameBack.length / dripped.size).toBeGreaterThan(0.005)
    expect(cameBack.length / dripped.size).toBeLessThan(0.1)
  })

  it('is lived in: most homes are occupied, on any day of the last year', () => {
    const rentable = new Set(world.units.filter((unit) => unit.status === 'rentable').map((unit) => unit.id))
    const renewalOf = new Map(
      world.leases.filter((lease) => lease.kind === 'renewal').map((lease) => [lease.previous_lease_id, lease]),
    )
    for (const ago of [0, 120, 240, 360]) {
      const day = daysAgo(ago).slice(0, 10)
      const lived = new Set<number>()
      for (const first of world.leases) {
        if (!first.moved_in_on || first.moved_in_on > day) continue
        let last = first
        for (let next = renewalOf.get(last.id); next; next = renewalOf.get(last.id)) last = next
        if (last.moved_out_on && last.moved_out_on <= day) continue
        // A unit has one household at a time.
        expect(lived.has(first.unit_id), `unit ${first.unit_id} on ${day}`).toBe(false)
        lived.add(first.unit_id)
      }
      const share = lived.size / rentable.size
      expect(share, day).toBeGreaterThan(0.88)
      expect(share, day).toBeLessThan(0.97)
    }
  })

  it('includes a paid source that stopped performing', () => {
    const leased = new Set(
      world.leases.filter((lease) => lease.kind === 'new' && !lease.cancelled_at).map((lease) => lease.prospect_id),
    )
    const rate = (from: string, to: string) => {
      const leads = world.prospects.filter(
        (one) => one.source === FADING_SOURCE && one.created_at >= from && one.created_at < to,
      )
      return leads.filter((lead) => leased.has(lead.id)).length / leads.length
    }
    expect(rate(daysAgo(480), daysAgo(STORIES.fadedDaysAgo + 1))).toBeGreaterThan(0.05)
    expect(rate(daysAgo(STORIES.fadedDaysAgo - 2), daysAgo(0))).toBeLessThan(0.02)
    const spend = world.ad_spend.filter((one) => one.source === FADING_SOURCE)
    expect(spend.some((one) => one.amount > 0 && one.ends_on === undefined)).toBe(true)
  })

  it('includes an office with slow responses since spring', () => {
    const slow = world.properties[STORIES.slowOffice]?.id
    const spring = dayText(lastSpring(Math.floor(now.getTime() / 86_400_000)))
    const answers = new Map<number, string>()
    for (const message of world.messages) {
      if (message.property_id !== slow || message.direction !== 'outbound' || message.origin !== 'agent') continue
      const known = answers.get(message.prospect_id)
      if (!known || message.sent_at < known) answers.set(message.prospect_id, message.sent_at)
    }
    /** Share of web leads that an agent answered within half an hour. */
    const quick = (isIn: (created: string) => boolean) => {
      const leads = world.prospects.filter(
        (one) => one.property_id === slow && one.insert_method === 'web-form' && isIn(one.created_at),
      )
      const soon = leads.filter(
        (one) => Date.parse(answers.get(one.id) ?? '') - Date.parse(one.created_at) <= 30 * 60_000,
      )
      return soon.length / leads.length
    }
    expect(quick((created) => created < spring)).toBeGreaterThan(0.22)
    expect(quick((created) => created > spring)).toBeLessThan(0.1)
  })

  it('includes an office that misses calls at lunch', () => {
    const office = world.properties[STORIES.lunchOffice]
    const lost = (recent: boolean) => {
      const calls = world.calls.filter((call) => {
        if (call.property_id !== office?.id || call.direction !== 'inbound' || call.handled_by !== 'agent') return false
        const { hour } = wallTime(Date.parse(call.started_at), office.time_zone)
        return (hour === 12 || hour === 13) && call.started_at > daysAgo(STORIES.lunchDaysAgo - 1) === recent
      })
      return calls.filter((call) => call.outcome !== 'answered').length / calls.length
    }
    expect(lost(true)).toBeGreaterThan(0.5)
    expect(lost(false)).toBeLessThan(0.5)
  })

  it('plans ahead: appointments in the next days, homes rented and not moved into', () => {
    const ahead = world.appointments.filter((one) => one.status === 'scheduled' && one.starts_at > now.toISOString())
    expect(ahead.length).toBeGreaterThan(5)
    expect(
      world.leases.some((lease) => !lease.cancelled_at && lease.kind === 'new' && lease.starts_on > '2026-11-21'),
    ).toBe(true)
  })

  it('is the same for the same seed and instant, and another for another', () => {
    const digest = (options: Parameters<typeof generatePortfolio>[0]) => {
      const sum = createHash('sha256')
      for (const batch of generatePortfolio(options)) sum.update(JSON.stringify(batch))
      return sum.digest('hex')
    }
    expect(digest(small)).toBe(digest(small))
    expect(digest({ ...small, seed: 2 })).not.toBe(digest(small))
  })

  it('follows the contract when tiny, dense, or generated on the night of a clock change', () => {
    for (const options of [
      { ...small, properties: 1, facts: 500 },
      { ...small, properties: 1, facts: 60_000 },
      { ...small, now: new Date('2026-03-08T07:30:00Z') },
      { ...small, now: new Date('2028-02-29T23:59:59Z') },
    ]) {
      expect(contractViolations(collectRecords(generatePortfolio(options)), options.now)).toEqual([])
    }
  })

  it('is the same all day, up to its beginning', () => {
    const [morning, night] = ['2026-03-08T12:00:00Z', '2026-03-09T03:59:59Z'].map((at) => sampleInstant(new Date(at)))
    expect(morning).toEqual(new Date('2026-03-08T05:00:00Z'))
    expect(night).toEqual(morning)
    expect(sampleInstant(new Date('2026-03-09T04:00:00Z'))).toEqual(new Date('2026-03-09T04:00:00Z'))
  })

  it('writes one file for each entity', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'leaselight-sample-'))
    try {
      const seen: number[] = []
      const written = await writePortfolio(dir, small, ({ rows }) => seen.push(rows))
      expect((await readdir(dir)).sort()).toEqual(entityNames.map((entity) => `${entity}.ndjson`).sort())
      const lines = (await readFile(join(dir, 'prospects.ndjson'), 'utf8')).trimEnd().split('\n')
      expect(lines).toHaveLength(written.counts.prospects)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: expect.any(Number), property_id: 1 })
      expect((await stat(join(dir, 'leases.ndjson'))).size).toBeGreaterThan(0)
      expect(seen.at(-1)).toBe(written.rows)
    } finally {
      await rm(dir, { recursive: true })
    }
  })

  it('knows who can sign in', () => {
    const users = sampleUsers()
    expect(new Set(users.map((user) => user.username)).size).toBe(users.length)
    expect(users.filter((user) => user.must_change)).toHaveLength(1)
    expect(users.filter((user) => user.is_deleted)).toHaveLength(1)
    for (const user of users) {
      expect(world.users.find((record) => record.id === user.user_id)).toMatchObject({
        username: user.username,
        company_id: user.company_id,
        role: user.role,
        property_ids: user.property_ids,
      })
    }
  })
})
