import { meaningfulText } from '../texts'
import { type DateOrder, orderOf } from './dates'
import { byFrequency, plainWords } from './names'

/** The start of a table. */
export interface TableSample {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The company whose table it is. */
export interface TableOwner {
  companyId: number
  /** The properties that the table may be about. */
  properties: readonly { id: number; name: string }[]
}

/** Names that no mapping can have, since no object can. */
export const IMPOSSIBLE = '__proto__'

/** A column with its distinct values, the most frequent first. */
export interface Column {
  name: string
  /** The name in plain words, such as `created` for `Created (local)`. */
  words: string
  values: string[]
}

/** The start of a table, prepared for guessing. */
export class SampledTable {
  readonly columns: readonly Column[]
  readonly companyId: number
  /** What the columns that can be read in one way only say about the others; undefined when they say nothing. */
  readonly dateOrder: DateOrder | undefined
  readonly #properties = new Map<string, number | undefined>()
  readonly #rows: readonly (readonly string[])[]
  readonly #names: readonly string[]

  constructor({ columns, rows }: TableSample, { companyId, properties }: TableOwner) {
    this.companyId = companyId
    this.#rows = rows
    this.#names = columns.map((name) => name.trim())
    this.columns = columns
      .map((name, index) => ({ name: name.trim(), index }))
      // A name that comes twice can't be mapped by its name.
      .filter(
        ({ name }, at, all) => name !== '' && name !== IMPOSSIBLE && all.findIndex((one) => one.name === name) === at,
      )
      .map(({ name, index }) => ({
        name,
        words: plainWords(name),
        values: byFrequency(rows.map((row) => (row[index] ?? '').trim()).filter((text) => meaningfulText(text) !== '')),
      }))
    this.dateOrder = orderOf(this.columns.map(({ values }) => values))
    for (const { id, name } of properties) {
      const key = plainWords(name)
      // A name that two properties share names neither.
      this.#properties.set(key, this.#properties.has(key) ? undefined : id)
      this.#properties.set(String(id), id)
    }
  }

  /**
   * These columns if no two different rows of one owner have the same cells in them, else with as many more as tell the rows
   * apart: two tours of one person on one day are two. The owner is part of every derived id by itself.
   */
  tellingApart(columns: readonly string[], owner: string | undefined): string[] {
    const chosen = [...columns]
    const taken = [...columns, ...(owner === undefined ? [] : [owner])]
    const others = this.columns.map(({ name }) => name).filter((name) => !taken.includes(name))
    const distinct = (names: readonly string[]) => new Set(this.#cells(names)).size
    const most = distinct([...taken, ...others])
    for (const name of others) {
      const before = distinct(taken)
      if (before === most) break
      if (distinct([...taken, name]) === before) continue
      chosen.push(name)
      taken.push(name)
    }
    return chosen
  }

  /** The rows' cells of these columns, a text for each row. */
  #cells(names: readonly string[]): string[] {
    const places = names.map((name) => this.#names.indexOf(name))
    return this.#rows.map((row) => JSON.stringify(places.map((place) => (row[place] ?? '').trim())))
  }

  /** The property that a cell names, by name or id. */
  property(value: string): number | undefined {
    const words = plainWords(value)
    const exact = this.#properties.get(words)
    if (exact !== undefined || words === '') return exact
    // `Maple Court Apartments` for `Maple Court`, and the other way round, if only one fits.
    const near = [...this.#properties].filter(([name]) => name.startsWith(`${words} `) || words.startsWith(`${name} `))
    const [first] = near
    return near.length === 1 && first ? first[1] : undefined
  }
}
