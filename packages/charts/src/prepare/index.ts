import { prepareBars } from './bars'
import { prepareCompare } from './compare'
import { prepareDistribution } from './distribution'
import { prepareDots } from './dots'
import { prepareFunnel } from './funnel'
import { prepareHeatMap } from './heatMap'
import { prepareOutlook } from './outlook'
import { preparing } from './preparing'
import { prepareStack } from './stack'
import { prepareStrip } from './strip'
import { prepareTrend } from './trend'

/** Prepares a chart of any kind: one entry for each; its drawing is registered in `draw`. */
export const prepareChart = preparing({
  trend: prepareTrend,
  bars: prepareBars,
  stack: prepareStack,
  funnel: prepareFunnel,
  distribution: prepareDistribution,
  compare: prepareCompare,
  heatMap: prepareHeatMap,
  dots: prepareDots,
  strip: prepareStrip,
  outlook: prepareOutlook,
})
