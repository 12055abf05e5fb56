export {
  type ChartColor,
  colorsOf,
  columnColor,
  columnColors,
  fillColor,
  meaningColors,
  OTHER_COLOR,
  palette,
  partColors,
  type Scheme,
} from './colors'
export {
  bandName,
  barsBeside,
  type ChartMark,
  type ChartModel,
  type ChartNote,
  type ChartSeries,
  isOfLines,
} from './model'
export { panelGrid } from './panels'
export type { PrepareChart } from './prepare/preparing'
export { describePriorPeriod } from './prepare/sentences'
export { type ChartTable, formatSeriesValue, toTable } from './table'
