import { createHash } from 'node:crypto'
import type { EntityName } from '@leaselight/contract'

const TOP_BITS = 0x1f_ffff
const LOW = 2 ** 32
const FIRST_SIZE = 1 << 12
const FULL = 0.6

/** Records that people tell apart by a name, which systems write in varying case. */
export const NAMED: ReadonlySet<EntityName> = new Set(['units', 'agents'])

/** A record's owner and its id in the source system. The same key always gives the same id. */
export interface SourceKey {
  entity: EntityName
  companyId: number
  /** The system it comes from: two systems may use one number for different people. */
  system: string
  /** The property that the id is unique in; absent where it is unique throughout the company. */
  propertyId?: number
  /** The source's own id, or its parts. */
  key: string | readonly string[]
}

/** The digest of a key's text; tests use a weaker one. */
export type Digest = (text: string) => Buffer

const sha256: Digest = (text) => createHash('sha256').update(text).digest()

/** The text that an id is derived from. Never change it: the next export must find the records of the last one. */
function textOf({ entity, companyId, system, propertyId, key }: SourceKey): string {
  const parts = typeof key === 'string' ? [key] : key
  const own =
    propertyId === undefined
      ? parts.join('\n')
      : JSON.stringify([propertyId, ...(NAMED.has(entity) ? parts.map((part) => part.toLowerCase()) : parts)])
  return JSON.stringify([entity, companyId, system, own])
}

const idIn = (digest: Buffer): number => (digest.readUInt32BE(0) & TOP_BITS) * LOW + digest.readUInt32BE(4) || 1

/** The id of a key by itself, without a look at the other records of the file. */
export const idOf = (key: SourceKey): number => idIn(sha256(textOf(key)))

/** What became of a record's claim to its id; `moved` names the property that has the id already. */
export type Claim = 'new' | 'again' | { moved: number }

/**
 * Contract ids for records that another system names: 53 bits of a digest of the name, so that the next file finds the same
 * record again without stored state. Collisions within a file are detected by 32 further bits. A record costs 16 bytes of
 * memory, at most 54 with spare capacity.
 */
export class Ids {
  readonly #digest: Digest
  #ids = new Float64Array(FIRST_SIZE)
  #checks = new Uint32Array(FIRST_SIZE)
  /** Each id's place in `#properties`; 0 for an id that no record has claimed. */
  #owners = new Uint32Array(FIRST_SIZE)
  readonly #properties = [0]
  readonly #placeOf = new Map<number, number>()
  #count = 0

  constructor(digest: Digest = sha256) {
    this.#digest = digest
  }

  /** The record's id; undefined when another record of this file has the same. */
  of(key: SourceKey): number | undefined {
    const digest = this.#digest(textOf(key))
    const id = idIn(digest)
    const check = digest.readUInt32BE(8)
    const slot = this.#slotOf(id)
    if (this.#ids[slot] !== 0) return this.#checks[slot] === check ? id : undefined
    this.#add(slot, id, check, 0)
    return id
  }

  /** Notes that a record of the file has the id and belongs to the property: an id can't be at two of them. */
  claim(id: number, propertyId: number): Claim {
    const slot = this.#slotOf(id)
    const owner = this.#owners[slot] ?? 0
    if (owner !== 0) {
      const other = this.#properties[owner] ?? 0
      return other === propertyId ? 'again' : { moved: other }
    }
    const place = this.#placeOf.get(propertyId) ?? this.#properties.push(propertyId) - 1
    this.#placeOf.set(propertyId, place)
    if (this.#ids[slot] === 0) this.#add(slot, id, 0, place)
    else this.#owners[slot] = place
    return 'new'
  }

  #add(slot: number, id: number, check: number, owner: number): void {
    this.#ids[slot] = id
    this.#checks[slot] = check
    this.#owners[slot] = owner
    if (++this.#count > this.#ids.length * FULL) this.#grow()
  }

  /** The slot of an id, occupied or free. */
  #slotOf(id: number): number {
    const mask = this.#ids.length - 1
    // The low bits of a digest are as good as a hash of it, and a source's own numbers are mostly consecutive.
    let slot = (id % LOW) & mask
    while (this.#ids[slot] !== 0 && this.#ids[slot] !== id) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [ids, checks, owners] = [this.#ids, this.#checks, this.#owners]
    this.#ids = new Float64Array(ids.length * 2)
    this.#checks = new Uint32Array(ids.length * 2)
    this.#owners = new Uint32Array(ids.length * 2)
    for (const [index, id] of ids.entries()) {
      if (id === 0) continue
      const slot = this.#slotOf(id)
      this.#ids[slot] = id
      this.#checks[slot] = checks[index] ?? 0
      this.#owners[slot] = owners[index] ?? 0
    }
  }
}
