import { columnColor, columnColors, OTHER_COLOR } from '@leaselight/charts'
import { chartColumns, type Meaning } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { describe, expect, test } from 'vitest'

interface Series {
  /** Such as `outcome: missed`; columns with the same meaning have the same color. */
  meaning: string | null
  color: number
}

const describeMeaning = (meaning: Meaning | undefined): string | null =>
  meaning ? Object.entries(meaning).flat().join(': ') : null

/** Every chart of every report with the color of each of its series. */
const charts = reports.flatMap((report) =>
  report.charts.map((spec) => {
    const keys = chartColumns(spec)
    // The stages of a funnel are labeled, so each has the color it has alone.
    const colors = spec.kind === 'funnel' ? keys.map((key) => columnColor(report, key)) : columnColors(report, keys)
    const series = keys.map(
      (key, index): Series => ({ meaning: describeMeaning(report.columns[key]?.meaning), color: colors[index] ?? -1 }),
    )
    return { name: `${report.key}: ${spec.kind} of ${keys.join(', ')}`, spec, series }
  }),
)

test('the same meaning has the same color in every chart of every report', () => {
  const byMeaning = new Map<string, Map<number, string[]>>()
  for (const { name, series } of charts)
    for (const { meaning, color } of series) {
      if (meaning === null) continue
      const colors = byMeaning.get(meaning) ?? new Map<number, string[]>()
      byMeaning.set(meaning, colors.set(color, [...(colors.get(color) ?? []), name]))
    }
  expect(byMeaning.size).toBeGreaterThan(30)
  const several = [...byMeaning].filter(([, colors]) => colors.size > 1)
  expect(several.map(([meaning, colors]) => ({ meaning, colors: Object.fromEntries(colors) }))).toEqual([])
})

describe('two meanings in one chart have different colors', () => {
  const told = charts.filter(({ spec, series }) => spec.kind !== 'funnel' && series.length > 1)

  test.each(told.map(({ name, series }) => [name, series] as const))('%s', (_, series) => {
    const colors = series.map(({ color }) => color).filter((color) => color !== OTHER_COLOR)
    expect(new Set(colors).size).toBe(colors.length)
  })
})
