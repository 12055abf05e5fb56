import { partColors } from '@leaselight/charts'
import { isTelling, type SheetBlock, type SheetHead, type SheetLine } from '@leaselight/model'
import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { DrillDownButton } from './DrillDownButton'
import { type BarPart, PartsBar } from './PartsBar'
import classes from './sheet.module.css'

interface SheetProps {
  head: SheetHead
  /** The halves, side by side where there is room. */
  blocks: readonly ReactNode[]
  /** The report's table. */
  below: ReactNode
}

/** A report as one sheet of paper: what it is about, its halves on one surface, and its table. */
export function Sheet({ head, blocks, below }: SheetProps) {
  return (
    <div className={classes.page}>
      <div className={classes.sheet}>
        <div className={classes.head}>
          <p className={classes.name}>{head.name}</p>
          <p className={classes.about}>{head.about}</p>
        </div>
        <div className={classes.blocks}>{blocks}</div>
      </div>
      <div className={classes.below}>{below}</div>
    </div>
  )
}

interface BlockProps {
  title: string
  /** The height that its numbers will have, in pixels. */
  height: number
  /** A link on the right of the title. */
  actions?: ReactNode
  stale?: boolean
  children: ReactNode
}

/** One half of a sheet. */
export function SheetHalf({ title, height, actions, stale = false, children }: BlockProps) {
  return (
    <section className={classes.half} aria-label={title} aria-busy={stale} data-stale={stale || undefined}>
      <div className={classes.titled}>
        <h2 className={classes.title}>{title}</h2>
        {actions && <span data-no-print>{actions}</span>}
      </div>
      <div className={classes.numbers} style={heightStyle(height)}>
        {children}
      </div>
    </section>
  )
}

// A custom property is no known style; paper gives it no height.
const heightStyle = (height: number) => ({ '--numbers-height': `${height}px` }) as CSSProperties

interface NumbersProps {
  block: SheetBlock
  /** Opens the list behind a number. */
  onOpen: (column: string) => void
}

/** The strip and the numbers of one half, in groups. */
export function SheetNumbers({ block, onOpen }: NumbersProps) {
  const { title, strip, headings, groups } = block
  const colors = partColors(strip)
  const parts = strip.map(
    ({ opens, meaning: _, ...part }, index): BarPart => ({
      ...part,
      color: colors[index] ?? 'ink',
      onOpen: opens ? () => onOpen(part.key) : undefined,
    }),
  )
  return (
    <>
      {parts.length > 0 && (
        <div className={classes.strip}>
          <PartsBar label={title} parts={parts} />
        </div>
      )}
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <td />
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.title}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={headings.length + 1}>
                  {group.title}
                </th>
              </tr>
              {group.lines.map((line) => (
                <Line key={line.key} line={line} onOpen={onOpen} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Line({ line, onOpen }: { line: SheetLine; onOpen: (column: string) => void }) {
  const { key, label, definition, text, usual, toDate, opens } = line
  return (
    <tr>
      <th scope="row" title={definition}>
        {label}
      </th>
      <td className="ll-number">
        <Mark line={line} />
        {opens ? (
          <DrillDownButton label={`${label}: ${text}, open the list`} onOpen={() => onOpen(key)}>
            {text}
          </DrillDownButton>
        ) : (
          text
        )}
      </td>
      <td className={`${classes.quiet} ll-number`}>{usual}</td>
      <td className="ll-number">{toDate}</td>
    </tr>
  )
}

const directionWords = { up: 'up', down: 'down', flat: '' } as const

/** A change that is one, as an arrow: its color only repeats whether that is good. */
function Mark({ line: { judgement } }: { line: SheetLine }) {
  if (!judgement || !isTelling(judgement)) return null
  const { direction, tone, change, words } = judgement
  const Arrow = direction === 'down' ? IconTriangleInvertedFilled : IconTriangleFilled
  const said = [change, words].filter(Boolean).join(', ')
  return (
    <span className={classes.mark} data-tone={tone} title={said}>
      <Arrow size={8} aria-hidden />
      <span className="ll-spoken">
        {directionWords[direction]}, {said}:{' '}
      </span>
    </span>
  )
}
