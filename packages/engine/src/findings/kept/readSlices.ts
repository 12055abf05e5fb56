import { createHash } from 'node:crypto'
import type { QueryOptions } from '@leaselight/facts'
import { addTo, type Day, type DayRange, type Dimension, daysBetween, type Steps } from '@leaselight/model'
import type { QueryRunner } from '../../plan/cache'
import { inTurns } from '../../plan/inTurns'
import type { PlanContext } from '../../plan/joinedRecords'
import type { MeasuresByColumn } from '../../plan/measures'
import { planScans, type ScanQuery } from '../../plan/scanQuery'
import { scanSql } from '../../plan/scans'
import { render } from '../../plan/sql'
import type { Changes } from './changes'
import { type Footprint, footprintOf } from './footprint'
import type { Kept, KeptSlices, SliceNumbers } from './keptSlices'

/** Numbers to read by subject and slice of time. */
export interface SlicesRequest {
  /** The last day of the latest slice. */
  end: Day
  slices: number
  sliceDays: number
  dimensions: readonly Dimension[]
  /** Where to read, whatever its period and dimensions. */
  plan: PlanContext
  /** The measures over a period, as of an instant. */
  measuresOf: (period: DayRange, cutDays: readonly Day[], now: Date) => MeasuresByColumn
}

export interface SlicesContext {
  facts: QueryRunner
  companyId: number
  now: Date
  kept: KeptSlices
  changes: Changes
  options: QueryOptions
}

/** The answer of a scan. */
export interface ScanSlices {
  scan: ScanQuery
  columns: readonly string[]
  /** The latest first. */
  slices: readonly SliceNumbers[]
}

/** A statement is known by what it says of a week without any fact, at an instant without any. */
const EMPTY_WEEK: DayRange = { start: '1970-01-05', end: '1970-01-11' }
const ANOTHER_WEEK: DayRange = { start: '1970-01-12', end: '1970-01-18' }
const NO_INSTANT = new Date(0)

type SliceRow = Record<string, string | number | null> & { slice: number }

/** Reads numbers by subject and slice, with one statement for each record type; what is kept and unchanged isn't read. */
export async function readSlices(context: SlicesContext, request: SlicesRequest): Promise<ScanSlices[]> {
  const named = new Statements(request, EMPTY_WEEK, NO_INSTANT)
  // Sums of a day are made of more records than a number that is read of them.
  const ofRecords = new Statements(
    { ...request, plan: { ...request.plan, derived: new Set() } },
    EMPTY_WEEK,
    NO_INSTANT,
  )
  const moved = new Statements(request, ANOTHER_WEEK, NO_INSTANT)
  const current = new Statements(request, EMPTY_WEEK, context.now)
  const ends = Array.from({ length: request.slices }, (_, at) => addTo(request.end, -at * request.sliceDays))
  const weekday = daysBetween(EMPTY_WEEK.end, request.end) % request.sliceDays
  return Promise.all(
    named.scans.map(async (scan, index): Promise<ScanSlices> => {
      const text = named.text(index)
      const footprint = footprintOf(scan, named.plan, ofRecords.text(index), moved.scans[index] ?? scan)
      const key = hash([context.companyId, text, request.sliceDays, weekday])
      const atInstant = footprint.ofPerson ? '' : hash([current.text(index)])
      const latest = context.kept.get(key)
      const known = latest?.atInstant === atInstant ? latest : undefined
      const stale = await staleSlices(context.changes, request, ends, known, footprint)
      const fresh = stale.length > 0 ? await readAgain(context, request, index, stale) : undefined
      const slices = ends.map(
        (end, at) => fresh?.slices.get(at) ?? (stale.includes(at) ? NOTHING : known?.slices.get(end)) ?? NOTHING,
      )
      const columns = fresh && fresh.columns.length > 0 ? fresh.columns : (known?.columns ?? [])
      context.kept.set(key, {
        since: { batches: context.changes.known, now: context.now.getTime() },
        atInstant,
        columns,
        slices: new Map(ends.map((end, at) => [end, slices[at] ?? NOTHING])),
      })
      return { scan, columns, slices }
    }),
  )
}

const NOTHING: SliceNumbers = { subjects: [], numbers: new Float64Array() }

