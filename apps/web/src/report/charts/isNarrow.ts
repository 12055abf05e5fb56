import type { ChartSpec } from '@leaselight/model'

/** A heat map needs the whole width; the other charts fit in two columns, or in one beside the table. */
export const isNarrow = ({ kind }: ChartSpec): boolean => kind !== 'heatMap'
