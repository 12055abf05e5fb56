import { createRequire } from 'node:module'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChartModel } from './model'
import { chartPng, type PngFont } from './png'
import { chartSvg } from './svg'

const require = createRequire(import.meta.url)
const font = (family: string, name: string): PngFont => ({
  family,
  file: require.resolve(`@fontsource/${family.toLowerCase()}/files/${name}.woff2`),
})
const fonts = {
  textFonts: [font('Poppins', 'poppins-latin-400-normal')],
  numberFonts: [font('Figtree', 'figtree-latin-400-normal')],
}
// Every kind, so that a new one can't be left out here.
const kinds: Record<ChartModel['kind'], true> = {
  trend: true,
  bars: true,
  stack: true,
  funnel: true,
  distribution: true,
  compare: true,
  heatMap: true,
  dots: true,
  strip: true,
  outlook: true,
}

afterEach(() => {
  vi.restoreAllMocks()
})

test.each(Object.keys(kinds) as ChartModel['kind'][])('a %s is drawn at once, however slow the machine', (kind) => {
  const model: ChartModel = {
    ...{ kind, title: 'Title', answers: [], categoryLabel: 'Property', format: 'integer', unit: 'Leads', note: null },
    categories: Array.from({ length: 24 }, (_, index) => `Property ${index}`),
    series: [{ key: 'leads', label: 'Leads', color: 'ink', values: Array.from({ length: 24 }, (_, index) => index) }],
    layout: kind === 'trend' ? 'columns' : 'rows',
  }
  const size = { width: 300, height: 400, scale: 1, ...fonts }
  const picture = chartPng(model, size)
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 100
    return now
  })
  expect(chartPng(model, size).equals(picture)).toBe(true)
})

test.each(Object.keys(kinds) as ChartModel['kind'][])(
  'a %s with long names becomes a picture with its colours on white, and a drawing for files',
  async (kind) => {
    const categories = ['A name so long that it must be cut somewhere, or it would fill the whole picture', 'Short']
    const model: ChartModel = {
      kind,
      title: 'Title',
      answers: [],
      categoryLabel: 'Property',
      categories,
      // A dot needs three numbers; the other kinds draw all as well.
      series: ['leads', ...(kind === 'dots' ? ['cost', 'spend'] : [])].map((key) => ({
        ...{ key, label: 'Leads', color: 'ink' as const, values: [12, 7] },
      })),
      format: 'integer',
      unit: 'Leads',
      layout: kind === 'trend' ? 'columns' : 'rows',
      note: null,
    }
    const svg = chartSvg(model, { width: 300, height: 120 })
    expect(svg).toMatch(/^<svg/)
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(1)
    const picture = await loadImage(chartPng(model, { width: 300, height: 120, scale: 2, ...fonts }))
    expect([picture.width, picture.height]).toEqual([600, 240])
    const pen = createCanvas(600, 240).getContext('2d')
    pen.drawImage(picture, 0, 0)
    const { data } = pen.getImageData(0, 0, 600, 240)
    const colors = new Map<string, number>()
    for (let at = 0; at < data.length; at += 4) {
      const color = [...data.subarray(at, at + 3)].join(' ')
      colors.set(color, (colors.get(color) ?? 0) + 1)
    }
    // Ink, and the paper's background. Heat maps use shades of it.
    const own = kind === 'heatMap' ? null : '15 118 110'
    const inked = [...colors].filter(([color]) => (own ? color === own : color !== '255 255 255'))
    expect(inked.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(50)
    // The cells cover most of a heat map.
    expect(colors.get('255 255 255')).toBeGreaterThan(600 * 240 * (kind === 'heatMap' ? 0.2 : 0.5))
  },
)
