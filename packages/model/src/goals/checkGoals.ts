import type { Columns } from '../report/columns'
import { isAdditive } from '../report/numbers'

/** A report's columns that have goals: the goal's name by column. */
export function goalsIn(columns: Columns): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) => ('goal' in column && column.goal ? [[key, column.goal]] : [])),
  )
}

/** Throws when a report has a goal for a number that can't have one: its parts must add up over properties and days. */
export function checkGoals({ key, columns }: { key: string; columns: Columns }): void {
  for (const name of Object.keys(goalsIn(columns))) {
    const column = columns[name]
    if (!isAdditive(columns, name) || column?.better !== 'higher' || column.format !== 'integer')
      throw new Error(
        `Report ${key}: "${name}" can't have goals, as its rows and days don't add up to more that is good.`,
      )
  }
}
