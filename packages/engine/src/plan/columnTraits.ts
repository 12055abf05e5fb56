import type { EntityName } from '@leaselight/facts'
import { assumedDelays, type Delays, type ReportDefinition, type Ripening } from '@leaselight/model'
import type { Measure, MeasuresByColumn } from './measures'
import { render } from './sql'

/** How a column's numbers come about, from the measures it is made of. */
export interface ColumnTraits {
  entities: readonly EntityName[]
  /** The same for columns of the same entities. */
  entityKey: string
  /** Whether it counts what is there at a moment. */
  isStock: boolean
  /** Whether that moment is the present instant. */
  isOfNow: boolean
  repeatsDaily: boolean
  /** What it counts of the period's people, the slowest of several, so that it may be still to come. */
  ripens: Ripening | null
  /** Whether it knows only the present. */
  isUndated: boolean
}

/** How each column of numbers comes about. */
export function traitsOf(
  { columns }: ReportDefinition,
  measures: MeasuresByColumn,
  byCreated: boolean,
  delays: Delays,
): ReadonlyMap<string, ColumnTraits> {
  const found = new Map<string, ColumnTraits>()
  for (const [key, column] of Object.entries(columns)) {
    if (column.kind === 'fact') continue
    const parts = 'of' in column ? column.of.flatMap((part) => found.get(part) ?? []) : []
    const measure = measures[key]
    const own = measure ? [...parts, traitsOfMeasure(measure, byCreated, delays)] : parts
    const has = (test: (one: ColumnTraits) => boolean) => own.some(test)
    const entities = [...new Set(own.flatMap((one) => one.entities))]
    found.set(key, {
      entities,
      entityKey: entities.join(),
      isStock: has(({ isStock }) => isStock),
      isOfNow: has(({ isOfNow }) => isOfNow),
      repeatsDaily: has(({ repeatsDaily }) => repeatsDaily),
      ripens: slowest(
        own.flatMap(({ ripens }) => ripens ?? []),
        delays,
      ),
      isUndated: has(({ isUndated }) => isUndated),
    })
  }
  return found
}

/** What a measure counts of people created in the period; what they say and do besides goes on until they lease. */
export function ripeningOf({ spec }: Measure, byCreated: boolean): Ripening | null {
  if (!byCreated || spec.ownDay || spec.day === null) return null
  return ripenings.find((one) => spec.kind.since.includes(one)) ?? 'leases'
}

/**
 * What a measure counts that people do later than the day it dates them by; the slowest of several. It is what all of its
 * records are, or what one of its conditions asks.
 */
export function laterOf({ spec }: Measure, delays: Delays = assumedDelays): Ripening | null {
  const { later } = spec.kind
  if (!later || typeof later === 'string') return later ?? null
  const words = spec.conditions.flatMap((condition) => render(condition).text.match(/\w+/g) ?? [])
  return slowest(
    words.flatMap((word) => later[word] ?? []),
    delays,
  )
}

const ripenings = Object.keys(assumedDelays) as Ripening[]

/** The one that takes longest; null without any. */
export const slowest = (list: readonly Ripening[], delays: Delays): Ripening | null =>
  list.toSorted((a, b) => delays[b].most - delays[a].most)[0] ?? null

function traitsOfMeasure(measure: Measure, byCreated: boolean, delays: Delays): ColumnTraits {
  const { spec } = measure
  const { kind, day } = spec
  return {
    entities: kind.since,
    entityKey: kind.since.join(),
    isStock: kind.isStock ?? false,
    isOfNow: kind.isOfNow ?? false,
    repeatsDaily: kind.repeatsDaily ?? false,
    ripens: laterOf(measure, delays) ?? ripeningOf(measure, byCreated),
    isUndated: day === null && kind.periodColumn === undefined,
  }
}
