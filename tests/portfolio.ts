import type { ValueOf } from '@leaselight/contract'
import { createEngine, type Engine } from '@leaselight/engine'
import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import { flags, type Viewer } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { collectRecords, generatePortfolio, type RecordBatch } from '@leaselight/sample'

const ALL: ValueOf<'properties', 'products'>[] = [
  'tours',
  'call-intel',
  'call-transcripts',
  'ai',
  'ai-email',
  'ai-chat',
  'ai-sms',
]
/** The properties' products: all, all, some, and only call intelligence. */
const PRODUCTS = [ALL, ALL, ['tours', 'ai-chat', 'call-transcripts'], ['call-intel-standalone']] as const

/** A portfolio with records of every entity, in which every report has data. */
export interface Portfolio {
  store: TempFacts
  engine: Engine
  /** Viewers of every property of the company, of one, and of none. */
  viewers: Record<'all' | 'one' | 'none', Viewer>
  properties: number[]
  close(): Promise<void>
}

interface PortfolioOptions {
  seed: number
  now: string
  facts: number
  /** The store; by default a new one, as in other tests. */
  open?: () => Promise<TempFacts>
  /** Changes records before they are imported. */
  change?: (batch: RecordBatch) => void
}

/**
 * The sample portfolio's company at an instant, with every flag on and one of its properties in Kathmandu, next to the
 * sample's other company.
 */
export async function openPortfolio(options: PortfolioOptions): Promise<Portfolio> {
  const now = new Date(options.now)
  const store = await (options.open ?? tempFacts)()
  const properties: number[] = []
  const batches = [...generatePortfolio({ seed: options.seed, now, properties: PRODUCTS.length, facts: options.facts })]
  for (const batch of batches) {
    customize(batch, properties)
    options.change?.(batch)
  }
  await store.load(collectRecords(batches), { now: now.getTime() })
  // One user sees only the first property, and one has no record.
  const [first = 0] = properties
  const watcher = {
    id: 999,
    company_id: 1,
    username: 'one',
    email: 'one@example.com',
    first_name: 'O',
    last_name: 'Ne',
  }
  await store.load({ users: [{ ...watcher, role: 'manager', property_ids: [first] }] })
  const viewer = (role: string, userId: number): Viewer => ({ role, userId, companyId: 1, groupIds: [] })
  return {
    store,
    engine: createEngine({ facts: store.facts, loadQuery, now: () => now }),
    viewers: { all: viewer('master', 1), one: viewer('manager', 999), none: viewer('agent', 998) },
    properties,
    close: () => store.close(),
  }
}

/** Enables every report for the main company, and moves a property to a zone where days begin at 18:15 UTC. */
function customize({ entity, records }: RecordBatch, properties: number[]): void {
  for (const record of records) {
    if (entity === 'companies')
      Object.assign(record, { feature_flags: Object.fromEntries(flags.map((flag) => [flag, true])) })
    if (entity !== 'properties' || !('company_id' in record) || record.company_id !== 1 || !('id' in record)) continue
    Object.assign(record, { products: PRODUCTS[properties.length] })
    if (properties.length === 1) Object.assign(record, { time_zone: 'Asia/Kathmandu' })
    properties.push(record.id)
  }
}
