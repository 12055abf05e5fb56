import { type AnyRecord, type EntityName, entityNames, type RecordOf } from '@leaselight/contract'

/** Records of one entity, in the order in which they were made. */
export interface RecordBatch {
  entity: EntityName
  records: AnyRecord[]
}

/** These describe people and properties; all other records are facts. */
const REFERENCE_ENTITIES: ReadonlySet<EntityName> = new Set([
  'companies',
  'properties',
  'agents',
  'users',
  'sources',
  'units',
  'campaigns',
])
const BATCH = 2_000

/** Collects records into batches by entity, and assigns ids. */
export class Output {
  private readonly held = new Map<EntityName, AnyRecord[]>(entityNames.map((entity) => [entity, []]))
  private readonly full: RecordBatch[] = []
  private readonly ids: Record<EntityName, number>
  /** How many facts were made so far. */
  facts = 0

  constructor() {
    this.ids = Object.fromEntries(entityNames.map((entity) => [entity, 0])) as Record<EntityName, number>
  }

  /** The next free id: unique per entity, across companies. */
  id(entity: EntityName): number {
    this.ids[entity] += 1
    return this.ids[entity]
  }

  push<E extends EntityName>(entity: E, record: RecordOf<E>): void {
    const records = this.held.get(entity) ?? []
    records.push(record as AnyRecord) // E is one entity, so its record is one of them
    if (!REFERENCE_ENTITIES.has(entity)) this.facts += 1
    if (records.length >= BATCH) {
      this.full.push({ entity, records })
      this.held.set(entity, [])
    }
  }

  /** The batches that are full; with `all` also the partial ones. */
  *drain(all = false): Generator<RecordBatch> {
    yield* this.full.splice(0)
    if (!all) return
    for (const [entity, records] of this.held) {
      if (records.length > 0) yield { entity, records }
      this.held.set(entity, [])
    }
  }
}
