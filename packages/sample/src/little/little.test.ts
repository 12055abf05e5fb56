import { dayAt } from '@leaselight/model'
import { describe, expect, it } from 'vitest'
import { ENTITY_NAMES, entitiesOf } from '../contract'
import { fixtureCompany, otherCompany } from '.'

const zones = new Map(fixtureCompany.properties.map((property) => [property.id, property.time_zone]))
const notProspects = new Set(fixtureCompany.prospects.filter((one) => one.not_a_prospect).map((one) => one.id))
const deleted = new Set(fixtureCompany.prospects.filter((one) => one.deleted).map((one) => one.id))

/** Facts of the second week at a property, as a person with a pencil would pick them; NAPs' and deleted prospects' left out. */
function inSecondWeek<T extends { property_id: number; prospect_id?: number }>(
  facts: T[],
  instant: (fact: T) => string | undefined,
  property: number,
): T[] {
  return facts.filter((fact) => {
    const at = instant(fact)
    if (!at || fact.property_id !== property) return false
    const day = dayAt(Date.parse(at), zones.get(property) ?? 'UTC')
    const person = fact.prospect_id ?? 0
    return day >= '2026-03-08' && day <= '2026-03-14' && !notProspects.has(person) && !deleted.has(person)
  })
}

const ids = (facts: { id: number }[]) => facts.map((fact) => fact.id)

describe('the little world', () => {
  it('has something of every entity, and never more than sixteen of a kind', () => {
    for (const entity of ENTITY_NAMES) {
      expect(fixtureCompany[entity].length, entity).toBeGreaterThan(0)
      expect(fixtureCompany[entity].length, entity).toBeLessThanOrEqual(16)
      expect(otherCompany[entity].length, entity).toBeGreaterThan(0)
    }
    expect(entitiesOf(fixtureCompany).map((part) => part.entity)).toEqual([...ENTITY_NAMES])
  })

  it('gives every record an id of its own', () => {
    for (const entity of ENTITY_NAMES) {
      const keys = fixtureCompany[entity].map((record) => ('id' in record ? record.id : record.thread_id))
      expect(new Set(keys).size, entity).toBe(keys.length)
    }
  })

  it('dates its prospects by their property’s local day, also round midnight and the skipped hour', () => {
    const created = (property: number) =>
      ids(
        fixtureCompany.prospects.filter((one) => {
          const day = dayAt(Date.parse(one.created_at), zones.get(one.property_id) ?? 'UTC')
          return one.property_id === property && !one.deleted && day >= '2026-03-08' && day <= '2026-03-14'
        }),
      )
    expect(created(11)).toEqual([1001, 1002, 1004, 1009, 1012])
    expect(created(12)).toEqual([1007, 1011])
  })

  it('counts by hand what its comments say', () => {
    const calls = fixtureCompany.calls.filter((call) => call.direction === 'inbound')
    expect(ids(inSecondWeek(calls, (call) => call.started_at, 11))).toEqual([6001, 6002, 6003, 6006, 6007, 6015])
    expect(ids(inSecondWeek(calls, (call) => call.started_at, 12))).toEqual([6004, 6005, 6014])
    expect(ids(inSecondWeek(fixtureCompany.visits, (visit) => visit.visited_at, 11))).toEqual([7501, 7506])
    expect(ids(inSecondWeek(fixtureCompany.visits, (visit) => visit.visited_at, 12))).toEqual([7503, 7504, 7505])
    const booked = fixtureCompany.appointments.filter((one) => !one.status.startsWith('cancelled'))
    expect(ids(inSecondWeek(booked, (one) => one.starts_at, 11))).toEqual([7001, 7002])
    expect(ids(inSecondWeek(booked, (one) => one.starts_at, 12))).toEqual([7007, 7008])
    const live = fixtureCompany.leases.filter((lease) => lease.kind === 'new' && !lease.cancelled_at)
    expect(ids(inSecondWeek(live, (lease) => lease.signed_at, 11))).toEqual([805, 807])
    expect(ids(inSecondWeek(live, (lease) => lease.signed_at, 12))).toEqual([816])
    const outbound = fixtureCompany.messages.filter((message) => message.direction === 'outbound')
    expect(ids(inSecondWeek(outbound, (message) => message.sent_at, 11))).toEqual(
      [5003, 5002, 5004, 5009, 5011, 5013, 5014, 5015].sort(),
    )
    expect(ids(inSecondWeek(outbound, (message) => message.sent_at, 12))).toEqual([5010, 5016])
  })

  it('has two minutes that lie one minute apart across the skipped hour', () => {
    const [before, after] = [6006, 6007].map(
      (id) => fixtureCompany.calls.find((call) => call.id === id)?.started_at ?? '',
    )
    expect(Date.parse(after ?? '') - Date.parse(before ?? '')).toBe(60_000)
  })

  it('shares names and ids with the other company, but no id that is unique in the installation', () => {
    const overlap = (entity: 'agents' | 'messages' | 'leases' | 'properties' | 'prospects' | 'touches') => {
      const mine = new Set(fixtureCompany[entity].map((record) => record.id))
      return otherCompany[entity].filter((record) => mine.has(record.id)).length
    }
    expect(overlap('agents')).toBe(1)
    expect(overlap('messages')).toBe(2)
    expect(overlap('leases')).toBe(1)
    expect([overlap('properties'), overlap('prospects'), overlap('touches')]).toEqual([0, 0, 0])
  })
})
