import { divideTarget, type Month, parseCells, parseTarget, raisedBy } from '@leaselight/model'
import type { GoalGrid, YearBefore } from './queries'

/** What was typed and not saved yet, by cell; an empty text removes a goal. */
export type Draft = Readonly<Record<string, string>>

/** The name of a cell. */
export const cellKey = (propertyId: number, month: Month): string => `${propertyId} ${month}`

/** A cell's property and month. */
export function cellOf(key: string): { propertyId: number; month: Month } {
  const [id = '', month = ''] = key.split(' ')
  return { propertyId: Number(id), month }
}

const savedText = (grid: GoalGrid, propertyId: number, month: Month): string | undefined => {
  const at = grid.months.indexOf(month)
  if (at < 0) return undefined
  return String(grid.properties.find((one) => one.propertyId === propertyId)?.targets[at] ?? '')
}

/** The draft with a cell as typed; what is saved already is no change. */
export function withCell(draft: Draft, grid: GoalGrid, key: string, text: string): Draft {
  const { propertyId, month } = cellOf(key)
  const { [key]: _, ...others } = draft
  return text === savedText(grid, propertyId, month) ? others : { ...others, [key]: text }
}

/** Whether a typed text is a goal, or none. */
export const isGoalText = (text: string): boolean => text.trim() === '' || parseTarget(text) !== null

/** The draft as it is saved; null while a text is no goal. */
export function targetsIn(draft: Draft): { propertyId: number; month: Month; target: number | null }[] | null {
  const entries = Object.entries(draft)
  if (entries.some(([, text]) => !isGoalText(text))) return null
  return entries.map(([key, text]) => ({ ...cellOf(key), target: parseTarget(text) }))
}

/** Text that was pasted into a cell, over the cells to the right and below. */
export function pasteInto(
  draft: Draft,
  grid: GoalGrid,
  at: { row: number; month: number },
  text: string,
): { draft: Draft; ignored: number } {
  let pasted = draft
  let ignored = 0
  for (const [down, cells] of parseCells(text).entries())
    for (const [right, cell] of cells.entries()) {
      const property = grid.properties[at.row + down]
      const month = grid.months[at.month + right]
      if (cell === '') continue
      if (property && month !== undefined && month >= grid.firstOpenMonth)
        pasted = withCell(pasted, grid, cellKey(property.propertyId, month), String(parseTarget(cell) ?? cell))
      else ignored++
    }
  return { draft: pasted, ignored }
}

/** Last year's counts plus a percentage in the months that may change; `onlyEmpty` leaves the goals that are set. */
export function raiseYearBefore(
  draft: Draft,
  grid: GoalGrid,
  { properties }: YearBefore,
  { percent, onlyEmpty }: { percent: number; onlyEmpty: boolean },
): { draft: Draft; set: number } {
  let raised = draft
  let set = 0
  for (const { propertyId, counts } of properties)
    for (const [at, count] of counts.entries()) {
      const month = grid.months[at]
      if (count === null || month === undefined || month < grid.firstOpenMonth) continue
      const key = cellKey(propertyId, month)
      if (onlyEmpty && (draft[key] ?? savedText(grid, propertyId, month) ?? '') !== '') continue
      raised = withCell(raised, grid, key, String(raisedBy(count, percent)))
      set++
    }
  return { draft: raised, set }
}

/** A group's target for a month, divided among its properties by what they had a year before. */
export function divideAmong(
  draft: Draft,
  grid: GoalGrid,
  { properties }: YearBefore,
  { propertyIds, month, target }: { propertyIds: readonly number[]; month: Month; target: number },
): Draft {
  const at = grid.months.indexOf(month)
  const counts = new Map(properties.map((one) => [one.propertyId, one.counts[at] ?? 0]))
  const shares = divideTarget(
    target,
    propertyIds.map((id) => counts.get(id) ?? 0),
  )
  return propertyIds.reduce(
    (all, id, index) => withCell(all, grid, cellKey(id, month), shares[index] ? String(shares[index]) : ''),
    draft,
  )
}
