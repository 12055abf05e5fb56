import { type LimitedText, limitText, MAX_NAME_TEXT } from '../limits'

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

/** A record that was rejected, for the response and the file of rejections. */
export interface Rejection {
  entity: string
  line: number
  /** The record's id as it was written; null when it had none. */
  id: number | LimitedText | null
  /** The field at fault; '' when it is the whole record. */
  field: LimitedText
  /** A plain sentence. */
  reason: LimitedText
}

/** A rejection as it is found, with texts of any length. */
export interface RejectionInput {
  entity: string
  line: number
  id: number | string | null
  field: string
  reason: string
}

/** The rejection with its texts cut to what a report may hold. */
export const toRejection = ({ entity, line, id, field, reason }: RejectionInput): Rejection => ({
  ...{ entity, line },
  id: typeof id === 'string' ? limitText(id, MAX_NAME_TEXT) : id,
  field: limitText(field, MAX_NAME_TEXT),
  reason: limitText(reason),
})
