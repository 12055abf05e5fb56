import {
  divideTarget,
  type GoalGroup,
  type GoalTarget,
  type Month,
  parseCells,
  parseTarget,
  raisedBy,
} from '@leaselight/model'
import type { GoalGrid, YearBefore } from './queries'

/** What was typed and not saved yet, by cell; an empty text removes a goal. */
export type Draft = Readonly<Record<string, string>>

/** A line of the grid: a property, or a group with goals of its own. */
export interface GridLine {
  /** The property's id, or the group's label. */
  place: number | string
  name: string
  targets: readonly (number | null)[]
  /** What the goals of a group's properties add up to; those of a property have none. */
  sums?: readonly (number | null)[]
}

/** The name of a cell. */
export const cellKey = (place: number | string, month: Month): string => `${place} ${month}`

/** A cell's line and month. */
function cellOf(key: string): { place: string; month: Month } {
  const at = key.lastIndexOf(' ')
  return { place: key.slice(0, at), month: key.slice(at + 1) }
}

const savedTarget = ({ months, properties, groups }: GoalGrid, key: string): number | null | undefined => {
  const { place, month } = cellOf(key)
  const at = months.indexOf(month)
  if (at < 0) return undefined
  const line =
    groups.find(({ group }) => group === place) ?? properties.find(({ propertyId }) => String(propertyId) === place)
  return line?.targets[at] ?? null
}

/** The draft with a cell as typed; what is saved already is no change. */
export function withCell(draft: Draft, grid: GoalGrid, key: string, text: string): Draft {
  const { [key]: _, ...others } = draft
  return isGoalText(text) && parseTarget(text) === savedTarget(grid, key) ? others : { ...others, [key]: text }
}

/** Whether a typed text is a goal, or none. */
export const isGoalText = (text: string): boolean => text.trim() === '' || parseTarget(text) !== null

/** The draft as it is saved; null while a text is no goal. */
export function targetsIn(draft: Draft, { groups }: Pick<GoalGrid, 'groups'>): GoalTarget[] | null {
  const entries = Object.entries(draft)
  if (entries.some(([, text]) => !isGoalText(text))) return null
  const byLabel = new Map(
    groups.map(({ group, attribute, value }): [string, GoalGroup] => [group, { attribute, value }]),
  )
  return entries.map(([key, text]) => {
    const { place, month } = cellOf(key)
    const goal = { month, target: parseTarget(text) }
    const group = byLabel.get(place)
    return group ? { ...group, ...goal } : { propertyId: Number(place), ...goal }
  })
}

/** Text that was pasted into a cell, over the cells to the right and below. */
export function pasteInto(
  draft: Draft,
  grid: GoalGrid,
  { lines, row, month: first }: { lines: readonly GridLine[]; row: number; month: number },
  text: string,
): { draft: Draft; ignored: number } {
  let pasted = draft
  let ignored = 0
  for (const [down, cells] of parseCells(text).entries())
    for (const [right, cell] of cells.entries()) {
      const line = lines[row + down]
      const month = grid.months[first + right]
      if (cell === '') continue
      if (line && month !== undefined && month >= grid.firstOpenMonth)
        pasted = withCell(pasted, grid, cellKey(line.place, month), String(parseTarget(cell) ?? cell))
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
      if (onlyEmpty && (draft[key] ?? savedTarget(grid, key) ?? '') !== '') continue
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

/** A cell's number: what is typed, or else what is saved; null without a goal. */
export function valueIn({ place, targets }: GridLine, { months }: GoalGrid, draft: Draft, at: number): number | null {
  const typed = draft[cellKey(place, months[at] ?? '')]
  if (typed === undefined) return targets[at] ?? null
  return isGoalText(typed) && typed.trim() !== '' ? Number(typed.replaceAll(',', '')) : null
}

/** The sum of those that are set; null of none. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const set = values.filter((value) => value !== null)
  return set.length === 0 ? null : set.reduce((sum, value) => sum + value, 0)
}

/** The lines of properties. */
export const propertyLines = ({ properties }: GoalGrid): GridLine[] =>
  properties.map(({ propertyId, property, targets }) => ({ place: propertyId, name: property, targets }))

/** The lines of groups: those with a goal, or one that is typed, and those that were added; the company where it may be set. */
export function groupLines(
  grid: GoalGrid,
  draft: Draft,
  { added, membersOf }: { added: readonly string[]; membersOf: (group: GoalGroup) => ReadonlySet<number> },
): GridLine[] {
  const typed = new Set(Object.keys(draft).map((key) => cellOf(key).place))
  const all = propertyLines(grid)
  return grid.groups
    .filter(
      ({ attribute, group, targets }) =>
        targets.some((target) => target !== null) ||
        typed.has(group) ||
        added.includes(group) ||
        (attribute === null && grid.maySet),
    )
    .map((one) => {
      const ids = membersOf(one)
      const members = all.filter(({ place }) => typeof place === 'number' && (one.attribute === null || ids.has(place)))
      return {
        ...{ place: one.group, name: one.group, targets: one.targets },
        sums: grid.months.map((_, at) => sumOf(members.map((line) => valueIn(line, grid, draft, at)))),
      }
    })
}
