import type { EntityName } from '@leaselight/facts'
import {
  addTo,
  type Day,
  type DayRange,
  type Decision,
  type Delays,
  dayCount,
  daysBetween,
  describeDecision,
  dimension,
  displayColumn,
  displayedEvidence,
  type Evidence,
  exposureOf,
  formatDay,
  formatMoment,
  growsWithDays,
  isPlaced,
  type JudgementState,
  judge,
  looksAhead,
  mainColumn,
  type Numbers,
  noDataBefore,
  type Obstacle,
  type Periods,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type RowUsual,
  ripeningText,
  type Spreads,
  seasonOf,
  usualDrift,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { type CompanyCoverage, missingSince } from '../access/coverage'
import type { Scope } from '../access/scope'
import type { Period } from '../records/definition'
import { type ColumnTraits, traitsOf } from './columnTraits'
import type { MeasuresByColumn } from './measures'
import type { Totals } from './resultBuilder'
import type { Rhythms } from './rhythms'

/** What judging a result needs besides its numbers. */
export interface JudgingContext {
  report: ReportDefinition
  state: ReportState
  measures: MeasuresByColumn
  scope: Scope
  companyContext: CompanyContext
  /** The instant that stands for now. */
  at: Date
  coverage: CompanyCoverage
  delays: Delays
  rhythms: Rhythms
  /** The last day whose records are all in; null before the first import. */
  until: Day | null
  /** The numbers of a row. */
  numbers: (key: string) => Totals
  /** The spreads of a row's measured numbers; the total's under `''`. */
  spreads: (key: string) => Readonly<Record<Period, Spreads>>
}

/** A period may lack this share of its days; beyond, it is still filling. */
const MAX_MISSING_DAYS = 1 / 8

/** One column of a result, with everything about it that is the same in each row. */
interface JudgedColumn {
  key: string
  traits: ColumnTraits
  shown: ReturnType<typeof displayColumn>
  /** What the days counted of the current period usually bring, over those of the prior one. */
  exposure: number
  /** How far it usually moves besides chance, and by the season. */
  drift: number
  season: number | null
  /** Why its numbers are still to change, if they are. */
  settling: Obstacle | null
}

/**
 * Judges a result's totals and rows against the prior period, and says which days its data covers.
 * @param whole the totals that shares are of
 */
export function judgeResult(
  context: JudgingContext,
  { rows, total, priorTotal }: Pick<ReportResult, 'rows' | 'total' | 'priorTotal'>,
  whole: Totals,
): Pick<ReportResult, 'coverage' | 'judgement' | 'rowJudgements'> {
  const { report, state, scope, coverage: known, companyContext } = context
  const traits = traitsOf(report, context.measures, scope.plan.byCreated, context.delays)
  const entities = [...new Set([...traits.values()].flatMap((one) => one.entities))]
  const coverage = known.span(entities, scope.plan.propertyIds, companyContext.today)
  const { periods } = scope
  if (!periods || !priorTotal) return { coverage, judgement: null, rowJudgements: [] }
  const columns = [...traits].flatMap(([key, of]): JudgedColumn[] => {
    const column = report.columns[key]
    return column
      ? [
          {
            key,
            traits: of,
            shown: displayColumn(report, key, column, state),
            ...fill(of, periods, context, key),
          },
        ]
      : []
  })
  const days = dayCount(periods.current)
  const obstacles = new Obstacles(context, periods.prior)
  const evidence = ({ key, traits: of }: JudgedColumn, numbers: Numbers, all: Numbers, spreads: Spreads) =>
    perDay(of, days, displayedEvidence(report, key, state, { numbers, total: all, spreads }))

  const ofTotal = context.spreads('')
  const judgement = Object.fromEntries(
    columns.map((one) => {
      const { key, traits: of, shown, exposure, drift, season, settling } = one
      const obstacle = obstacles.of(of, scope.plan.propertyIds) ?? settling
      const current = evidence(one, total, total, ofTotal.current)
      const prior = evidence(one, priorTotal, priorTotal, ofTotal.prior)
      const decision = inPeriod(of, days, judge({ current, prior, exposure, drift, season, obstacle }), current)
      const numbers = { current: shown.of(total), prior: shown.of(priorTotal) }
      const priorText = shown.textOf(priorTotal, { total: priorTotal })
      return [key, describeDecision(decision, { column: shown.column, ...numbers, priorText }, obstacle?.words)]
    }),
  )

  // A row of one day, week, or month is compared with one of as many days.
  const byCalendar = scope.plan.dimensions.some((key) => dimension(key).isCalendar)
  const main = mainColumn(report, state)
  // An object that gets its columns one after another grows five times.
  const blank = Object.fromEntries(columns.map(({ key }): [string, JudgementState] => [key, 'incomparable']))
  const rowJudgements = rows.map((row) => {
    const numbers = context.numbers(row.key)
    const spreads = context.spreads(row.key)
    const properties = typeof row.propertyId === 'number' ? [row.propertyId] : scope.plan.propertyIds
    const states = { ...blank }
    let usual: RowUsual | null = null
    for (const one of columns) {
      const comparison = {
        current: evidence(one, numbers.current, whole.current, spreads.current),
        prior: evidence(one, numbers.prior, whole.prior, spreads.prior),
        exposure: byCalendar ? 1 : one.exposure,
        drift: one.drift,
        season: byCalendar ? null : one.season,
        obstacle: obstacles.of(one.traits, properties) ?? one.settling,
      }
      const decision = judge(comparison)
      states[one.key] = decision.state
      if (one.key === main) usual = usualOf(main, inPeriod(one.traits, days, decision, comparison.current))
    }
    return { key: row.key, states, usual }
  })
  return { coverage, judgement, rowJudgements }
}

/** How a row's main number compares with its usual range; null where that can't be said. */
function usualOf(column: string, { state, band, deviations }: Decision): RowUsual | null {
  const range = { low: band?.low ?? null, high: band?.high ?? null }
  return isPlaced({ state, ...range }) ? { column, deviations: Math.round(deviations * 100) / 100, ...range } : null
}

const AS_OF_NOW: Obstacle = { state: 'incomparable', words: 'as of now' }
const TO_COME: Obstacle = { state: 'incomparable', words: 'still to come, so not compared' }

/** Why numbers over some properties can't be compared with the prior period. */
export class Obstacles {
  /** By the entities of a column: the obstacle over several properties. */
  private readonly ofAll = new Map<string, Obstacle | null>()
  /** By the same: the properties whose data begins within the prior period or later. */
  private readonly lateProperties = new Map<string, ReadonlyMap<number, Day>>()
  private readonly isToCome: boolean
  private readonly late: Obstacle | null
  private readonly today: Day
  private readonly coverage: CompanyCoverage

  constructor(
    { report, coverage, at, companyContext: { freshness, company, today } }: JudgingContext,
    private readonly prior: DayRange,
  ) {
    this.isToCome = looksAhead(report)
    this.today = today
    this.coverage = coverage
    const end = missingSince(freshness, at)
    const words = end === null ? null : `data ends ${formatMoment(end, company.timeZone, today)}`
    this.late = words === null ? null : { state: 'incomparable', words }
  }

  of({ entities, entityKey, isUndated, isOfNow }: ColumnTraits, propertyIds: readonly number[]): Obstacle | null {
    if (isUndated) return AS_OF_NOW
    if (this.isToCome) return TO_COME
    if (isOfNow && this.late) return this.late
    const [only] = propertyIds
    if (propertyIds.length === 1 && only !== undefined) {
      const day = this.lateOf(entities, entityKey).get(only)
      return day === undefined ? null : new BeginsLate(day, 0, this.today)
    }
    let known = this.ofAll.get(entityKey)
    if (known === undefined) {
      known = this.find(entities, propertyIds)
      this.ofAll.set(entityKey, known)
    }
    return known
  }

  /** Found once for all rows: hardly a property begins late. */
  private lateOf(entities: readonly EntityName[], entityKey: string): ReadonlyMap<number, Day> {
    const known = this.lateProperties.get(entityKey)
    if (known) return known
    const late = new Map<number, Day>()
    for (const entity of entities)
      for (const [property, day] of this.coverage.beginsLater(entity, this.prior.start)) {
        const other = late.get(property)
        if (other === undefined || other < day) late.set(property, day)
      }
    this.lateProperties.set(entityKey, late)
    return late
  }

  private find(entities: readonly EntityName[], propertyIds: readonly number[]): Obstacle | null {
    const late = entities
      .flatMap((entity) => this.coverage.begins(entity, propertyIds, this.prior.start) ?? [])
      .sort((a, b) => (a.day < b.day ? 1 : -1))[0]
    return late ? new BeginsLate(late.day, late.properties, this.today) : null
  }
}

/** Data begins within the prior period or later. */
class BeginsLate implements Obstacle {
  readonly state = 'incomparable'

  /** @param properties of how many; 0 where it is the only one */
  constructor(
    private readonly day: Day,
    private readonly properties: number,
    private readonly today: Day,
  ) {}

  /** Those of rows, which are many, are not read. */
  get words(): string {
    const { day, properties, today } = this
    return properties === 0
      ? noDataBefore(day, today)
      : `${pluralize(properties, 'property')} without data before ${formatDay(day, today)}`
  }
}

/** How much of the current period is counted, and why that may be too little. */
export function fill(
  { isStock, ripens }: ColumnTraits,
  { current, prior }: Periods,
  { report, companyContext: { today }, delays, rhythms, until }: JudgingContext,
  key: string,
): Pick<JudgedColumn, 'exposure' | 'drift' | 'season' | 'settling'> {
  if (isStock) return { exposure: 1, drift: 0, season: null, settling: null }
  const days = dayCount(current)
  const missing = until === null || until >= current.end ? 0 : Math.min(days, daysBetween(until, current.end))
  const rhythm = rhythms.get(key) ?? null
  const counted = { start: current.start, end: addTo(current.end, -missing) }
  const usual = {
    exposure: days > missing && growsWithDays(report.columns, key) ? exposureOf(rhythm, counted, prior) : 1,
    drift: rhythm ? usualDrift(rhythm, days) : 0,
    season: rhythm && seasonOf(rhythm, { current, prior }),
  }
  if (missing > days * MAX_MISSING_DAYS || missing === days)
    return { ...usual, settling: { state: 'settling', words: `still filling, ${days - missing} of ${days} days` } }
  if (ripens !== null && current.end > addTo(today, -delays[ripens].most))
    return { ...usual, settling: { state: 'settling', words: ripeningText(delays[ripens]) } }
  return { ...usual, settling: null }
}

/** The evidence of one day where the same records count again on each: a prospect who waits a week is one prospect. */
export function perDay({ repeatsDaily }: ColumnTraits, days: number, evidence: Evidence | null): Evidence | null {
  if (!repeatsDaily || !evidence) return evidence
  if (evidence.kind === 'count') return { ...evidence, value: evidence.value / days, events: evidence.events / days }
  return evidence.kind === 'rate' ? { ...evidence, part: evidence.part / days, whole: evidence.whole / days } : evidence
}

/** The band of the whole period, of evidence of one day. */
function inPeriod(
  { repeatsDaily }: ColumnTraits,
  days: number,
  decision: Decision,
  evidence: Evidence | null,
): Decision {
  if (!repeatsDaily || !decision.band || evidence?.kind !== 'count') return decision
  return { ...decision, band: { low: decision.band.low * days, high: decision.band.high * days } }
}
