import { compareNames, joinWithAnd } from '../format/text'
import { formatMonth } from '../format/values'
import { type GoalGroup, type GoalPlace, groupLabel, placeKey } from './groups'
import { type Month, parseMonth } from './months'

/** The target of a property in a month; null for none. */
export interface PropertyTarget {
  propertyId: number
  month: Month
  target: number | null
}

/** The target of a group in a month; null for none. */
export interface GroupTarget extends GoalGroup {
  month: Month
  target: number | null
}

export type GoalTarget = PropertyTarget | GroupTarget

/** A part of a file or of a pasted text that could not be used. */
export interface GoalProblem {
  /** The line, from 1. */
  line: number
  message: string
}

/** What a table of goals holds, and what of it can't be used and why. */
export interface GoalSheet {
  targets: (PropertyTarget & { target: number })[]
  groups: (GroupTarget & { target: number })[]
  problems: GoalProblem[]
}

/** The largest target. */
export const MAX_TARGET = 1_000_000

/** The cells of comma- or tab-separated text, by line; quotes may hold separators and line breaks. */
export function parseCells(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '')
  const [firstLine = ''] = plain.split('\n')
  const separator = firstLine.includes('\t') ? '\t' : firstLine.includes(';') && !firstLine.includes(',') ? ';' : ','
  const lines: string[][] = []
  let [cells, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  const endLine = () => {
    lines.push([...cells, cell])
    cells = []
    cell = ''
  }
  for (let at = 0; at < plain.length; at++) {
    const letter = plain[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (plain[at + 1] === '"') cell += plain[++at]
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) {
      cells.push(cell)
      cell = ''
    } else if (letter === '\n') endLine()
    else if (letter !== '\r') cell += letter
  }
  if (cell !== '' || cells.length > 0) endLine()
  return lines.map((line) => line.map((one) => one.trim()))
}

/** A target as people write it: `22`, `1,200`; null when it is no whole number from 1 on. */
export function parseTarget(text: string): number | null {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, '')
  const value = /^\d{1,7}$/.test(plain) ? Number(plain) : 0
  return value >= 1 && value <= MAX_TARGET ? value : null
}

interface SheetContext {
  properties: readonly { id: number; name: string }[]
  /** The groups that may have goals, which a line names as `All properties` or `Region: West`. */
  groups: readonly GoalGroup[]
  /** The first month that may still change. */
  firstOpen: Month
  /** The last month that may have goals. */
  lastOpen: Month
  /** The goals that are set: a cell that says the same changes nothing. */
  targetOf: (place: GoalPlace, month: Month) => number | null
}

/**
 * Reads goals from a table: a column for the property and one for each month, or the columns Property, Month and
 * Target. Every line that can't be used is named with its reason; empty cells change nothing.
 */
export function readGoalSheet(text: string, context: SheetContext): GoalSheet {
  const [header = [], ...lines] = parseCells(text)
  const names = header.map((name) => name.toLowerCase())
  const property = Math.max(0, names.indexOf('property'))
  const [month, target] = [names.indexOf('month'), names.indexOf('target')]
  const months = header.map((name) => parseMonth(name))
  const isLong = month >= 0 && target >= 0
  if (!isLong && months.every((one) => one === null))
    return {
      targets: [],
      groups: [],
      problems: [
        {
          line: 1,
          message:
            'Name the columns in the first line: Property and months such as Nov 2026, or Property, Month and Target.',
        },
      ],
    }
  const sheet = new SheetReader(context)
  for (const [index, cells] of lines.entries()) {
    const line = index + 2
    if (cells.every((cell) => cell === '')) continue
    const place = sheet.place(line, cells[property] ?? '')
    if (place === null) continue
    if (isLong) sheet.add(line, place, parseMonth(cells[month] ?? ''), cells[target] ?? '', cells[month] ?? '')
    else
      for (const [at, one] of months.entries())
        if (one !== null && at !== property) sheet.add(line, place, one, cells[at] ?? '', header[at] ?? '')
  }
  return sheet.result()
}

class SheetReader {
  private readonly found = new Map<string, { line: number; place: GoalPlace; month: Month; target: number }>()
  private readonly problems: GoalProblem[] = []
  private readonly ids = new Map<string, number[]>()

  constructor(private readonly context: SheetContext) {
    for (const { id, name } of context.properties) {
      const key = nameKey(name)
      this.ids.set(key, [...(this.ids.get(key) ?? []), id])
    }
  }

