import { type ImportReport, type RecordCounts, readOf, type SourceCounts } from '@leaselight/facts'
import { alignColumns, print } from '../console/console'

const shown = (value: number): string => value.toLocaleString('en-US')

const RECORDS = ['new', 'changed', 'unchanged', 'removed'] as const satisfies readonly (keyof RecordCounts)[]
const SOURCE = ['records', 'merged', 'skipped'] as const satisfies readonly (keyof SourceCounts)[]

/** Prints the report of an import: a table of what was read, what became of it, and remarks. */
export function printReport(report: ImportReport): void {
  const { source, records, notes, moreNotes, unused, dryRun, tooManyRejected, rejected, seconds, stopped } = report
  for (const line of reportTable(report)) print(line)
  if (records.length + source.length > 0) print(`${seconds.toFixed(1)} seconds`)
  for (const { item, names, more } of unused)
    print(`\nNot used (${item}): ${names.join(', ')}${more ? ' and more' : ''}. That is fine if you don’t need them.`)
  if (notes.length > 0) print('\nNotes:')
  for (const { item, field, reason, count } of notes)
    print(
      `${[item, field].filter((word) => word !== '').join(' ')}, ${count === 1 ? 'once' : `${shown(count)} times`}: ${reason}`,
    )
  if (moreNotes > 0) print(`and ${shown(moreNotes)} more.`)
  printFirst(report)
  if (stopped) print(`\n${stopped}`)
  if (tooManyRejected)
    print(
      stopped
        ? '\nNothing was imported, because the file could not be read to its end.'
        : `\nNothing was imported: ${shown(rejected)} of ${shown(readOf(report))} were rejected, more than allowed.`,
    )
  else if (dryRun) print('\nNothing was imported: this was a dry run.')
}

/** The table: first what the file held, then the records it became. In each line the first number is the sum of the others. */
export function reportTable({ source, records }: ImportReport): string[] {
  const fileColumns = source.length > 0 ? SOURCE : []
  const head = ['', 'read', ...fileColumns, ...RECORDS, 'rejected']
  const blank = <T>(columns: readonly T[]) => columns.map(() => '')
  const rows = [
    ...source.map((counts) => [
      ...[counts.item, shown(counts.read), ...SOURCE.map((field) => shown(counts[field]))],
      ...[...blank(RECORDS), shown(counts.rejected)],
    ]),
    ...records.map((counts) => [
      ...[counts.entity, shown(counts.read), ...blank(fileColumns)],
      ...[...RECORDS.map((field) => shown(counts[field])), shown(counts.rejected)],
    ]),
  ]
  const numbers = head.slice(1).map((_, index) => index + 1)
  return alignColumns([head, ...rows], numbers)
}

function printFirst({ dryRun, first }: ImportReport): void {
  if (!dryRun || first.length === 0) return
  print('\nThe first records:')
  for (const { entity, line, record } of first) print(`${entity}, line ${line}: ${JSON.stringify(record)}`)
}
