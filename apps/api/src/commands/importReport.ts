import type { ConnectorReport } from '@leaselight/connectors'
import type { ImportReport } from '@leaselight/facts'
import { alignColumns, print } from '../console/console'

const shown = (value: number): string => value.toLocaleString('en-US')

/** Prints a table whose columns after the first are numbers. */
function printTable(head: string[], rows: string[][]): void {
  const numbers = head.slice(1).map((_, index) => index + 1)
  for (const line of alignColumns([head, ...rows], numbers)) print(line)
}

/** Prints what became of a folder of contract files, a line per file. */
export function printFolderReport(reports: readonly ImportReport[]): void {
  printTable(
    ['entity', 'taken', 'replaced', 'deleted', 'refused', 'seconds'],
    reports.map(({ entity, taken, replaced, deleted, refused, seconds }) => [
      entity,
      ...[taken, replaced, deleted, refused].map(shown),
      seconds.toFixed(1),
    ]),
  )
  for (const { entity, unknownFields } of reports)
    if (unknownFields.length > 0) print(`${entity}: not in the data contract and ignored: ${unknownFields.join(', ')}.`)
}

/** Prints what a file of another system held and what became of its records. */
export function printConnectorReport({ read, records, first, notes, dryRun }: ConnectorReport): void {
  printTable(
    ['of the file', 'read', 'taken', 'used', 'skipped', 'refused'],
    Object.entries(read).map(([what, { read: all, taken, used, skipped, refused }]) => [
      what,
      ...[all, taken, used, skipped, refused].map(shown),
    ]),
  )
  print()
  printTable(
    ['records', dryRun ? 'would take' : 'taken', 'replaced', 'refused'],
    records.map(({ entity, taken, replaced, refused }) => [entity, ...[taken, replaced, refused].map(shown)]),
  )
  if (dryRun && first.length > 0) {
    print('\nThe first records as they would stand:')
    for (const { entity, line, record } of first) print(`${entity}, line ${line}: ${JSON.stringify(record)}`)
  }
  if (notes.length > 0) print('\nTo know:')
  for (const { entity, field, reason, count } of notes) print(`${entity} ${field}, ${shown(count)} times: ${reason}`)
}