  /** What a cell names: a property by its name or id, or a group; null with a problem where there is not exactly one. */
  place(line: number, written: string): GoalPlace | null {
    const named = this.ids.get(nameKey(written)) ?? []
    const [one] = named
    if (named.length === 1 && one !== undefined) return { propertyId: one }
    const byId = this.context.properties.find(({ id }) => String(id) === written)
    if (byId) return { propertyId: byId.id }
    const group = this.context.groups.find((known) => nameKey(groupLabel(known)) === nameKey(written))
    if (group && named.length === 0) return group
    if (written === '') this.problem(line, 'The property’s name is missing.')
    else if (named.length > 1)
      this.problem(
        line,
        `${named.length} properties are called “${written}”. Use the id: ${joinWithAnd(named.map(String))}.`,
      )
    else this.problem(line, `No property is called “${written}”.`)
    return null
  }

  add(line: number, place: GoalPlace, month: Month | null, cell: string, written: string): void {
    if (cell === '') return
    const target = parseTarget(cell)
    // A whole year that was exported and edited still has the months that are over.
    if (month !== null && target !== null && this.context.targetOf(place, month) === target) return
    const message = this.fault(place, month, target, { cell, written })
    if (message !== null) this.problem(line, message)
    else if (month !== null && target !== null)
      this.found.set(`${placeKey(place)} ${month}`, { line, place, month, target })
  }

  /** Why a cell can't be used, as a sentence; null for one that can. */
  private fault(
    place: GoalPlace,
    month: Month | null,
    target: number | null,
    { cell, written }: { cell: string; written: string },
  ): string | null {
    if (month === null) return `“${written}” is not a month. Write it like Nov 2026 or 2026-11.`
    const label = formatMonth(`${month}-01`, null)
    if (month < this.context.firstOpen) return `${label} is over. Its goal stays as it was.`
    if (month > this.context.lastOpen) return `${label} is too far ahead. Goals can be set for the next five years.`
    if (target === null) return `${label}: “${cell}” is not a whole number from 1 to 1,000,000.`
    const before = this.found.get(`${placeKey(place)} ${month}`)
    return before
      ? `${label}: line ${before.line} has a goal for the same ${'propertyId' in place ? 'property' : 'group'} already.`
      : null
  }

  result(): GoalSheet {
    const found = [...this.found.values()]
    return {
      targets: found.flatMap(({ place, month, target }) =>
        'propertyId' in place ? { propertyId: place.propertyId, month, target } : [],
      ),
      groups: found.flatMap(({ place, month, target }) => ('propertyId' in place ? [] : { ...place, month, target })),
      problems: this.problems,
    }
  }

  private problem(line: number, message: string): void {
    this.problems.push({ line, message })
  }
}

const nameKey = (name: string): string => name.trim().toLowerCase()

/**
 * Goals as a CSV file that `readGoalSheet` reads: a line for each property, then one for each of the groups, and a column
 * for each month.
 */
export function goalSheetCsv(
  properties: readonly { id: number; name: string }[],
  groups: readonly GoalGroup[],
  months: readonly Month[],
  targetOf: (place: GoalPlace, month: Month) => number | null,
): string {
  const times = new Map<string, number>()
  for (const { name } of properties) times.set(nameKey(name), (times.get(nameKey(name)) ?? 0) + 1)
  const cells = (place: GoalPlace) => months.map((month) => String(targetOf(place, month) ?? ''))
  const lines = [
    ...properties
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map(({ id, name }) => [times.get(nameKey(name)) === 1 ? name : String(id), ...cells({ propertyId: id })]),
    ...groups.map((group) => [groupLabel(group), ...cells(group)]),
  ]
  const header = ['Property', ...months.map((month) => formatMonth(`${month}-01`, null))]
  return `${[header, ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

// A name that starts like a formula must not become one in a spreadsheet.
function csvCell(text: string): string {
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Last year's count plus a percentage, as a target; at least 1. */
export const raisedBy = (count: number, percent: number): number => Math.max(1, Math.round(count * (1 + percent / 100)))

/**
 * Divides a group's target among its properties in proportion to their weights, in whole numbers that add up to it; the
 * largest remainders are rounded up. Without any weight, evenly.
 */
export function divideTarget(target: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = weights.map((weight) => (sum > 0 ? (target * weight) / sum : target / weights.length))
  const whole = shares.map(Math.floor)
  const open = target - whole.reduce((all, share) => all + share, 0)
  const order = shares
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, open)) whole[at] = (whole[at] ?? 0) + 1
  return whole
}
