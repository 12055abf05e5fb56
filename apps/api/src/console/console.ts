import { DataDirLocked, EngineUnavailable } from '@leaselight/facts'
import { StoreUnavailable } from '@leaselight/state'
import { SettingsError } from '../settings/settings'

/** Prints a line on standard output. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Prints a line on standard error. */
export const printError = (line: string): void => void process.stderr.write(`${line}\n`)

/** An expected reason to stop, in one sentence. */
export class CliError extends Error {
  override name = 'CliError'
}

const expectedErrors = [SettingsError, DataDirLocked, EngineUnavailable, StoreUnavailable, CliError]

/** Why a command failed: one sentence for an expected error, else the stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${error.port} is taken. Set PORT to another one.`
  if ('code' in error && error.code === 'EACCES') return `Not allowed: ${error.message}.`
  // Our own errors are sentences; any other error is printed with its stack.
  return expectedErrors.some((kind) => error instanceof kind) || /^[^\n]*\.$/.test(error.message)
    ? error.message
    : (error.stack ?? error.message)
}

/** Formats rows as columns, each as wide as its widest cell; those in `rightAligned` are right-aligned. */
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
