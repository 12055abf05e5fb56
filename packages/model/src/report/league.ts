import { compareNames } from '../format/text'
import type { Cell } from '../format/values'
import type { Judgement } from '../judgement/words'
import { betterFirst } from '../peers/rank'
import type { ReportDefinition } from './definition'
import { completeCells, type Numbers } from './numbers'
import type { SheetAnswer } from './sheet'
import { displayColumn } from './table'
import type { TableColumn } from './tableModel'

/** The sheets of several properties as one table. */
export interface League {
  columns: TableColumn[]
  /** `Ranked by net leases.` */
  about: string
  /** The best first, by the column that ranks. */
  rows: LeagueRow[]
  total: LeagueLine
}

/** The numbers of a line, as text and as they are. */
export interface LeagueLine {
  texts: string[]
  values: Cell[]
}

export interface LeagueRow extends LeagueLine {
  propertyId: number
  name: string
  /** What each change is worth; null where there is none to tell. */
  judgements: (Judgement | null)[]
}

/** A property and, for each block of the sheet, its answer. */
export interface LeagueEntry {
  propertyId: number
  name: string
  answers: readonly SheetAnswer[]
}

/** A league table of properties; null where the report is no sheet. Its total is counted from theirs. */
export function buildLeague({ sheet }: ReportDefinition, entries: readonly LeagueEntry[]): League | null {
  const [first] = entries
  if (!sheet || !first) return null
  const places = sheet.blocks.flatMap(({ league }, block) => league.map((key) => ({ block, key })))
  const totals = sheet.blocks.map((_, block) => totalOf(entries.flatMap(({ answers }) => answers[block] ?? [])))
  const line = (answers: readonly SheetAnswer[], numbersOf: (block: number) => Numbers): LeagueLine => {
    const cells = places.map(({ block, key }) => {
      const answer = answers[block]
      const column = answer?.report.columns[key]
      if (!answer || !column) return { value: null, text: '' }
      const shown = displayColumn(answer.report, key, column, answer.state)
      const numbers = numbersOf(block)
      return { value: shown.of(numbers), text: shown.textOf(numbers, { total: numbers }) }
    })
    return { values: cells.map(({ value }) => value), texts: cells.map(({ text }) => text) }
  }
  const rank = places.findIndex(({ key }) => key === sheet.rankBy)
  const rows = entries.map(({ propertyId, name, answers }): LeagueRow => {
    const own = line(answers, (block) => answers[block]?.result.total ?? {})
    const judgements = places.map(({ block, key }) => answers[block]?.result.judgement?.[key] ?? null)
    return { propertyId, name, ...own, judgements }
  })
  const ranking = places[rank]
  const order = betterFirst(first.answers[ranking?.block ?? 0]?.report.columns[ranking?.key ?? '']?.better ?? 'higher')
  const numberAt = ({ values }: LeagueRow): number | null => {
    const value = values[rank]
    return typeof value === 'number' ? value : null
  }
  const columns = places.flatMap(({ block, key }) => columnOf(first.answers[block], key))
  return {
    columns,
    about: `Ranked by ${columns[rank]?.label.toLowerCase()}.`,
    rows: rows.sort((a, b) => order(numberAt(a), numberAt(b)) || compareNames(a.name, b.name)),
    total: line(first.answers, (block) => totals[block] ?? {}),
  }
}

/** The totals of several answers of one report together: counts add up, and what is made of them is made anew. */
function totalOf(answers: readonly SheetAnswer[]): Numbers {
  const [first] = answers
  if (!first) return {}
  const { columns } = first.report
  const counted = Object.entries(columns).flatMap(([key, column]) => {
    const isCounted = column.kind === 'count' || column.kind === 'measure'
    if (!isCounted || !column.additive) return []
    return [[key, answers.reduce((sum, { result }) => sum + (result.total[key] ?? 0), 0)] as const]
  })
  return completeCells(columns, Object.fromEntries(counted))
}

function columnOf(answer: SheetAnswer | undefined, key: string): TableColumn[] {
  const column = answer?.report.columns[key]
  if (!column) return []
  const { label, definition, format } = column
  return [{ key, label, definition, align: 'right', format, optional: false, drillable: false }]
}
