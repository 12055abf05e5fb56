import {
  allowedFilters,
  type Column,
  type ColumnName,
  type DateRange,
  type Day,
  initialState,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import type { Property } from '../state/types'
import { readDates } from './dates'
import { otherWordsOf } from './synonyms'
import { isMisspelled, wordsOf } from './text'

/** A requested number: "leads willow creek last month". */
export interface Question {
  report: ReportDefinition
  column: ColumnName
  state: ReportState
  /** What was understood besides the number: `Willow Creek, last month`. */
  about: string
}

interface Known {
  /** The reports that are open to the user, in the order of the navigation. */
  reports: readonly ReportDefinition[]
  properties: readonly Property[]
  /** The state in which a report opens. */
  openingState: (report: ReportDefinition) => ReportState
  today: Day
}

/** Reads a question for a number; null for other words, or a number alone that nothing narrows. */
export function readQuestion(query: string, { reports, properties, openingState, today }: Known): Question | null {
  const dates = readDates(query, today)
  const words = dates?.rest ?? wordsOf(query)
  const place = findProperty(words, properties)
  const rest = place?.rest ?? words
  if (rest.length === 0 || (!dates && !place)) return null
  const said = rest.join(' ')
  // A number that is called so goes before one that is only also called so, whatever their reports' order.
  for (const names of [labelOf, ownWordsOf, otherWordsOf])
    for (const report of reports) {
      const column = columnOf(report, (of) => names(of).includes(said))
      const state = column && narrowed(report, openingState(report), dates?.range, place?.property)
      if (column && state)
        return { report, column, state, about: [place?.property.name, dates?.label].filter(Boolean).join(', ') }
    }
  return null
}

/** The property whose whole name, or else first word, is among the words. */
function findProperty(words: readonly string[], properties: readonly Property[]) {
  const found = properties
    .map((property) => ({ property, name: wordsOf(property.name).filter((word) => word !== 'the') }))
    .filter(({ name }) => name.length > 0 && name.every((part) => words.some((word) => isSame(word, part))))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (!found) return null
  const rest = words.filter((word) => word !== 'the' && !found.name.some((part) => isSame(word, part)))
  return { property: found.property, rest }
}

const isSame = (typed: string, meant: string): boolean => typed === meant || isMisspelled(typed, meant)

const labelOf = ({ label }: Column): string[] => [wordsOf(label).join(' ')]
const ownWordsOf = ({ words = [] }: Column): readonly string[] => words

/** The report's first number that fits. */
const columnOf = (report: ReportDefinition, fits: (column: Column) => boolean): string | undefined =>
  Object.entries(report.columns).find(([, column]) => column.kind !== 'fact' && fits(column))?.[0]

/** The report's state for these dates and this property; undefined where it has no such filter. */
function narrowed(
  report: ReportDefinition,
  opening: ReportState,
  dateRange: DateRange | undefined,
  property: Property | undefined,
): ReportState | undefined {
  const allowed = allowedFilters(report)
  if (dateRange && !allowed.includes('dateRange')) return undefined
  if (property && !allowed.includes('propertyIds')) return undefined
  const filters = {
    // What the report was last filtered by would make it another question.
    ...initialState(report).filters,
    dateRange: dateRange ?? opening.filters.dateRange,
    ...(property && { propertyIds: [property.id] }),
  }
  return { filters, switches: initialState(report).switches }
}
