/** Which picture answers a report's question; prepared and drawn by the charts package. */
export type ChartSpec =
  /** Columns over the days of the period, the prior period dashed. */
  | { kind: 'trend'; columns: readonly string[] }
  /** Rows ranked by a column, the rest gathered as "Other (n)". */
  | { kind: 'bars'; column: string; limit?: number }
  /** Columns stacked for each row, as parts of a whole. */
  | { kind: 'stack'; columns: readonly string[]; limit?: number; share?: boolean }

export const trend = (...columns: string[]): ChartSpec => ({ kind: 'trend', columns })
export const bars = (column: string, limit = 10): ChartSpec => ({ kind: 'bars', column, limit })
export const stack = (columns: readonly string[], options: { limit?: number; share?: boolean } = {}): ChartSpec => ({
  kind: 'stack',
  columns,
  ...options,
})
