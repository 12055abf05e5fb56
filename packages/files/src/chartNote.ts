import { bandName, type ChartModel } from '@leaselight/charts'

/** What paper and mails say beside a chart, where the screen has a legend: its unit, pale lines, bands, and what is left out. */
export function chartNote(model: ChartModel): string {
  const band = bandName(model)
  return [
    model.unit,
    model.prior && `pale line ${model.prior}`,
    band && `gray band ${band}`,
    model.shading && `gray, outside the lines: ${model.shading}`,
    model.note,
  ]
    .filter(Boolean)
    .join(' · ')
}
