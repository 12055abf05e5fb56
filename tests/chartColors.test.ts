import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { columnColor, columnColors, OTHER_COLOR } from '@leaselight/charts'
import { chartColors, fillColor, lineColor, palette, roleOf } from '@leaselight/charts/colors'
import { chartColumns, type Meaning } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { describe, expect, test } from 'vitest'
import { contrast } from './drawnColors'

interface Series {
  /** Such as `outcome: missed`; columns with the same meaning have the same color. */
  meaning: string | null
  color: string
}

const describeMeaning = (meaning: Meaning | undefined): string | null =>
  meaning ? Object.entries(meaning).flat().join(': ') : null

/** Every chart of every report with the color of each of its series. */
const charts = reports.flatMap((report) =>
  report.charts.map((spec) => {
    // What bars are compared with is pale, whatever it means.
    const keys = spec.kind === 'bars' ? [spec.column] : chartColumns(spec)
    // The stages of a funnel or of a group and the lines of a trend are apart, and a strip draws one number, so each has
    // the color it has alone.
    const isApart = ['funnel', 'compare', 'trend', 'strip'].includes(spec.kind)
    const colors = isApart ? keys.map((key) => columnColor(report, key)) : columnColors(report, keys)
    const series = keys.map(
      (key, index): Series => ({ meaning: describeMeaning(report.columns[key]?.meaning), color: colors[index] ?? '' }),
    )
    return { name: `${report.key}: ${spec.kind} of ${keys.join(', ')}`, isApart, series }
  }),
)

test('the same meaning has the same color in every chart of every report', () => {
  const byMeaning = new Map<string, Map<string, string[]>>()
  for (const { name, series } of charts)
    for (const { meaning, color } of series) {
      if (meaning === null) continue
      const colors = byMeaning.get(meaning) ?? new Map<string, string[]>()
      byMeaning.set(meaning, colors.set(color, [...(colors.get(color) ?? []), name]))
    }
  expect(byMeaning.size).toBeGreaterThan(30)
  const several = [...byMeaning].filter(([, colors]) => colors.size > 1)
  expect(several.map(([meaning, colors]) => ({ meaning, colors: Object.fromEntries(colors) }))).toEqual([])
})

describe('two meanings in one chart have different colors', () => {
  const told = charts.filter(({ isApart, series }) => !isApart && series.length > 1)

  test.each(told.map(({ name, series }) => [name, series] as const))('%s', (_, series) => {
    const colors = series.map(({ color }) => color).filter((color) => color !== OTHER_COLOR)
    expect(new Set(colors).size).toBe(colors.length)
  })
})

test('colors have four roles, and categories are only channels and kinds of tours', () => {
  expect([...new Set(chartColors.map(roleOf))].sort()).toEqual(['category', 'ink', 'pale', 'status'])
  const families = reports.flatMap((report) =>
    Object.entries(report.columns).flatMap(([key, { meaning }]) =>
      roleOf(columnColor(report, key)) === 'category' ? Object.keys(meaning ?? { none: true }) : [],
    ),
  )
  expect([...new Set(families)].sort()).toEqual(['channel', 'tour'])
})

test.each(['light', 'dark'] as const)('every color of a line can be seen on the %s surface', (scheme) => {
  // The paler steps of ink are for areas.
  const ofLines = chartColors.filter((color) => roleOf(color) !== 'ink' || color === 'ink')
  for (const color of ofLines)
    expect(contrast(lineColor(color, scheme), palette[scheme].surface), color).toBeGreaterThanOrEqual(3)
})

test.each(['light', 'dark'] as const)('neighbors of a ramp differ without their hue (%s)', (scheme) => {
  const ramps = [
    ['ink', 'ink2', 'wait', 'bad'],
    ['ink1', 'ink2', 'ink3', 'ink4', 'ink', 'ink6'],
  ] as const
  for (const ramp of ramps)
    ramp.slice(1).forEach((color, index) => {
      const before = ramp[index] ?? color
      expect(contrast(fillColor(color, scheme), fillColor(before, scheme)), `${before}, ${color}`).toBeGreaterThan(1.15)
    })
})

/** What may write a color: the table, the steps of the components' own theme, and the stand-in for another product. */
const TABLES = ['packages/charts/src/colors.ts', 'packages/ui/src/theme/tokens.ts', 'apps/crm/src/pages/style.ts']
const COLOR = /#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!\()|\b(?:rgba?|hsla?)\(/i

test('no color is written outside the table', () => {
  const root = join(import.meta.dirname, '..')
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      if (['node_modules', 'dist', 'docs'].includes(name) || /\.test\.tsx?$/.test(name)) return []
      if (statSync(path).isDirectory()) return files(path)
      return /\.(tsx?|css)$/.test(name) ? [path] : []
    })
  const written = ['packages', 'apps', 'reports'].flatMap((folder) => files(join(root, folder)))
  expect(written.length).toBeGreaterThan(500)
  const strange = written.flatMap((path) => {
    const name = relative(root, path)
    if (TABLES.includes(name)) return []
    // Private fields of classes look like colors.
    const lines = readFileSync(path, 'utf8')
      .replaceAll(/(?:this\.|^\s+|\.)#\w+/gm, '')
      .split('\n')
    return lines.flatMap((text, index) => (COLOR.test(text) ? [`${name}:${index + 1}: ${text.trim()}`] : []))
  })
  expect(strange).toEqual([])
})
