import { ClickHouseError } from '@clickhouse/client'
import { MalformedResponse } from '../errors'

/** The header with the tag that stands around an error behind rows which have gone out already (since version 25.11). */
export const EXCEPTION_TAG = 'x-clickhouse-exception-tag'

/** A whole answer of rows; one that broke off in the middle is the error that ended it. */
export function completeResponse(text: string, tag: string | string[] | undefined): string {
  const mark = typeof tag === 'string' ? text.indexOf(`\r\n__exception__\r\n${tag}`) : -1
  if (mark >= 0) throw truncatedError(text.slice(mark))
  // Before 25.11 the error follows the rows as if it were one.
  if (text && !text.endsWith('}\n')) throw truncatedError(text.slice(text.lastIndexOf('}\n') + 2))
  return text
}

/** A row; what is none is the error that ended the answer. */
export function parseRow(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw truncatedError(text)
  }
}

function truncatedError(text: string): Error {
  const [said] = /Code: \d+\. .*/.exec(text) ?? []
  return said ? new Error(said) : new MalformedResponse('The answer broke off in the middle.')
}

/** What the client threw: an answer that is none of ClickHouse's (a proxy's page, half an error) becomes an OddAnswer. */
export function asResponseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ClickHouseError || error instanceof MalformedResponse) return error
  if ('code' in error || /^Code: \d+\.|^Timeout error|^The user aborted/.test(error.message)) return error
  return new MalformedResponse('The answer is none that ClickHouse gives.', { cause: error })
}
