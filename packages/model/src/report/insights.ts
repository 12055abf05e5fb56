import { isTelling } from '../judgement/judge'
import type { Judgement } from '../judgement/words'
import { screenAddress } from './address'
import { fromTo, moreOrFewer } from './changeNumbers'
import type { Column } from './columns'
import type { ReportDefinition } from './definition'
import { type Dimension, dimension, isMissingRow } from './dimensions'
import { changeBetween as changeOf } from './numbers'
import type { ReportResult, Row } from './result'
import { type ReportState, serializeState } from './state'
import { largestParts } from './waterfall'

/** A link to the number: a report with filters set. */
export interface InsightLink {
  /** The report's key. */
  report: string
  /** The report's parameters, as in REST. */
  params: Record<string, string>
  /** Its URL in the web app. */
  href: string
}

/** What one row contributed to a change; `change` is `current − prior`. */
export interface Contribution {
  /** The row's key, such as `property:12`. */
  key: string
  name: string
  current: number
  prior: number
  change: number
  /** `Zillow: 18 fewer (40 → 22).` */
  sentence: string
  link: InsightLink
}

/** A change split by property, source or agent: contributions and others sum to it exactly. */
export interface ChangeBy {
  dimension: Dimension
  label: string
  /** Largest first, in either direction. */
  contributions: Contribution[]
  /** The remaining rows together. */
  others: { rows: number; current: number; prior: number; change: number }
}

/** How a headline number changed from the prior period, and what explains it. */
export interface HeadlineChange {
  column: string
  label: string
  current: number
  prior: number
  change: number
  /** Relative to the prior number; null when that was 0. */
  ratio: number | null
  /** The tone of its judgement. */
  verdict: 'good' | 'bad' | 'neutral'
  /** Whether its judgement says that it changed. */
  notable: boolean
  /** What the change is worth; null without a prior period. */
  judgement: Judgement | null
  /** `Prospects fell from 120 to 96 (−20.0%).`, or for a change that says nothing `Prospects: 120, as usual.` */
  sentence: string
  /** A sentence about the property, source, or agent that caused most of it; null when none dominates. */
  explanation: string | null
  explainedBy: Dimension | null
  by: ChangeBy[]
  link: InsightLink
}

/** What changed most from the prior period to this one, the most significant change first. */
export interface ChangeExplanation {
  report: string
  period: ReportResult['period']
  priorPeriod: ReportResult['priorPeriod']
  timeZone: string
  headlines: HeadlineChange[]
  notes: string[]
  freshness: ReportResult['freshness']
}

/** How many contributions are listed for each dimension by default. */
export const DEFAULT_CONTRIBUTIONS = 5

/** The report's state grouped by a dimension. */
export const withGroupBy = (state: ReportState, groupBy: Dimension): ReportState => ({
  ...state,
  filters: { ...state.filters, groupBy },
})

/**
 * Explains what changed, from a report's results by each dimension of its `explains`. Only additive counts are
 * explained: a ratio's change isn't the sum of its parts.
 */
export function explainChanges(
  report: ReportDefinition,
  state: ReportState,
  results: readonly { by: Dimension; result: ReportResult }[],
  limit = DEFAULT_CONTRIBUTIONS,
): ChangeExplanation {
  const [first] = results
  if (!first) throw new Error(`${report.title} needs an answer to explain.`)
  const { period, priorPeriod, timeZone, notes, freshness } = first.result
  const headlines = (report.explains?.columns ?? [])
    .map((column) => headlineChange(report, state, column, results, limit))
    // Those that changed first, and of each kind the ones that chance explains least.
    .sort((a, b) => Number(b.notable) - Number(a.notable) || strength(b) - strength(a))
  return { report: report.key, period, priorPeriod, timeZone, headlines, notes, freshness }
}

const strength = ({ judgement }: HeadlineChange): number => Math.abs(judgement?.deviations ?? 0)

function headlineChange(
  report: ReportDefinition,
  state: ReportState,
  key: string,
  results: readonly { by: Dimension; result: ReportResult }[],
  limit: number,
): HeadlineChange {
  const column = report.columns[key]
  if (!column) throw new Error(`${report.title} has no column ${key}.`)
  const whole = results[0]?.result
  const numbers = compare(whole?.total[key], whole?.priorTotal?.[key])
  const ratio = changeOf(column, numbers.current, numbers.prior)
  const all = results.map(({ by, result }) => contributionsOf(report, state, key, by, result))
  const judgement = whole?.judgement?.[key] ?? null
  const notable = judgement !== null && isTelling(judgement)
  const found = notable ? findExplanation(column, numbers.change, all) : null
  return {
    column: key,
    label: column.label,
    ...numbers,
    ratio,
    verdict: judgement?.tone ?? 'neutral',
    notable,
    judgement,
    sentence: changeSentence(column, numbers, judgement),
    explanation: found?.sentence ?? null,
    explainedBy: found?.by ?? null,
    by: results.map(({ by }, index) => ({
      dimension: by,
      label: dimension(by).label,
      ...topContributions(all[index] ?? [], limit),
    })),
    // A link to the rows that include the one in the explanation.
    link: insightLink(report, found ? withGroupBy(state, found.by) : state),
  }
}

function compare(current: unknown, prior: unknown) {
  const [now, before] = [Number(current ?? 0), Number(prior ?? 0)]
  return { current: now, prior: before, change: now - before }
}

