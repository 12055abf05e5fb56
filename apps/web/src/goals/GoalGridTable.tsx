import { formatMonth, type Month } from '@leaselight/model'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { cellKey, type Draft, type GridLine, isGoalText, sumOf, valueIn } from './draft'
import classes from './goals.module.css'
import type { GoalGrid } from './queries'

interface Props {
  grid: GoalGrid
  properties: readonly GridLine[]
  groups: readonly GridLine[]
  draft: Draft
  onType: (key: string, text: string) => void
  onPaste: (at: { lines: readonly GridLine[]; row: number; month: number }, text: string) => void
}

const monthName = (month: Month): string => formatMonth(`${month}-01`, null)

/** The goals of a year, a line for each property, and below them one for each group with goals of its own. Months that are over, and all of them for readers, are plain text. */
export function GoalGridTable({ grid, properties, groups, draft, onType, onPaste }: Props) {
  const { months, firstOpenMonth, label, year } = grid
  const lines = [...properties, ...groups]
  const box = useRef<HTMLElement>(null)
  const typedIn = ({ place }: GridLine) => months.map((month) => draft[cellKey(place, month)] ?? null).join('\t')
  // Where not all months fit, the current one is the first to be seen beside the names.
  useEffect(() => {
    const now = box.current?.querySelector<HTMLElement>('thead [data-now]')
    const names = box.current?.querySelector<HTMLElement>('thead th')
    if (box.current && now && names) box.current.scrollLeft = now.offsetLeft - names.offsetWidth
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className={classes.scroll} aria-label={`Goals for ${label} in ${year}`} tabIndex={0}>
      <table className={classes.grid}>
        <caption className="ll-spoken">
          Goals for {label} in {year}, by property and month
        </caption>
        <thead>
          <tr>
            <th scope="col">Property</th>
            {months.map((month) => (
              <th key={month} scope="col" data-now={month === firstOpenMonth || undefined} data-align="right">
                {monthName(month).slice(0, 3)}
              </th>
            ))}
            <th scope="col" data-align="right">
              {year}
            </th>
          </tr>
        </thead>
        <tbody>
          {properties.map((line, row) => (
            <Line key={line.place} {...{ grid, line, lines, row, draft, onType, onPaste }} typed={typedIn(line)} />
          ))}
        </tbody>
        <tbody className={classes.sums}>
          <tr>
            <th scope="row">Sum of properties</th>
            {months.map((month, at) => (
              <td key={month} className="ll-number">
                {numberText(sumOf(properties.map((line) => valueIn(line, grid, draft, at))))}
              </td>
            ))}
            <td className="ll-number">
              {numberText(sumOf(properties.flatMap((line) => months.map((_, at) => valueIn(line, grid, draft, at)))))}
            </td>
          </tr>
        </tbody>
        {groups.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={months.length + 2} className={classes.groups}>
                Goals of groups
              </th>
            </tr>
            {groups.map((line, at) => (
              <Line
                key={line.place}
                {...{ grid, line, lines, draft, onType, onPaste }}
                row={properties.length + at}
                typed={`${typedIn(line)} ${line.sums?.join()}`}
              />
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

interface LineProps extends Pick<Props, 'grid' | 'onType' | 'onPaste' | 'draft'> {
  line: GridLine
  /** All lines of the grid, for a block that is pasted. */
  lines: readonly GridLine[]
  row: number
  /** What was typed in the line, by which it is known to have changed. */
  typed: string
}

const Line = memo(
  function Line({ grid, line, lines, row, draft, onType, onPaste }: LineProps) {
    const { months, firstOpenMonth, maySet } = grid
    return (
      <tr>
        <th scope="row">{line.name}</th>
        {months.map((month, at) => {
          const key = cellKey(line.place, month)
          const saved = line.targets[at] ?? null
          const text = draft[key] ?? (saved === null ? '' : String(saved))
          if (!maySet || month < firstOpenMonth)
            return (
              <td key={month} className="ll-number" data-faint={saved === null || undefined}>
                {numberText(saved)}
              </td>
            )
          const sum = line.sums?.[at] ?? null
          return (
            <td key={month} data-changed={draft[key] !== undefined || undefined}>
              <input
                className={`${classes.field} ll-number ll-focus`}
                inputMode="numeric"
                autoComplete="off"
                aria-label={`${line.name}, ${monthName(month)}`}
                aria-invalid={!isGoalText(text) || undefined}
                data-cell={`${row}:${at}`}
                placeholder={sum === null ? undefined : numberText(sum)}
                title={sum === null ? undefined : `Its properties’ goals add up to ${numberText(sum)}.`}
                value={text}
                onChange={({ currentTarget }) => onType(key, currentTarget.value)}
                onFocus={({ currentTarget }) => currentTarget.select()}
                onKeyDown={moveByKey}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text')
                  if (!/[\t\n]/.test(pasted.trim())) return
                  event.preventDefault()
                  onPaste({ lines, row, month: at }, pasted)
                }}
              />
            </td>
          )
        })}
        <td className="ll-number">{numberText(sumOf(months.map((_, at) => valueIn(line, grid, draft, at))))}</td>
      </tr>
    )
  },
  (a, b) =>
    a.line.place === b.line.place &&
    a.line.targets === b.line.targets &&
    a.typed === b.typed &&
    a.grid === b.grid &&
    a.row === b.row,
)

const numberText = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en-US'))

/** Up, down and Enter go to the next line; left and right to the next month where the caret is at the end of the text. */
function moveByKey(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const [row = 0, month = 0] = (field.dataset.cell ?? '').split(':').map(Number)
  const { selectionStart, selectionEnd, value } = field
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  const steps: Readonly<Record<string, [down: number, right: number] | false>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    Enter: [event.shiftKey ? -1 : 1, 0],
    ArrowLeft: (isWhole || selectionEnd === 0) && [0, -1],
    ArrowRight: (isWhole || selectionStart === value.length) && [0, 1],
  }
  const step = event.altKey || event.metaKey || event.ctrlKey ? false : (steps[event.key] ?? false)
  if (!step) return
  const next = field
    .closest('table')
    ?.querySelector<HTMLInputElement>(`[data-cell="${row + step[0]}:${month + step[1]}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
}
