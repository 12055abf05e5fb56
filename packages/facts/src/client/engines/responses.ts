import { ClickHouseError } from '@clickhouse/client'
import { MalformedResponse } from '../errors'

/** The header with the tag around an error that follows rows already sent (since version 25.11). */
export const EXCEPTION_TAG = 'x-clickhouse-exception-tag'

/** A complete response of rows; throws the error of a response that was cut off. */
export function completeResponse(text: string, tag: string | string[] | undefined): string {
  const mark = typeof tag === 'string' ? text.indexOf(`\r\n__exception__\r\n${tag}`) : -1
  if (mark >= 0) throw truncatedError(text.slice(mark))
  // Before 25.11, an error follows the rows like another row.
  if (text && !text.endsWith('}\n')) throw truncatedError(text.slice(text.lastIndexOf('}\n') + 2))
  return text
}

/** Parses a row; anything else is the error that ended the response, and is thrown. */
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

/**
 * Converts what the client threw: a response that isn't ClickHouse's (a proxy's page, a partial error) becomes a
 * MalformedResponse.
 */
export function asResponseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ClickHouseError || error instanceof MalformedResponse) return error
  if ('code' in error || /^Code: \d+\.|^Timeout error|^The user aborted/.test(error.message)) return error
  return new MalformedResponse('The answer is none that ClickHouse gives.', { cause: error })
}
