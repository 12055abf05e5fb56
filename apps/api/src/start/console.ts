import { DataDirLocked, EngineUnavailable } from '@leaselight/facts'
import { StoreUnavailable } from '@leaselight/state'
import { SettingsError } from './settings'

/** A line for whoever started us. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** A line about what went wrong. */
export const printError = (line: string): void => void process.stderr.write(`${line}\n`)

/** A foreseen reason to stop, in one sentence. */
export class CliError extends Error {
  override name = 'CliError'
}

const expectedErrors = [SettingsError, DataDirLocked, EngineUnavailable, StoreUnavailable, CliError]

/** Why it can't go on: one sentence where somebody can do something about it, else everything we know. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is taken. Set PORT to another one.`
  if ('code' in error && error.code === 'EACCES') return `Not allowed: ${error.message}.`
  // Our own errors are sentences; anything else has its stack, for whoever has to find out.
  return expectedErrors.some((kind) => error instanceof kind) || /^[^\n]*\.$/.test(error.message)
    ? error.message
    : (error.stack ?? error.message)
}

/** Rows of texts as columns, each as wide as its widest; those named in `right` stand to the right. */
export function alignColumns(rows: readonly (readonly string[])[], rightAligned: readonly number[] = []): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((text, column) =>
        rightAligned.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
