import type { EntityName } from '@leaselight/contract'
import type { Row } from '../check/validator'
import { scopeOf } from './recordKeys'

/** The last row of each id in a batch, in the order in which the ids first came. */
export class LastRows {
  readonly #name: EntityName
  readonly #byScope = new Map<number, Map<number | string, Row>>()
  /** Most files are in the order of their ids: no id comes twice in these, and a hundred thousand need no look-up. */
  readonly #inOrder: Row[] | undefined

  constructor(name: EntityName, rows: readonly Row[]) {
    this.#name = name
    const isInOrder = rows.every(({ id }, index) => index === 0 || id > (rows[index - 1]?.id ?? id))
    if (isInOrder) this.#inOrder = []
  }

  /** The row with the same id that came before. */
  find(row: Row): Row | undefined {
    return this.#inOrder ? undefined : this.#byScope.get(scopeOf(this.#name, row.companyId))?.get(row.id)
  }

  /** Takes the row in the place of one with its id. */
  set(row: Row): void {
    if (this.#inOrder) {
      this.#inOrder.push(row)
      return
    }
    const scope = scopeOf(this.#name, row.companyId)
    let ofScope = this.#byScope.get(scope)
    if (!ofScope) {
      ofScope = new Map()
      this.#byScope.set(scope, ofScope)
    }
    ofScope.set(row.id, row)
  }

  list(): Row[] {
    return this.#inOrder ?? [...this.#byScope.values()].flatMap((ofScope) => [...ofScope.values()])
  }
}
