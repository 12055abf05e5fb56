/** Why a record can't be taken: a field (none: the whole record) and what is wrong with it, such as `must be text`. */
export class Problem {
  constructor(
    readonly reason: string,
    readonly field = '',
  ) {}

  /** As a plain sentence. */
  get sentence(): string {
    return `${this.field || 'This'} ${this.reason}.`
  }
}

/** A record that was not taken, for the account and the file of refusals. */
export interface Rejection {
  entity: string
  line: number
  /** The record's id as it was written; null when it had none. */
  id: number | string | null
  /** The field at fault; '' when it is the whole record. */
  field: string
  /** A plain sentence. */
  reason: string
}
