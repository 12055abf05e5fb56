import { pluralize } from '@leaselight/model'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import blocks from '../app/blocks.module.css'
import classes from './reconcile.module.css'
import type { ComparedLine, NamedRecord } from './types'

interface Props {
  lines: readonly ComparedLine[]
  named: readonly NamedRecord[]
}

const differs = ({ difference, reasons }: ComparedLine): boolean => difference !== 0 || reasons.length > 0
const keyOf = ({ line, propertyId }: Pick<ComparedLine, 'line' | 'propertyId'>): string => `${propertyId} ${line}`

/** The lines that differ, by property, each opening its records; below them those that agree. */
export function ComparedLines({ lines, named }: Props) {
  const differing = lines.filter(differs)
  const agreeing = lines.filter((line) => !differs(line))
  return (
    <>
      {differing.length > 0 && <LineTable caption="Lines that differ" lines={differing} named={named} />}
      {agreeing.length > 0 && (
        <details className={classes.agreeing} open={differing.length === 0}>
          <summary>
            {pluralize(agreeing.length, 'line')} {agreeing.length === 1 ? 'agrees' : 'agree'}
          </summary>
          <LineTable caption="Lines that agree" lines={agreeing} named={[]} />
        </details>
      )}
    </>
  )
}

function LineTable({ caption, lines, named }: Props & { caption: string }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpen((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  return (
    <table className={classes.lines}>
      <caption className="ll-spoken">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" data-text>
            Line
          </th>
          <th scope="col">Theirs</th>
          <th scope="col">Ours</th>
          <th scope="col">Difference</th>
          <th scope="col" data-text>
            Explained by
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const key = keyOf(line)
          const records = named.filter((record) => keyOf(record) === key)
          return (
            <Fragment key={key}>
              {lines[index - 1]?.propertyId !== line.propertyId && (
                <tr className={classes.property}>
                  <th scope="colgroup" colSpan={5} data-text>
                    {line.property}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row" data-text>
                  {line.label}
                </th>
                <td>{line.theirs.toLocaleString('en-US')}</td>
                <td>{line.ours.toLocaleString('en-US')}</td>
                <td data-differs={line.difference !== 0 || undefined}>{signed(line.difference)}</td>
                <td data-text>
                  <Explained line={line} records={records.length} open={open.has(key)} onToggle={() => toggle(key)} />
                </td>
              </tr>
              {open.has(key) && (
                <tr>
                  <td colSpan={5} data-text className={classes.opened}>
                    <Records records={records} label={`${line.label}, ${line.property}`} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

const signed = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('en-US')}`

interface ExplainedProps {
  line: ComparedLine
  records: number
  open: boolean
  onToggle: () => void
}

function Explained({ line, records, open, onToggle }: ExplainedProps) {
  const { reasons, unexplained, hints } = line
  const text = reasons.map(({ label, records: of }) => `${label} ${of}`).join(', ')
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      {records > 0 && (
        <button type="button" className={classes.reasons} aria-expanded={open} onClick={onToggle}>
          <Chevron size={14} aria-hidden />
          {text}
        </button>
      )}
      {records === 0 && text}
      {unexplained !== 0 && (
        <span>
          <span className={classes.mark} data-tone="bad">
            Unexplained {signed(unexplained)}
          </span>
          {hints.length > 0 && <span className={blocks.quiet}> Could be among {hints.join(', ')}.</span>}
        </span>
      )}
    </>
  )
}

/** The records behind a difference, under their reasons. */
function Records({ records, label }: { records: readonly NamedRecord[]; label: string }) {
  const reasons = [...new Set(records.map(({ reasonLabel }) => reasonLabel))]
  return (
    <section className={classes.records} aria-label={`Records behind ${label}`}>
      {reasons.map((reason) => {
        const some = records.filter(({ reasonLabel }) => reasonLabel === reason)
        return (
          <div key={reason}>
            <h2>
              {reason} <span className={blocks.quiet}>{some[0]?.todo}</span>
            </h2>
            <ul>
              {some.map((one, index) => (
                // Records are replaced as a whole, so their index is their identity.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={index}>
                  {one.says}
                  {one.theirRow !== null && <span className={blocks.quiet}> Row {one.theirRow} of their file.</span>}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
