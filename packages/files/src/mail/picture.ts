import { createRequire } from 'node:module'
import { type ChartModel, prepareChart } from '@leaselight/charts'
import { chartPng, type PngFont } from '@leaselight/charts/png'
import { chartState } from '@leaselight/model'
import { type ReportDocument, typedTexts } from '../document'
import { makeReady } from '../fonts/fonts'
import type { Picture } from './letter'

const WIDTH = 584
const COLUMNS_HEIGHT = 230
const ROW_HEIGHT = 24
const STAGE_HEIGHT = 54
const AROUND_ROWS = 60
const MOST_ROWS = 14

const require = createRequire(import.meta.url)
const font = (family: string, name: string): PngFont => ({
  family,
  file: require.resolve(`@fontsource/${name.split('/')[0]}/files/${name.split('/')[1]}.woff2`),
})

// The picture's own faces, then those that have the letters they lack.
const textFonts = (): PngFont[] => [
  font('Poppins', 'poppins/poppins-latin-400-normal'),
  font('Poppins ext', 'poppins/poppins-latin-ext-400-normal'),
  ...['latin-ext', 'cyrillic', 'greek', 'vietnamese', 'devanagari'].map((script) =>
    font(`Noto Sans ${script}`, `noto-sans/noto-sans-${script}-400-normal`),
  ),
]
const numberFonts = (): PngFont[] => [font('Figtree', 'figtree/figtree-latin-400-normal')]

function heightOf({ kind, layout, categories, series }: ChartModel): number {
  if (kind === 'heatMap') return AROUND_ROWS + series.length * ROW_HEIGHT
  if (kind === 'funnel') return categories.length * STAGE_HEIGHT
  return layout === 'columns' ? COLUMNS_HEIGHT : AROUND_ROWS + categories.length * ROW_HEIGHT
}

/** The report's first chart as a picture; null where it has none, or one with more bars than a mail can bear. */
export async function reportPicture(document: ReportDocument): Promise<Picture | null> {
  const { report, result, state, sides } = document
  for (const spec of report.charts) {
    const seen = spec.from ? sides?.get(spec) : result
    const model = seen && prepareChart(spec, report, seen, chartState(spec, state))
    if (!model || (model.layout === 'rows' && model.categories.length > MOST_ROWS)) continue
    const height = heightOf(model)
    const foreign = await makeReady(typedTexts(document))
    const content = chartPng(model, {
      width: WIDTH,
      height,
      scale: 2,
      textFonts: [...textFonts(), ...foreign.map(({ name, data }) => ({ family: name, file: data }))],
      numberFonts: numberFonts(),
    })
    const note = [model.unit, model.note].filter(Boolean).join(' · ') || null
    return { content, width: WIDTH, height, title: model.title, note }
  }
  return null
}
