import { callerTypes } from '@leaselight/model'
import { raw, type Sql, sql } from '../../plan/sql'

/** Converts a key of a fixed list to its label. */
export const labelSql = (column: string, words: Readonly<Record<string, string>>): Sql =>
  sql`transform(toString(${raw(column)}), ${Object.keys(words)}, ${Object.values(words)}, '')`

/** Whether the caller is new, returning, or a resident. */
export const callerStatus: Sql = labelSql('caller_type', callerTypes)

/** The text, or null when it is empty. */
export const nullIfEmpty = (column: string): Sql => raw(`nullIf(toString(${column}), '')`)
