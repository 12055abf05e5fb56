import { pluralize } from '../format/text'
import { deviationsAmong } from '../judgement/bands'
import { isTelling } from '../judgement/judge'
import { ANSWER_LENGTH, naming, type SaidShorter } from './answerLength'
import { changedTo, subjectOf } from './changeWords'
import type { ReportDefinition } from './definition'
import { type Dimension, dimension, isMissingRow } from './dimensions'
import { mainColumn } from './order'
import type { ReportResult, Row, RowJudgement } from './result'
import type { ReportState } from './state'
import { displayColumn } from './table'
import { rowDimensions } from './visible'

/** The rows that a sentence may name, with the word before their name. Hours, ages, and types are no places. */
const prepositions: Partial<Record<Dimension, string>> = {
  property: 'at',
  agent: 'for',
  source: 'for',
  'source-parent': 'for',
}

const MOST_NAMED = 2
/** Rows that gather what has no name of its own. */
const NO_NAME = /^(other|others|unknown|unassigned|none|n\/a)$/i
export const isNameless = (name: string): boolean => NO_NAME.test(name)

/** The rows that an answer names, and what it says of them and of the others. */
interface NamedRows {
  keys: string[]
  sentence: SaidShorter
  /** Empty where nothing is to be said of them. */
  others: string
}

interface JudgedRow {
  row: Row
  judged: RowJudgement | undefined
}

/**
 * Where a report's main number changed: the rows that got worse, or where none did, those that got better; then how the
 * others did. Null where no row is farther from usual than the most extreme of so many is by chance.
 */
export function namedRows(report: ReportDefinition, state: ReportState, result: ReportResult): NamedRows | null {
  const [by] = rowDimensions(report, state)
  const key = mainColumn(report, state)
  const column = key === null ? undefined : report.columns[key]
  const preposition = by && prepositions[by]
  // A page that is read from top to bottom is answered by its findings.
  if (!key || !column?.better || !preposition || report.shape === 'brief') return null
  const states = new Map(result.rowJudgements.map((one) => [one.key, one]))
  const rows = result.rows.flatMap((row) =>
    row.depth === 0 ? [{ row, judged: states.get(row.key), name: String(row[dimension(by).nameField]) }] : [],
  )
  const changed = rows.filter(({ judged }) => isChanged(judged, key))
  const certain = deviationsAmong(rows.length)
  const candidates = changed
    .filter((one) => Math.abs(deviationsOf(one)) >= certain)
    .filter(({ row, name }) => !isMissingRow(dimension(by), row) && !isNameless(name))
    .sort((a, b) => Math.abs(deviationsOf(b)) - Math.abs(deviationsOf(a)))
  const hurts = (one: JudgedRow) => deviationsOf(one) > 0 !== (column.better === 'higher')
  const worse = candidates.filter(hurts)
  const isWorse = worse.length > 0
  // Two in one sentence moved the same way.
  const most = (isWorse ? worse : candidates).slice(0, MOST_NAMED)
  const [first] = most
  const prior = new Map(result.priorRows.map((row) => [row.key, row]))
  if (!first || rows.length <= most.length) return null
  const shown = displayColumn(report, key, column, state)
  const parts = most.map(({ row, name }) => {
    const before = prior.get(row.key)
    const now = shown.textOf(row, { total: result.total })
    const was = before ? shown.textOf(before, { total: result.priorTotal ?? {} }) : ''
    return { name, text: changedTo(states.get(row.key)?.states[key], now, was) }
  })
  const isUp = deviationsOf(first) > 0
  const moved = (count: number): SaidShorter => {
    const said = parts.slice(0, count)
    return naming(
      said.map(({ name }) => name),
      (names) => {
        const changes = said.map(({ text }, at) => `${text} ${preposition} ${names[at]}`).join(' and ')
        // A name that was cut ends the sentence.
        const end = changes.endsWith('…') ? '' : '.'
        return `${subjectOf(report, key)} ${isUp ? 'rose' : 'fell'} ${changes}${end}`
      },
    )
  }
  const named = moved(most.length).text.length > ANSWER_LENGTH ? [first] : most
  const rest = rows.filter((one) => !named.includes(one))
  const what = dimension(by).label.toLowerCase()
  return {
    keys: named.map(({ row }) => row.key),
    sentence: moved(named.length),
    others: restSentence(rest, key, what, isUp),
  }
}

const isChanged = (judged: RowJudgement | undefined, key: string): boolean => {
  const state = judged?.states[key]
  return state !== undefined && isTelling({ state }) && judged?.usual?.column === key
}

const deviationsOf = ({ judged }: JudgedRow): number => judged?.usual?.deviations ?? 0

/** `The other 21 properties are as usual.` Those too thin to be judged are not called usual. */
function restSentence(rest: readonly JudgedRow[], key: string, what: string, isUp: boolean): string {
  const moved = rest.filter(({ judged }) => isChanged(judged, key))
  const [same, opposite] = [true, false].map(
    (as) => moved.filter((one) => deviationsOf(one) > 0 === (as ? isUp : !isUp)).length,
  )
  const others = rest.length === 1 ? `other ${what}` : `other ${pluralize(rest.length, what)}`
  const verb = (up: boolean) => (up ? 'rose' : 'fell')
  if (moved.length > 0) {
    const texts = [same ? `${same} ${verb(isUp)} too` : '', opposite ? `${opposite} ${verb(!isUp)}` : '']
    return `Of the ${others}, ${texts.filter(Boolean).join(' and ')}.`
  }
  const usual = rest.filter(({ judged }) => judged?.states[key] === 'usual').length
  if (usual === rest.length) return `The ${others} ${rest.length === 1 ? 'is' : 'are'} as usual.`
  if (usual === 0) return ''
  return `Of the ${others}, ${usual} ${usual === 1 ? 'is' : 'are'} as usual and ${rest.length - usual} can’t be compared.`
}
