import { joinWithAnd, lowercaseLabel, pluralize } from '../format/text'
import { formatCell } from '../format/values'
import { MIN_CASES } from '../judgement/evidence'
import { isTelling, judge } from '../judgement/judge'
import { naming, type SaidShorter } from './answerLength'
import { isNameless } from './answerRows'
import { fillSentence } from './answerTemplate'
import type { ReportDefinition } from './definition'
import { type Dimension, dimension, isMissingRow } from './dimensions'
import type { Largest } from './largestDefinition'
import type { ReportResult, Row } from './result'
import type { ReportState } from './state'
import { isColumnVisible, rowDimensions } from './visible'

/**
 * A lead has to be more than chance. One part alone is said to be ahead, never behind, so 95 of 100 leads that are chance
 * are below this many standard deviations.
 */
const LEAD_DEVIATIONS = 1.645

/** One of the parts. */
interface Part {
  column: string
  /** Null where it may be no subject. */
  name: string | null
  size: number
  whole: number
}

/** The first sentence about a largest part that holds; null without one. */
export function largestSentence(
  report: ReportDefinition,
  state: ReportState,
  result: ReportResult,
): SaidShorter | null {
  for (const largest of report.largest ?? []) {
    const parts = partsOf(largest, report, state, result).toSorted((a, b) => b.size - a.size)
    const says = [largest.says, ...('both' in largest ? [largest.both] : [])]
    // One that leads, or else two that lead together.
    const count = says.findIndex((_, index) => leads(parts, index)) + 1
    const [leading, sentence] = [parts.slice(0, count), says[count - 1]]
    const [first] = leading
    if (!first || sentence === undefined || first.whole < MIN_CASES) continue
    const names = leading.flatMap(({ name }) => name ?? [])
    if (names.length < leading.length) continue
    const numbers = { part: sumOf(leading.map(({ size }) => size)), whole: first.whole }
    return naming(names, (these) => sentenceAbout(soFar(sentence, first, result), these, numbers))
  }
  return null
}

/**
 * The counts of the two largest parts that have names, where none leads. Few cases are enough: it claims nothing. Where
 * the third is as large, which two are named would be chance: all that share the first place are, or how many they are.
 */
export function firstTwoSentence(
  report: ReportDefinition,
  state: ReportState,
  result: ReportResult,
): SaidShorter | null {
  for (const largest of report.largest ?? []) {
    if (!('near' in largest) || largest.near === undefined) continue
    const named = partsOf(largest, report, state, result).filter(({ name, size }) => name !== null && size > 0)
    const sorted = named.toSorted((a, b) => b.size - a.size)
    const [first, second, third] = sorted
    if (!first?.name || !second?.name) continue
    const said = (sentence: string, names: readonly string[], each = '') =>
      sentenceAbout(soFar(`${sentence}.`, first, result), names, { part: first.size, other: second.size }, each)
    const [ofFirst, ofSecond] = largest.near
    if (second.size > (third?.size ?? 0))
      return naming([first.name, second.name], (names) => said(`${ofFirst}, ${ofSecond}`, names))
    const sharing = sorted.filter(({ size }) => size === first.size)
    // Where most have the same number, it tells none apart.
    if (first.size < MIN_SHARED || sharing.length < 3 || sharing.length * 2 > named.length) continue
    const count = pluralize(sharing.length, lowercaseLabel(dimension(largest.rows).label))
    const names = sharing.map(({ name }) => (ofFirst.includes(QUOTED) ? `“${name}”` : (name ?? '')))
    const ofAll = (who: string) => said(ofFirst.replace(QUOTED, '{name}'), [who], ' each')
    return { text: ofAll(joinWithAnd(names)), shorter: ofAll(count) }
  }
  return null
}

/** A name in quotes, such as a reason. */
const QUOTED = '“{name}”'

/** A single record each is what chance brings anywhere. */
const MIN_SHARED = 2

/** The sentence of a definition, which says so where its number is still filling. Its last letter is a full stop. */
const soFar = (sentence: string, { column }: Part, { judgement }: ReportResult): string =>
  judgement?.[column]?.state === 'settling' ? `${sentence.slice(0, -1)} so far.` : sentence

/** Whether a part is ahead of the next one by more than chance. */
function leads(parts: readonly Part[], index: number): boolean {
  const [one, next] = [parts[index], parts[index + 1]]
  if (!one || !next) return false
  return isTelling(judge({ current: counted(one.size), prior: counted(next.size), deviations: LEAD_DEVIATIONS }))
}

/** @param each stands after the number that several have */
function sentenceAbout(
  sentence: string,
  names: readonly string[],
  numbers: Readonly<Record<string, number>>,
  each = '',
): string {
  const [name = '', second = ''] = names
  const filled = fillSentence(sentence, ({ column, one, many }) => {
    if (column === 'name') return name
    if (column === 'second') return second
    if (column === 'each') return each
    const value = numbers[column] ?? 0
    return one === undefined ? formatCell(value, 'integer') : pluralize(value, one, many)
  })
  return filled ?? ''
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const counted = (value: number) => ({ kind: 'count', value, events: value }) as const

function partsOf(largest: Largest, report: ReportDefinition, state: ReportState, result: ReportResult): Part[] {
  const { total } = result
  const number = (numbers: ReportResult['total'], key: string) => Number(numbers[key] ?? 0)
  if ('rows' in largest) {
    const of = dimension(largest.rows)
    return rowsBy(largest.rows, report, state, result)
      .filter((row) => row.depth === 0 && !isMissingRow(of, row))
      .map((row) => {
        const name = String(row[of.nameField])
        return {
          column: largest.column,
          name: isNameless(name) ? null : name,
          size: Number(row[largest.column] ?? 0) - (largest.less === undefined ? 0 : Number(row[largest.less] ?? 0)),
          whole: Number((largest.wholeOf === 'row' ? row : total)[largest.whole] ?? 0),
        }
      })
  }
  if ('groups' in largest) {
    const groups = Object.entries(largest.groups).map(([name, columns]) => ({
      ...{ column: columns[0] ?? '', name, size: sumOf(columns.map((key) => number(total, key))) },
    }))
    const whole = sumOf(groups.map(({ size }) => size))
    return groups.map((group) => ({ ...group, whole }))
  }
  const stages = [largest.first, ...Object.keys(largest.steps)]
  return Object.entries(largest.steps).flatMap(([key, name], index) => {
    const before = stages[index] ?? largest.first
    return isShownRate(report, state, key, before)
      ? { column: key, name, size: number(total, before) - number(total, key), whole: number(total, largest.first) }
      : []
  })
}

/** The rows of a dimension: the report's own, or those of the whole selection beside them. */
function rowsBy(by: Dimension, report: ReportDefinition, state: ReportState, result: ReportResult): readonly Row[] {
  if (rowDimensions(report, state)[0] === by) return result.rows
  return Object.entries(report.metadata ?? {}).flatMap(([name, extra]) => {
    const beside = extra.kind === 'rows' && extra.of === by ? result.metadata?.[name] : null
    return Array.isArray(beside) ? beside.filter((row) => typeof row === 'object') : []
  })
}

const isShownRate = ({ columns }: ReportDefinition, { filters }: ReportState, stage: string, before: string): boolean =>
  Object.values(columns).some(
    (column) =>
      column.kind === 'ratio' && column.of[0] === stage && column.of[1] === before && isColumnVisible(column, filters),
  )
