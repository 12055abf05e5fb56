import { type FactProperty, type Facts, readProperties } from '@leaselight/facts'

/** A property whose data may be imported; data of a removed one is stored and counts once the property is back. */
export type ReferenceProperty = FactProperty

/** The existing records, as read from the facts store. */
export interface ReferenceRecords {
  properties: readonly ReferenceProperty[]
  sources?: readonly { companyId: number; name: string }[]
  units?: readonly { propertyId: number; name: string; id: number }[]
}

/** The existing records that a source file may name: properties, sources, and units by name. */
export class ReferenceData {
  readonly #properties = new Map<number, ReferenceProperty>()
  readonly #sources = new Set<string>()
  readonly #units = new Map<string, number>()

  constructor({ properties, sources = [], units = [] }: ReferenceRecords) {
    // A property that was removed before it was ever described has no zone and can own nothing.
    for (const place of properties) if (place.zone) this.#properties.set(place.id, place)
    for (const { companyId, name } of sources) this.#sources.add(sourceKey(companyId, name))
    for (const { propertyId, name, id } of units) this.#units.set(unitKey(propertyId, name), id)
  }

  /** Reads the reference data of one company, or of all. */
  static async load(facts: Facts, companyId?: number): Promise<ReferenceData> {
    const where = companyId === undefined ? '' : 'WHERE company_id = {company:UInt64}'
    const read = <T>(select: string) => facts.query<T>(`${select} FINAL ${where}`, { company: companyId ?? 0 })
    return new ReferenceData({
      properties: await readProperties(facts, companyId),
      sources: await read<{ companyId: number; name: string }>('SELECT company_id AS companyId, name FROM sources'),
      units: await read<{ propertyId: number; name: string; id: number }>(
        'SELECT property_id AS propertyId, name, id FROM units',
      ),
    })
  }

  property(id: number): ReferenceProperty | undefined {
    return this.#properties.get(id)
  }

  /** Whether a company has any property. */
  hasCompany(id: number): boolean {
    return [...this.#properties.values()].some(({ companyId }) => companyId === id)
  }

  /** Whether the company has registered a source with the name. */
  hasSource(companyId: number, name: string): boolean {
    return this.#sources.has(sourceKey(companyId, name))
  }

  /** The unit with the name; undefined when there is none. */
  unit(propertyId: number, name: string): number | undefined {
    return this.#units.get(unitKey(propertyId, name))
  }
}

// Reports join sources by their trimmed names, so trimmed names are equal here too.
const sourceKey = (companyId: number, name: string): string => `${companyId}\n${name.trim()}`
const unitKey = (propertyId: number, name: string): string => `${propertyId}\n${name.trim().toLowerCase()}`
