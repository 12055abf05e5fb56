import { formatMonth, type Month } from '@leaselight/model'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { cellKey, type Draft, isGoalText } from './draft'
import classes from './goals.module.css'
import type { GoalGrid, GridProperty } from './queries'

interface Props {
  grid: GoalGrid
  draft: Draft
  onType: (key: string, text: string) => void
  onPaste: (at: { row: number; month: number }, text: string) => void
}

const monthName = (month: Month): string => formatMonth(`${month}-01`)

/** The goals of a year, a line for each property. Months that are over, and all of them for readers, are plain text. */
export function GoalGridTable({ grid, draft, onType, onPaste }: Props) {
  const { months, properties, firstOpenMonth, label, year } = grid
  const box = useRef<HTMLElement>(null)
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
          {properties.map((property, row) => (
            <Line
              key={property.propertyId}
              {...{ property, row, months, onType, onPaste }}
              editableFrom={grid.maySet ? firstOpenMonth : null}
              typed={months.map((month) => draft[cellKey(property.propertyId, month)] ?? null).join('\t')}
              draft={draft}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All properties</th>
            {months.map((month, at) => (
              <td key={month} className="ll-number">
                {sumText(properties.map((one) => valueIn(one, at, draft[cellKey(one.propertyId, month)])))}
              </td>
            ))}
            <td className="ll-number">{sumText(properties.flatMap((one) => valuesOf(one, months, draft)))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface LineProps extends Pick<Props, 'onType' | 'onPaste' | 'draft'> {
  property: GridProperty
  row: number
  months: readonly Month[]
  /** The first month whose cells are fields; null where none is. */
  editableFrom: Month | null
  /** What was typed in the line, by which it is known to have changed. */
  typed: string
}

const Line = memo(
  function Line({ property, row, months, editableFrom, draft, onType, onPaste }: LineProps) {
    return (
      <tr>
        <th scope="row">{property.property}</th>
        {months.map((month, at) => {
          const key = cellKey(property.propertyId, month)
          const saved = property.targets[at] ?? null
          const text = draft[key] ?? (saved === null ? '' : String(saved))
          if (editableFrom === null || month < editableFrom)
            return (
              <td key={month} className="ll-number" data-faint={saved === null || undefined}>
                {saved === null ? '–' : saved.toLocaleString('en-US')}
              </td>
            )
          return (
            <td key={month} data-changed={draft[key] !== undefined || undefined}>
              <input
                className={`${classes.field} ll-number ll-focus`}
                inputMode="numeric"
                autoComplete="off"
                aria-label={`${property.property}, ${monthName(month)}`}
                aria-invalid={!isGoalText(text) || undefined}
                data-cell={`${row}:${at}`}
                value={text}
                onChange={({ currentTarget }) => onType(key, currentTarget.value)}
                onFocus={({ currentTarget }) => currentTarget.select()}
                onKeyDown={moveByKey}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text')
                  if (!/[\t\n]/.test(pasted.trim())) return
                  event.preventDefault()
                  onPaste({ row, month: at }, pasted)
                }}
              />
            </td>
          )
        })}
        <td className="ll-number">{sumText(valuesOf(property, months, draft))}</td>
      </tr>
    )
  },
  (a, b) => a.property === b.property && a.typed === b.typed && a.editableFrom === b.editableFrom && a.row === b.row,
)

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

function valueIn({ targets }: GridProperty, at: number, typed: string | undefined): number | null {
  if (typed === undefined) return targets[at] ?? null
  return isGoalText(typed) && typed.trim() !== '' ? Number(typed.replaceAll(',', '')) : null
}

const valuesOf = (property: GridProperty, months: readonly Month[], draft: Draft) =>
  months.map((month, at) => valueIn(property, at, draft[cellKey(property.propertyId, month)]))

function sumText(values: readonly (number | null)[]): string {
  const set = values.filter((value) => value !== null)
  return set.length === 0 ? '–' : set.reduce((sum, value) => sum + value, 0).toLocaleString('en-US')
}
