import type { ChartModel } from '../model'
import type { Hidden } from './common'
import type { Spot } from './spots'
import type { ChartTheme } from './theme'
import type { Timeline } from './timeline'

/** A chart on the page. */
export interface MountedChart {
  update: (model: ChartModel, theme: ChartTheme, hidden?: Hidden) => void
  resize: () => void
  /** Where its marks are, as drawn last. */
  spots: () => Spot[]
  /** Where its notes and its days are below the axes, as drawn last. */
  timeline: () => Timeline
  /** Shows the tooltip of a mark, or none. */
  point: (spot: Spot | null) => void
  dispose: () => void
}
