import type { RecordOutcome } from '../report'

/** What an accepted record does. */
export type Outcome = Exclude<RecordOutcome, 'rejected'>

/** What a batch's records do, as counts of each company: a list of them all would be as long as the batch. */
export class Outcomes {
  readonly #companies = new Map<number, Record<Outcome, number>>()

  add(companyId: number, outcome: Outcome): void {
    let counts = this.#companies.get(companyId)
    if (!counts) {
      counts = { new: 0, changed: 0, unchanged: 0, removed: 0 }
      this.#companies.set(companyId, counts)
    }
    counts[outcome]++
  }

  /** How many records there were. */
  get records(): number {
    return this.list().reduce((sum, { count }) => sum + count, 0)
  }

  /** The counts above zero. */
  list(): { companyId: number; outcome: Outcome; count: number }[] {
    const outcomes = ['new', 'changed', 'unchanged', 'removed'] as const
    return [...this.#companies].flatMap(([companyId, counts]) =>
      outcomes.flatMap((outcome) => (counts[outcome] > 0 ? [{ companyId, outcome, count: counts[outcome] }] : [])),
    )
  }
}
