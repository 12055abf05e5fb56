/** What clients did, and what they were told of it. */
export interface Ledger {
  /** Answered with success: must be there, once. */
  acknowledged: Set<string>
  /** Without an answer, and not sent again: may be there, once. */
  unknown: Set<string>
}

export const kinds = ['import', 'save', 'schedule', 'share', 'erase', 'feed'] as const
export type Kind = (typeof kinds)[number]
export type Ledgers = Record<Kind, Ledger>

/** Empty books. */
export const newLedgers = (): Ledgers =>
  Object.fromEntries(kinds.map((kind) => [kind, { acknowledged: new Set(), unknown: new Set() }])) as Ledgers
