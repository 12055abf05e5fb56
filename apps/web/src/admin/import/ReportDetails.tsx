import { capitalized } from '@leaselight/model'
import blocks from '../../app/blocks.module.css'
import classes from './import.module.css'
import type { ImportReport, RecordCounts, SourceCounts } from './importReport'
import { PlainTable } from './PlainTable'

const number = (value: number): string => value.toLocaleString('en-US')

const SOURCE = [
  ['records', 'Became records'],
  ['merged', 'Merged'],
  ['skipped', 'Skipped'],
] as const satisfies readonly (readonly [keyof SourceCounts, string])[]
const RECORDS = [
  ['new', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['removed', 'Removed'],
] as const satisfies readonly (readonly [keyof RecordCounts, string])[]

/** The table of a report and its remarks: what was read, what became of it, and what was not used. */
export function ReportDetails({ report, caption }: { report: ImportReport; caption: string }) {
  const { source, records, notes, more_notes: moreNotes, unused, stopped } = report
  const fileColumns = source.length > 0 ? SOURCE : []
  const blank = (columns: readonly unknown[]) => columns.map(() => '')
  return (
    <>
      {stopped && (
        <p className={classes.stopped} role="alert">
          {stopped}
        </p>
      )}
      {source.length + records.length > 0 && (
        <PlainTable
          caption={caption}
          head={['', 'Read', ...[...fileColumns, ...RECORDS].map(([, label]) => label), 'Rejected']}
          rows={[
            ...source.map((counts) => [
              labelOf(counts.item),
              number(counts.read),
              ...SOURCE.map(([field]) => number(counts[field])),
              ...blank(RECORDS),
              number(counts.rejected),
            ]),
            ...records.map((counts) => [
              labelOf(counts.entity),
              number(counts.read),
              ...blank(fileColumns),
              ...RECORDS.map(([field]) => number(counts[field])),
              number(counts.rejected),
            ]),
          ]}
        />
      )}
      {unused.map(({ item, names, more }) => (
        <p key={item} className={blocks.about}>
          {item === 'rows' ? 'Columns not used' : `Fields not used (${labelOf(item)})`}: {names.join(', ')}
          {more ? ' and more' : ''}.
        </p>
      ))}
      {notes.length > 0 && (
        <PlainTable
          caption={moreNotes > 0 ? `Notes (and ${number(moreNotes)} more)` : 'Notes'}
          head={['', 'Field', 'Times', 'What it means']}
          rows={notes.map((note) => [labelOf(note.item), note.field, number(note.count), note.reason])}
          texts={[1, 3]}
        />
      )}
    </>
  )
}

/** `ad_spend` → `Ad spend`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return capitalized(words)
}
