import { ClickHouseError } from '@clickhouse/client'
import { OddAnswer } from './errors'

/** The header with the tag that stands around an error behind rows which have gone out already (since version 25.11). */
export const EXCEPTION_TAG = 'x-clickhouse-exception-tag'

/** A whole answer of rows; one that broke off in the middle is the error that ended it. */
export function wholeAnswer(text: string, tag: string | string[] | undefined): string {
  const mark = typeof tag === 'string' ? text.indexOf(`\r\n__exception__\r\n${tag}`) : -1
  if (mark >= 0) throw brokenOff(text.slice(mark))
  // Before 25.11 the error follows the rows as if it were one.
  if (text && !text.endsWith('}\n')) throw brokenOff(text.slice(text.lastIndexOf('}\n') + 2))
  return text
}

/** A row; what is none is the error that ended the answer. */
export function rowOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw brokenOff(text)
  }
}

function brokenOff(words: string): Error {
  const [said] = /Code: \d+\. .*/.exec(words) ?? []
  return said ? new Error(said) : new OddAnswer('The answer broke off in the middle.')
}

/** What the client threw: an answer that is none of ClickHouse's (a proxy's page, half an error) becomes an OddAnswer. */
export function understood(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ClickHouseError || error instanceof OddAnswer) return error
  if ('code' in error || /^Code: \d+\.|^Timeout error|^The user aborted/.test(error.message)) return error
  return new OddAnswer('The answer is none that ClickHouse gives.', { cause: error })
}
