import { pluralize } from '@leaselight/model'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import blocks from '../../app/blocks.module.css'
import { saveFile } from '../../report/export/download'
import classes from './import.module.css'
import type { ImportReport, Rejection } from './runImport'

const SHOWN_REJECTIONS = 50

const number = (value: number): string => value.toLocaleString('en-US')

/** The result of a dry run or an import. */
export function ImportResult({ account, refusals }: { account: ImportReport; refusals: readonly Rejection[] }) {
  const { dry_run: isDryRun, read, records, first, notes, refused, stopped } = account
  const taken = records.reduce((sum, one) => sum + one.taken + one.replaced + one.deleted, 0)
  return (
    <section className={classes.result} aria-label={isDryRun ? 'What would come in' : 'What came in'}>
      <h2 className={classes.heading}>
        {isDryRun ? `${pluralize(taken, 'record')} would come in` : `${pluralize(taken, 'record')} came in`}
        {refused > 0 && `, ${number(refused)} refused`}
      </h2>
      {isDryRun && <p className={blocks.about}>Nothing was written: this was a try.</p>}
      {stopped && (
        <p className={classes.stopped} role="alert">
          {stopped}
        </p>
      )}
      <PlainTable
        caption="Of the file"
        head={['', 'Read', 'Taken', 'Used', 'Skipped', 'Refused']}
        rows={Object.entries(read).map(([what, tally]) => [
          what,
          ...[tally.read, tally.taken, tally.used, tally.skipped, tally.refused].map(number),
        ])}
      />
      {records.length > 0 && (
        <PlainTable
          caption="Records"
          head={['', isDryRun ? 'Would come in' : 'New', 'Replaced', 'Refused']}
          rows={records.map((one) => [one.entity, ...[one.taken, one.replaced, one.refused].map(number)])}
        />
      )}
      {first.length > 0 && <FirstRows first={first} isDryRun={isDryRun} />}
      {refused > 0 && <Rejections refusals={refusals} refused={refused} />}
      {notes.length > 0 && (
        <PlainTable
          caption="To know"
          head={['', 'Field', 'Times', 'What it means']}
          rows={notes.map((note) => [note.entity, note.field, number(note.count), note.reason])}
          texts={[1, 3]}
        />
      )}
    </section>
  )
}

function FirstRows({ first, isDryRun }: { first: ImportReport['first']; isDryRun: boolean }) {
  const entities = [...new Set(first.map(({ entity }) => entity))]
  return entities.map((entity) => {
    const rows = first.filter((one) => one.entity === entity)
    const fields = [...new Set(rows.flatMap(({ record }) => Object.keys(record)))]
    const caption = isDryRun ? `The first ${entity} as they would stand` : `The first ${entity}`
    return (
      <PlainTable
        key={entity}
        caption={caption}
        head={['Line', ...fields]}
        rows={rows.map(({ line, record }) => [number(line), ...fields.map((field) => shown(record[field]))])}
        texts={fields.map((_, index) => index + 1)}
      />
    )
  })
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function Rejections({ refusals, refused }: { refusals: readonly Rejection[]; refused: number }) {
  const file = () =>
    new Blob(
      refusals.map((refusal) => `${JSON.stringify(refusal)}\n`),
      { type: 'application/x-ndjson' },
    )
  return (
    <>
      <PlainTable
        caption="Refused"
        head={['Line', 'What', 'Id', 'Reason']}
        rows={refusals
          .slice(0, SHOWN_REJECTIONS)
          .map(({ line, entity, id, reason }) => [number(line), entity, shown(id), reason])}
        texts={[1, 2, 3]}
      />
      <div className={classes.line}>
        <Button variant="default" onClick={() => saveFile('refusals.ndjson', file())}>
          Download {refusals.length < refused ? `the first ${number(refusals.length)} of them` : 'all of them'}
        </Button>
        {refused > SHOWN_REJECTIONS && (
          <span className={blocks.about}>
            {number(Math.min(SHOWN_REJECTIONS, refusals.length))} of {number(refused)} are shown.
          </span>
        )}
      </div>
    </>
  )
}

interface TableProps {
  caption: string
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  /** Text columns besides the first one when it has no header. The others are numbers. */
  texts?: readonly number[]
}

/** A small table that scrolls on its own when it is too wide. */
export function PlainTable({ caption, head, rows, texts = [] }: TableProps) {
  const isText = (index: number) => (index === 0 && head[0] === '') || texts.includes(index)
  return (
    // Keyboards scroll what they can reach.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={name} scope="col" data-text={isText(index) || undefined}>
                {name === '' ? <span className="ll-spoken">What</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // Rows are replaced as a whole, so their index is their identity.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={head[index]} data-text={isText(index) || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
