import { type Contract, type ContractRecord, ENTITY_NAMES, type EntityName } from '../contract'
import type { RecordBatch } from './output'

/** A whole portfolio in memory, for tests. */
export type RecordsByEntity = { [E in EntityName]: Contract[E][] }

/** Collects all batches. */
export function collectRecords(batches: Iterable<RecordBatch>): RecordsByEntity {
  const world = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, []])) as unknown as RecordsByEntity // filled with what fits below
  for (const { entity, records } of batches) {
    const list: ContractRecord[] = world[entity]
    for (const record of records) list.push(record)
  }
  return world
}

/** Fields a record cannot be without, besides what its type says the compiler has checked. */
const REQUIRED: Partial<Record<EntityName, string[]>> = {
  prospects: ['id', 'property_id', 'source', 'insert_method', 'first_contact_channel', 'created_at', 'status'],
  touches: ['id', 'property_id', 'prospect_id', 'source', 'touched_at'],
  messages: ['id', 'property_id', 'prospect_id', 'channel', 'direction', 'origin', 'sent_at'],
  calls: ['id', 'property_id', 'direction', 'handled_by', 'caller_type', 'started_at', 'duration_seconds', 'outcome'],
  transcripts: ['thread_id', 'property_id', 'utterances', 'annotations'],
  appointments: [
    'id',
    'property_id',
    'prospect_id',
    'created_at',
    'starts_at',
    'tour_type',
    'booked_by',
    'status',
    'status_at',
  ],
  visits: ['id', 'property_id', 'prospect_id', 'visited_at', 'visit_type'],
  applications: ['id', 'property_id', 'prospect_id', 'submitted_at', 'status', 'status_at'],
  leases: ['id', 'property_id', 'unit_id', 'kind', 'signed_at', 'starts_on', 'ends_on', 'monthly_rent'],
  conversations: [
    'id',
    'property_id',
    'channel',
    'handled_by',
    'started_at',
    'messages_in',
    'messages_out',
    'handle_seconds',
  ],
}

/** Where each kind of reference points. */
const REFERENCES: Record<string, EntityName> = {
  company_id: 'companies',
  property_id: 'properties',
  prospect_id: 'prospects',
  agent_id: 'agents',
  unit_id: 'units',
  campaign_id: 'campaigns',
  appointment_id: 'appointments',
  previous_lease_id: 'leases',
  listing_id: 'listings',
  parent_id: 'sources',
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[+-]\d{2}:\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** What may lie ahead: plans. */
const PLANS = new Set(['starts_at', 'next_follow_up_at', 'starts_on', 'ends_on'])
/** Pairs that must not run backwards. */
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

/** What is wrong with the records of a portfolio, by the data contract and by good sense; at most twenty sentences. */
export function contractViolations(records: RecordsByEntity, now: Date): string[] {
  const faults: string[] = []
  const say = (entity: EntityName, key: unknown, text: string) => {
    if (faults.length < 20) faults.push(`${entity} ${String(key)}: ${text}`)
  }
  const ids = new Map<EntityName, Set<unknown>>()
  for (const entity of ENTITY_NAMES) {
    const keys = records[entity].map((record) => ('id' in record ? record.id : record.thread_id))
    ids.set(entity, new Set(keys))
    if (ids.get(entity)?.size !== keys.length) say(entity, '', 'an id stands twice')
  }
  const today = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
  for (const entity of ENTITY_NAMES) {
    for (const record of records[entity]) {
      const fields: Record<string, unknown> = { ...record }
      const key = fields.id ?? fields.thread_id
      for (const name of REQUIRED[entity] ?? []) {
        if (fields[name] === undefined || fields[name] === null) say(entity, key, `lacks ${name}`)
      }
      for (const [name, value] of Object.entries(fields)) {
        if (value === undefined) continue
        const target = REFERENCES[name]
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
