import { createHash } from 'node:crypto'
import type { EntityName } from '@leaselight/contract'

const TOP_BITS = 0x1f_ffff
const LOW = 2 ** 32
const FIRST_SIZE = 1 << 12
const FULL = 0.6

/** A record's owner and its name in the other system. The same key always gives the same id. */
export interface SourceKey {
  entity: EntityName
  companyId: number
  /** The system it comes from: two systems may use one number for different people. */
  system: string
  key: string
}

/** The digest of a key's text; tests use a weaker one. */
export type Digest = (text: string) => Buffer

const sha256: Digest = (text) => createHash('sha256').update(text).digest()

/**
 * Contract ids for records that another system names: 53 bits of a digest of the name, so that the next file finds the same
 * record again without stored state. Collisions within a file are detected by 32 further bits; a record costs 12 bytes of
 * memory, at most 40 with spare capacity.
 */
export class Ids {
  readonly #digest: Digest
  #ids = new Float64Array(FIRST_SIZE)
  #checks = new Uint32Array(FIRST_SIZE)
  #count = 0

  constructor(digest: Digest = sha256) {
    this.#digest = digest
  }

  /** The record's id; undefined when another record of this file has the same. */
  of({ entity, companyId, system, key }: SourceKey): number | undefined {
    const digest = this.#digest(JSON.stringify([entity, companyId, system, key]))
    const id = (digest.readUInt32BE(0) & TOP_BITS) * LOW + digest.readUInt32BE(4) || 1
    const check = digest.readUInt32BE(8)
    const slot = this.#slotOf(id)
    if (this.#ids[slot] !== 0) return this.#checks[slot] === check ? id : undefined
    this.#ids[slot] = id
    this.#checks[slot] = check
    if (++this.#count > this.#ids.length * FULL) this.#grow()
    return id
  }

  /** The slot of an id, occupied or free. */
  #slotOf(id: number): number {
    const mask = this.#ids.length - 1
    // The low bits of a digest are as good as a hash of it.
    let slot = (id % LOW) & mask
    while (this.#ids[slot] !== 0 && this.#ids[slot] !== id) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const ids = this.#ids
    const checks = this.#checks
    this.#ids = new Float64Array(ids.length * 2)
    this.#checks = new Uint32Array(ids.length * 2)
    for (const [index, id] of ids.entries()) {
      if (id === 0) continue
      const slot = this.#slotOf(id)
      this.#ids[slot] = id
      this.#checks[slot] = checks[index] ?? 0
    }
  }
}
