import type { EntityName } from '@leaselight/contract'
import type { Facts } from '@leaselight/facts'
import { InputError } from '@leaselight/model'
import { idOf, type SourceKey } from './ids'

/** So many ids of an entity are looked up: an export repeats its old records, so a sample finds them. */
const SAMPLE = 1_000

interface Sample {
  field: string
  ids: Set<number>
}

/**
 * The ids that records of the file had before ids of tables contained the property. A company that imported such records
 * would get each of them a second time, so the import stops and says how to continue.
 */
export class FormerIds {
  readonly #samples = new Map<EntityName, Map<number, Sample>>()

  /** Notes the former id of a record that a field names. */
  add(field: string, { propertyId: _, ...key }: SourceKey): void {
    const { entity, companyId } = key
    let samples = this.#samples.get(entity)
    if (!samples) {
      samples = new Map()
      this.#samples.set(entity, samples)
    }
    let sample = samples.get(companyId)
    if (!sample) {
      sample = { field, ids: new Set() }
      samples.set(companyId, sample)
    }
    if (sample.ids.size < SAMPLE) sample.ids.add(idOf(key))
  }

  /** Throws an InputError when the store has records under former ids. */
  async requireNone(facts: Facts): Promise<void> {
    for (const [entity, samples] of this.#samples)
      for (const [companyId, { field, ids }] of samples) {
        const found = await facts.query(
          `SELECT id FROM ${entity} FINAL WHERE company_id = {company:UInt64} AND id IN {ids:Array(UInt64)} LIMIT 1`,
          { company: companyId, ids: [...ids] },
        )
        if (found.length > 0)
          throw new InputError(
            `An earlier import made ids of ${entity} without the property. Write "derive": "company" for ${field} to keep using those records, or remove them first and import everything again.`,
            `fields.${field}`,
          )
      }
  }
}
