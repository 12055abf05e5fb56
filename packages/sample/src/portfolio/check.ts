import { type EntityName, entityNames, entityOf, isEntityName } from '@leaselight/contract'
import type { Portfolio } from './collect'

/** The entity whose record a field names. */
function referenced(entity: EntityName, field: string): EntityName | undefined {
  if (field === 'company_id') return 'companies'
  if (field === 'property_id') return 'properties'
  const target = entityOf(entity).fields[field]?.references
  return target !== undefined && isEntityName(target) ? target : undefined
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[+-]\d{2}:\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Fields that may be in the future: plans. */
const PLANS = new Set(['starts_at', 'next_follow_up_at', 'starts_on', 'ends_on'])
/** Pairs of fields that must be in order. */
const ORDERED: Partial<Record<EntityName, [string, string][]>> = {
  appointments: [
    ['created_at', 'starts_at'],
    ['created_at', 'status_at'],
  ],
  applications: [['submitted_at', 'status_at']],
  leases: [
    ['starts_on', 'ends_on'],
    ['signed_at', 'cancelled_at'],
    ['moved_in_on', 'moved_out_on'],
  ],
  prospects: [
    ['created_at', 'lost_at'],
    ['created_at', 'qualified_at'],
  ],
  listings: [['posted_at', 'removed_at']],
  messages: [
    ['sent_at', 'delivered_at'],
    ['delivered_at', 'opened_at'],
  ],
}

/** Violations of the data contract or of plausibility in a portfolio's records; at most twenty messages. */
export function contractViolations(records: Portfolio, now: Date): string[] {
  const faults: string[] = []
  const say = (entity: EntityName, key: unknown, text: string) => {
    if (faults.length < 20) faults.push(`${entity} ${String(key)}: ${text}`)
  }
  const ids = new Map<EntityName, Set<unknown>>()
  for (const entity of entityNames) {
    const keys = records[entity].map((record) => ('id' in record ? record.id : record.thread_id))
    ids.set(entity, new Set(keys))
    if (ids.get(entity)?.size !== keys.length) say(entity, '', 'an id stands twice')
  }
  const today = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  for (const entity of entityNames) {
    for (const record of records[entity]) {
      const fields: Record<string, unknown> = { ...record }
      const key = fields.id ?? fields.thread_id
      for (const [name, { required }] of Object.entries(entityOf(entity).fields)) {
        if (required && (fields[name] === undefined || fields[name] === null)) say(entity, key, `lacks ${name}`)
      }
      for (const [name, value] of Object.entries(fields)) {
        if (value === undefined) continue
        const target = referenced(entity, name)
        if (target && !ids.get(target)?.has(value)) say(entity, key, `${name} ${String(value)} is unknown`)
        if (typeof value === 'number' && (!Number.isFinite(value) || value < 0)) say(entity, key, `${name} is ${value}`)
        const whole =
          name === 'id' || name.endsWith('_id') || name.endsWith('_seconds') || name === 'step' || name === 'score'
        if (whole && typeof value === 'number' && !Number.isInteger(value)) say(entity, key, `${name} is ${value}`)
        if (typeof value !== 'string') continue
        if (value.length === 0 || value.length > 10_000) say(entity, key, `${name} has ${value.length} characters`)
        if (name.endsWith('_at')) {
          if (!INSTANT.test(value) || Number.isNaN(Date.parse(value)))
            say(entity, key, `${name} ${value} is no instant`)
          if (!PLANS.has(name) && Date.parse(value) > now.getTime())
            say(entity, key, `${name} ${value} is later than now`)
        }
        if (name.endsWith('_on')) {
          if (!DAY.test(value)) say(entity, key, `${name} ${value} is no day`)
          if (!PLANS.has(name) && value >= today) say(entity, key, `${name} ${value} is later than today`)
        }
      }
      for (const [first, second] of ORDERED[entity] ?? []) {
        const [a, b] = [fields[first], fields[second]]
        if (typeof a === 'string' && typeof b === 'string' && Date.parse(a) > Date.parse(b)) {
          say(entity, key, `${second} ${b} lies before ${first} ${a}`)
        }
      }
    }
  }
  for (const { id, birth_on, created_at } of records.prospects) {
    const age = birth_on === undefined ? 30 : Number(created_at.slice(0, 4)) - Number(birth_on.slice(0, 4))
    if (age < 18 || age > 91) say('prospects', id, `was born on ${birth_on}`)
  }
  const threads = new Set(records.calls.map((call) => call.thread_id))
  for (const { thread_id } of records.transcripts)
    if (!threads.has(thread_id)) say('transcripts', thread_id, 'belongs to no call')
  return faults
}
