import type { ChartModel, ChartSeries } from '@leaselight/charts'

/** The lines of a chart that have a panel each; a phone has room for one of them. */
export const panelsOf = ({ kind, series }: ChartModel): readonly ChartSeries[] => {
  const own = series.filter(({ priorOf }) => priorOf === undefined)
  return kind === 'trend' && own.length > 1 ? own : []
}

/** The chart with one of its lines alone; without a choice the first. */
export function onePanel(model: ChartModel, chosen: string | null): ChartModel {
  const panels = panelsOf(model)
  const key = (panels.find((panel) => panel.key === chosen) ?? panels[0])?.key
  if (key === undefined) return model
  return { ...model, series: model.series.filter((series) => series.key === key || series.priorOf === key) }
}
