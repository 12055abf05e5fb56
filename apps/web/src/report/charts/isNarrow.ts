import type { ChartSpec } from '@leaselight/model'

/** A heat map needs the whole width; the other charts fit in two columns. */
export const isNarrow = ({ kind }: ChartSpec): boolean => kind !== 'heatMap'