function contributionsOf(
  report: ReportDefinition,
  state: ReportState,
  column: string,
  by: Dimension,
  { rows, priorRows, rowJudgements }: ReportResult,
): RowContribution[] {
  const judged = new Map(rowJudgements.map(({ key, states }) => [key, states[column]]))
  const before = new Map(priorRows.map((row) => [row.key, row]))
  const { nameField } = dimension(by)
  return rows
    .filter((row) => row.depth === 0)
    .map((row) => {
      const numbers = compare(row[column], before.get(row.key)?.[column])
      const name = String(row[nameField] ?? '')
      return {
        by,
        key: row.key,
        name,
        ...numbers,
        sentence: `${name}: ${moreOrFewer(numbers.change)} (${fromTo(numbers)}).`,
        link: insightLink(report, stateForRow(report, state, by, row)),
        isMissing: isMissingRow(dimension(by), row),
        hasChanged: isTelling({ state: judged.get(row.key) ?? 'incomparable' }),
      }
    })
    .filter(({ current, prior }) => current !== 0 || prior !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
}

type RowContribution = Contribution & {
  by: Dimension
  isMissing: boolean
  /** Whether the row’s own change was judged to be one: among many rows some move by chance alone. */
  hasChanged: boolean
}

function topContributions(
  parts: readonly RowContribution[],
  limit: number,
): Pick<ChangeBy, 'contributions' | 'others'> {
  const { largest, rest } = largestParts(parts, limit)
  const sum = (of: (part: RowContribution) => number) => rest.reduce((all, part) => all + of(part), 0)
  return {
    contributions: largest.map(({ by: _, isMissing: __, hasChanged: ___, ...part }) => part),
    others: {
      rows: rest.length,
      current: sum((part) => part.current),
      prior: sum((part) => part.prior),
      change: sum((part) => part.change),
    },
  }
}

/** The dimension whose largest single row has the largest part in the change, and that part as a sentence. */
function findExplanation(
  column: Column,
  whole: number,
  all: readonly RowContribution[][],
): { by: Dimension; sentence: string } | null {
  if (whole === 0) return null
  const best = all
    // With a single row, there is nothing to explain.
    .filter((parts) => parts.length > 1)
    .flatMap((parts) =>
      parts.filter((part) => part.hasChanged && !part.isMissing && part.change * whole > 0).slice(0, 1),
    )
    .reduce<RowContribution | null>(
      (found, part) => (found && Math.abs(found.change) >= Math.abs(part.change) ? found : part),
      null,
    )
  if (!best) return null
  return { by: best.by, sentence: contributionSentence(column, best, whole) }
}

function contributionSentence(column: Column, { name, change, ...were }: RowContribution, whole: number): string {
  const [part, all] = [Math.abs(change), Math.abs(whole)]
  const numbers = fromTo(were)
  const what = column.label.toLowerCase()
  if (part > all) {
    const against = `${(part - all).toLocaleString('en-US')} ${change > 0 ? 'fewer' : 'more'}`
    return `${name} alone had ${moreOrFewer(change)} ${what} (${numbers}); all others together ${against}.`
  }
  if (part === all) return `${name} accounts for all of it (${numbers}).`
  return `${name} accounts for ${part.toLocaleString('en-US')} of the ${moreOrFewer(whole)} (${numbers}).`
}

function changeSentence(
  column: Column,
  { current, prior, change }: { current: number; prior: number; change: number },
  judgement: Judgement | null,
): string {
  const text = (value: number) => value.toLocaleString('en-US')
  const { label } = column
  if (judgement?.state === 'new') return `${label}: ${text(current)}, none before.`
  if (judgement?.state === 'gone') return `${label} stopped: none, ${text(prior)} before.`
  if (judgement && isTelling(judgement)) {
    const much = judgement.change === '' ? '' : ` (${judgement.change})`
    return `${label} ${change > 0 ? 'rose' : 'fell'} from ${text(prior)} to ${text(current)}${much}.`
  }
  if (judgement?.state === 'usual') return `${label}: ${text(current)}, as usual (${text(prior)} before).`
  return judgement?.words ? `${label}: ${text(current)}, ${judgement.words}.` : `${label}: ${text(current)}.`
}

/** The state that selects one row; where no filter can select it, the state that shows it among its rows. */
export function stateForRow(report: ReportDefinition, state: ReportState, by: Dimension, row: Row): ReportState {
  const id = row[dimension(by).field]
  const filters = { ...state.filters, groupBy: by }
  // The details of a row are its parts, so its link groups by the next dimension.
  const next = report.explains?.by.find((other) => other !== by) ?? by
  if (by === 'property' && typeof id === 'number')
    return { ...state, filters: { ...filters, propertyIds: [id], groupBy: next } }
  if (by === 'agent' && typeof id === 'number')
    return { ...state, filters: { ...filters, agentIds: [id], groupBy: next } }
  // A missing source has a name too.
  if (by === 'source')
    return {
      ...state,
      filters: { ...filters, sources: [String(row.source ?? dimension(by).missingLabel)], groupBy: next },
    }
  return { ...state, filters }
}

/** The link to a report in a state. */
export const insightLink = (report: ReportDefinition, state: ReportState): InsightLink => ({
  report: report.key,
  params: serializeState(report, state),
  href: screenAddress(report, state),
})

/** What to say where no headline is a change; null where one is, or where there are none. */
export function calmSentence(headlines: readonly HeadlineChange[]): string | null {
  if (headlines.length === 0 || headlines.some(({ notable }) => notable)) return null
  return headlines.every(({ judgement }) => judgement?.state === 'usual')
    ? 'Nothing unusual: every number is within its normal variation.'
    : 'No number shows a clear change.'
}