/** The positions of the slices to read: those that aren't known, or were touched since they were read. */
async function staleSlices(
  changes: Changes,
  { end, sliceDays }: SlicesRequest,
  ends: readonly Day[],
  known: Kept | undefined,
  footprint: Footprint,
): Promise<number[]> {
  const every = [...ends.keys()]
  if (!known) return every
  const period = { start: addTo(end, 1 - ends.length * sliceDays), end }
  const days = await changes.touched(footprint, known.since, period)
  if (days === 'all') return every
  const touched = new Set(days.map((day) => Math.floor(daysBetween(day, end) / sliceDays)))
  const stale = every.filter((at) => touched.has(at) || !known.slices.has(ends[at] ?? ''))
  // What no day has of its own is only right when it is read over the whole period.
  return stale.length > 0 && !footprint.byDay && !footprint.ofPerson ? every : stale
}

/** Reads some slices of a scan, over the shortest period that they are in. */
async function readAgain(
  { facts, now, options }: SlicesContext,
  request: SlicesRequest,
  index: number,
  stale: readonly number[],
): Promise<{ columns: string[]; slices: Map<number, SliceNumbers> }> {
  const { end, sliceDays } = request
  const [latest, oldest] = [Math.min(...stale), Math.max(...stale)]
  const period = { start: addTo(end, 1 - (oldest + 1) * sliceDays), end: addTo(end, -latest * sliceDays) }
  const only = stale.length <= oldest - latest ? stale.map((at) => at - latest) : undefined
  const { text, params } = new Statements(request, period, now).render(index, only)
  const lines = await facts.query<SliceRow>(text, params, options)
  return inTurns(slicesIn(lines, request.dimensions.length, latest), options.signal)
}

/** Puts lines into their slices, the first of which is the one at `latest`. */
function* slicesIn(
  lines: readonly SliceRow[],
  keys: number,
  latest: number,
): Steps<{ columns: string[]; slices: Map<number, SliceNumbers> }> {
  const columns = Object.keys(lines[0] ?? {}).filter((name) => /^c\d+(_\w+)?$/.test(name))
  const found = new Map<number, { subjects: string[]; numbers: number[] }>()
  const names = new Map<string, string>()
  for (const line of lines) {
    yield
    const at = Number(line.slice) + latest
    const slice = found.get(at) ?? { subjects: [], numbers: [] }
    found.set(at, slice)
    const subject = JSON.stringify(Array.from({ length: keys }, (_, position) => line[`k${position}`] ?? ''))
    const name = names.get(subject) ?? subject
    names.set(name, name)
    slice.subjects.push(name)
    for (const column of columns) slice.numbers.push(numberIn(line[column]))
  }
  const slices = [...found].map(
    ([at, { subjects, numbers }]) => [at, { subjects, numbers: Float64Array.from(numbers) }] as const,
  )
  return { columns, slices: new Map(slices) }
}

const numberIn = (cell: string | number | null | undefined): number =>
  cell === null || cell === undefined ? Number.NaN : Number(cell)

/** The statements of a request over one period. */
class Statements {
  readonly plan: PlanContext
  readonly scans: ScanQuery[]

  constructor(
    private readonly request: SlicesRequest,
    private readonly period: DayRange,
    now: Date,
  ) {
    const { plan, dimensions, measuresOf, sliceDays } = request
    this.plan = { ...plan, current: period, prior: null, dimensions, only: 'current' }
    const count = Math.floor((daysBetween(period.start, period.end) + 1) / sliceDays)
    const cutDays = Array.from({ length: count }, (_, at) => addTo(period.start, at * sliceDays))
    this.scans = planScans(measuresOf(period, cutDays, now), this.plan)
  }

  /** @param only the slices to read, where they are not all of the period */
  render(index: number, only?: readonly number[]): { text: string; params: Record<string, unknown> } {
    const { dimensions, sliceDays } = this.request
    const slices = { end: this.period.end, days: sliceDays, ...(only && { only }) }
    const grouping = { depths: [dimensions.length], byDay: false, under: [], beside: [], slices }
    const scan = this.scans[index]
    if (!scan) throw new Error('The statements of a request depend on its period.')
    return render(scanSql(scan, this.plan, grouping))
  }

  /** The whole statement as text. */
  text(index: number): string {
    const { text, params } = this.render(index)
    return `${text} ${JSON.stringify(params)}`
  }
}

const hash = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64')
