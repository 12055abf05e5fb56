import {
  type Bucket,
  bucketPoints,
  type ChartSpec,
  type Columns,
  type Day,
  type DayRange,
  dayCount,
  type Evidence,
  evidenceOf,
  growsWithDays,
  isAdditive,
  isBucketable,
  isByWeek,
  judge,
  lineShape,
  MAX_DRIFT_DAYS,
  type Numbers,
  type Periods,
  type ReportDefinition,
  type ReportResult,
  type Spreads,
  shownBand,
  sumOfDays,
  type UsualPoint,
  usualDrift,
  weeksUpTo,
  wholePoints,
} from '@leaselight/model'
import { columnsBehind, pickColumns } from './columnsBehind'
import { traitsOf } from './columnTraits'
import { fill, type JudgingContext, Obstacles } from './judging'

/** The days of both periods, and the prior one as a whole. */
interface CountedDays extends Pick<ReportResult, 'series' | 'priorSeries' | 'pointDays'> {
  priorTotal: Numbers
}

/**
 * What would be usual at each point of the lines that a report draws: the range in which `judge` calls the point's number
 * usual after the whole prior period. None of what is thin, incomparable, or still filling, and none before it was
 * learned how the number moves by itself, because a day differs by its weekday and a week by its season.
 * @param spreadsOn how far chance moves the measured numbers of one day
 */
export function usualRanges(
  context: JudgingContext,
  counted: CountedDays,
  spreadsOn: (day: Day) => Spreads,
): UsualPoint[] {
  const { report, scope, rhythms } = context
  const { periods } = scope
  if (!periods || counted.series.length === 0) return []
  const judged = new JudgedPoints(context, periods, counted)
  const found = new Map<string, UsualPoint>()
  for (const chart of report.charts) {
    if (chart.kind !== 'trend' || !isOf(chart, counted)) continue
    const known = chart.columns.filter((key) => rhythms.has(key))
    if (known.length === 0) continue
    for (const { start, end, numbers, isWhole } of pointsOf(chart.columns, report, periods, counted)) {
      const point = found.get(`${start} ${end}`) ?? { start, end, ranges: {} }
      found.set(`${start} ${end}`, point)
      const spreads = isWhole ? spreadsOn(end) : {}
      for (const key of numbers ? known : []) {
        // A median of several days isn't known from those of single ones.
        if (!isWhole && !isBucketable(report.columns, key) && !growsWithDays(report.columns, key)) continue
        const range = judged.rangeOf(key, { start, end }, numbers ?? {}, spreads)
        if (range) point.ranges[key] = range
      }
    }
  }
  return [...found.values()]
}

/** Whether a chart draws the points that were counted. */
const isOf = (chart: ChartSpec, { pointDays }: CountedDays): boolean =>
  pointDays === undefined ? chart.variant === undefined : isByWeek(chart)

/** A point of a line; a whole one was counted as such, and is no sum of several. */
interface LinePoint extends Bucket {
  isWhole: boolean
}

function pointsOf(
  keys: readonly string[],
  { columns: all }: ReportDefinition,
  { current }: Periods,
  { series, priorSeries, pointDays }: CountedDays,
): LinePoint[] {
  // A year has hundreds of points, and a report dozens of columns.
  const columns = columnsWith(all, keys)
  if (pointDays !== undefined)
    return wholePoints(columns, series, pointDays).map((point) => ({ ...point, isWhole: true }))
  const { grain, isMean } = lineShape(columns, keys, current)
  const points = isMean
    ? weeksUpTo(columns, [...priorSeries, ...series], current)
    : bucketPoints(columns, series, current, grain)
  return points.map((point) => ({ ...point, isWhole: point.start === point.end }))
}

/** Some columns, with those that they are computed from. */
const columnsWith = (columns: Columns, keys: readonly string[]): Columns =>
  pickColumns(columns, columnsBehind(columns, keys))

/** Judges columns at points of a line, which are days of one period. */
class JudgedPoints {
  private readonly traits: ReturnType<typeof traitsOf>
  private readonly obstacles: Obstacles
  private readonly before = new Map<string, Evidence | null>()

  constructor(
    private readonly context: JudgingContext,
    private readonly periods: Periods,
    private readonly counted: CountedDays,
  ) {
    const { report, measures, scope, delays } = context
    this.traits = traitsOf(report, measures, scope.plan.byCreated, delays)
    this.obstacles = new Obstacles(context, periods.prior)
  }

  rangeOf(key: string, point: DayRange, numbers: Numbers, spreads: Spreads): UsualPoint['ranges'][string] | null {
    const { context, periods } = this
    const { columns } = context.report
    const traits = this.traits.get(key)
    if (!traits) return null
    const rhythm = context.rhythms.get(key)
    const { settling, ...usual } = fill(traits, { current: point, prior: periods.prior }, context, key)
    // A point is as far from the prior period as the whole period is, and until then the number drifts.
    const days = dayCount(periods.current)
    if (!rhythm || (days > MAX_DRIFT_DAYS && usual.season === null)) return null
    const drift = usualDrift(rhythm, days)
    const obstacle = this.obstacles.of(traits, context.scope.plan.propertyIds) ?? settling
    const current = evidenceOf(columns, key, numbers, spreads)
    const { band } = judge({ ...usual, drift, current, prior: this.prior(key), obstacle })
    return band && shownBand(band, columns[key]?.format ?? 'integer')
  }

  /** A day's people are compared with the people of the prior days, each on their own: some came on several. */
  private prior(key: string): Evidence | null {
    const known = this.before.get(key)
    if (known !== undefined) return known
    const { columns } = this.context.report
    const ofDays = growsWithDays(columns, key) && !isAdditive(columns, key)
    const { priorSeries, priorTotal } = this.counted
    const numbers = ofDays ? sumOfDays(columnsWith(columns, [key]), priorSeries) : priorTotal
    const found = evidenceOf(columns, key, numbers ?? {}, this.context.spreads('').prior)
    this.before.set(key, found)
    return found
  }
}
