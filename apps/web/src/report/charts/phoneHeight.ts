import type { ChartSpec } from '@leaselight/model'

/** What a card has besides its picture: title, legend, note and edges. */
const AROUND = 128
/** What a line, a funnel or dots need. */
const PICTURE = 200
/** The names of the lines, of which one is drawn. */
const NAMES = 44
/** A bar that a thumb can hit with its neighbors in sight. */
const BAR = 22
/** Two times seven rows of cells that a thumb can hit. */
const HEAT_MAP = 500

/** The height of a chart's card on a phone, where bars are below each other, and one of several lines is drawn. */
export function phoneHeightOf(spec: ChartSpec): number {
  switch (spec.kind) {
    case 'heatMap':
      return HEAT_MAP
    case 'trend':
      return AROUND + PICTURE + (spec.columns.length > 1 ? NAMES : 0)
    case 'bars':
      return AROUND + (spec.beside ? 2 : 1) * BAR * (spec.limit ?? MOST_ROWS)
    case 'stack':
      return AROUND + BAR * (spec.limit ?? MOST_ROWS)
    default:
      return AROUND + PICTURE
  }
}

const MOST_ROWS = 10
