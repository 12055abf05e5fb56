import type { Sink } from '../report'
import { CellProblem } from './cells'

interface KnownAgent {
  name: string
  properties: Set<number>
}

/**
 * The properties of a table's agents. An agent who comes at several properties serves them all: each row has the properties of
 * the rows before it too, and the last row counts.
 */
export class AgentProperties {
  readonly #agents = new Map<number, KnownAgent>()
  readonly #isOne: boolean
  readonly #sink: Pick<Sink, 'note'>

  /** `isOne`: the mapping says that an id means one person throughout the company, whatever the name. */
  constructor(isOne: boolean, sink: Pick<Sink, 'note'>) {
    this.#isOne = isOne
    this.#sink = sink
  }

  /** Adds the agent's other properties to the record; a problem when another person has the id. */
  claim(record: Record<string, unknown>): CellProblem | undefined {
    const { id, property_id: property, property_ids: stated, name } = record
    if (typeof id !== 'number' || typeof property !== 'number') return undefined
    const written = String(name ?? '').toLowerCase()
    const known = this.#agents.get(id)
    if (known && !this.#isOne && known.name !== written && !known.properties.has(property))
      return new CellProblem(
        `id: an earlier row has the same id with another name. "derive": true makes ids that differ by property.`,
      )
    const properties = known?.properties ?? new Set<number>()
    if (!known) this.#agents.set(id, { name: written, properties })
    else if (properties.has(property))
      this.#sink.note('row', 'id', 'An earlier row has the same id; the last one counts.')
    properties.add(property)
    if (Array.isArray(stated)) for (const one of stated) properties.add(Number(one))
    if (properties.size < 2) return undefined
    const [first] = properties
    record.property_id = first
    record.property_ids = [...properties]
    return undefined
  }
}
