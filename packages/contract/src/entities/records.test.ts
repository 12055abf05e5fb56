import { describe, expect, expectTypeOf, it } from 'vitest'
import { entityNames, entityOf, isEntityName } from '.'
import type { RecordOf, RecordsByEntity, ValueOf } from './records'

describe('record types', () => {
  it('have the fields of the declaration, required and optional ones apart', () => {
    expectTypeOf<RecordOf<'touches'>>().toEqualTypeOf<
      { id: number; property_id: number; prospect_id: number; source: string; touched_at: string } & {
        deleted?: boolean
      }
    >()
    expectTypeOf<RecordOf<'units'>['status']>().toEqualTypeOf<'rentable' | 'model' | 'down' | undefined>()
    expectTypeOf<RecordOf<'properties'>['attributes']>().toEqualTypeOf<Record<string, string> | undefined>()
    expectTypeOf<RecordOf<'calls'>['thread_id']>().toEqualTypeOf<string | number | undefined>()
    expectTypeOf<RecordsByEntity['visits']>().toEqualTypeOf<RecordOf<'visits'>[] | undefined>()
  })

  it('reject a value that is not in the closed list, and a record that lacks a field', () => {
    // @ts-expect-error: no such channel
    const channel: ValueOf<'messages', 'channel'> = 'pigeon'
    // @ts-expect-error: the source is missing
    const touch: RecordOf<'touches'> = { id: 1, property_id: 1, prospect_id: 1, touched_at: '' }
    expect([channel, touch]).toHaveLength(2)
    expectTypeOf<ValueOf<'calls', 'intents'>>().toEqualTypeOf<
      'tour' | 'price' | 'availability' | 'application' | 'maintenance' | 'payment' | 'other'
    >()
  })
})

describe('every entity', () => {
  it.each(entityNames)('%s declares its key and its owner', (name) => {
    const { fields, key, owner } = entityOf(name)
    expect(fields[key]?.required).toBe(true)
    if (owner !== 'self') expect(fields[`${owner}_id`]?.required).toBe(true)
  })

  it.each(entityNames)('%s is dated by a required instant or date of its own', (name) => {
    const { fields, datedBy } = entityOf(name)
    const field = datedBy === undefined ? undefined : fields[datedBy]
    if (datedBy !== undefined)
      expect(field).toMatchObject({ kind: expect.stringMatching(/^(instant|date)$/), required: true })
  })

  it.each(entityNames)('%s declares gaps of optional fields, by values that its fields can have', (name) => {
    const { fields, gaps = [] } = entityOf(name)
    for (const { field, when = {}, effect } of gaps) {
      expect(fields[field]?.required).toBe(false)
      expect(effect).toMatch(/^[A-Z].*\.$/)
      for (const [other, values] of Object.entries(when)) {
        expect(fields[other]).toBeDefined()
        if (values !== 'any') expect(fields[other]?.values).toEqual(expect.arrayContaining([...(values ?? [])]))
      }
    }
  })

  it.each(entityNames)('%s orders dates, or instants, of its own', (name) => {
    const { fields, orders = [] } = entityOf(name)
    for (const { field, after, effect } of orders) {
      expect(fields[field]?.kind).toMatch(/^(instant|date)$/)
      expect(fields[after]?.kind).toBe(fields[field]?.kind)
      expect(effect).toMatch(/^[A-Z].*\.$/)
    }
  })

  it.each(entityNames)('%s refers to entities that exist', (name) => {
    for (const { references } of Object.values(entityOf(name).fields))
      if (references !== undefined) expect(isEntityName(references)).toBe(true)
  })
})
