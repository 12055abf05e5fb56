import type { ChartSpec } from '@leaselight/model'

/** What a card has besides its picture: title, legend, note and edges. */
const AROUND = 128
/** A line with its name and its axis. */
const PANEL = 96
/** A bar that a thumb can hit with its neighbors in sight. */
const BAR = 22
/** Two times seven rows of cells that a thumb can hit. */
const HEAT_MAP = 500

/** The height of a chart's card on a phone, where lines and bars are below each other; undefined for the usual one. */
export function phoneHeightOf(spec: ChartSpec): number | undefined {
  switch (spec.kind) {
    case 'heatMap':
      return HEAT_MAP
    case 'trend':
      return spec.columns.length > 1 ? AROUND + PANEL * spec.columns.length : undefined
    case 'bars':
      return AROUND + (spec.beside ? 2 : 1) * BAR * (spec.limit ?? MOST_ROWS)
    case 'stack':
      return AROUND + BAR * (spec.limit ?? MOST_ROWS)
    default:
      return undefined
  }
}

const MOST_ROWS = 10
