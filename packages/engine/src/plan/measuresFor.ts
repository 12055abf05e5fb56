import type { Column, ReportDefinition } from '@leaselight/model'
import { checkCarried } from './checkCarried'
import type { Measure, QueryContext, ReportQuery } from './measures'

type CountedKeys<D extends ReportDefinition> = {
  [K in keyof D['columns']]: D['columns'][K] extends Column & { kind: 'count' | 'measure' } ? K : never
}[keyof D['columns']]

type MeasuresFor<D extends ReportDefinition> = Record<CountedKeys<D> & string, Measure>

/**
 * Defines the query of a report. The compiler requires exactly its counted and measured columns. A row dimension or a
 * filter of the report that the records of a measure don't carry throws an Error when the module loads.
 */
export function measuresFor<const D extends ReportDefinition>(
  definition: D,
  measures: MeasuresFor<D> | ((context: QueryContext) => MeasuresFor<D>),
  list?: ReportQuery['list'],
  notes?: ReportQuery['notes'],
  evidence?: ReportQuery['evidence'],
): ReportQuery {
  const query: ReportQuery = {
    measures: typeof measures === 'function' ? measures : () => measures,
    ...(list && { list }),
    ...(notes && { notes }),
    ...(evidence && { evidence }),
  }
  checkCarried(definition, query)
  return query
}
