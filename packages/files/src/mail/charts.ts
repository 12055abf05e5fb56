import { createRequire } from 'node:module'
import { barsBeside, type ChartModel } from '@leaselight/charts'
import { chartPng, type PngFont } from '@leaselight/charts/png'
import { prepareChart } from '@leaselight/charts/prepare'
import { chartState, joinWithAnd } from '@leaselight/model'
import { chartNote } from '../chartNote'
import { type ReportDocument, userTexts } from '../document'
import { prepareFonts } from '../fonts/fonts'
import type { MailChart } from './content'

// Narrow, so that its text is still readable when a phone scales it down; wide screens show it larger.
const WIDTH = 440
const COLUMNS_HEIGHT = 190
const ROW_HEIGHT = 24
const STAGE_HEIGHT = 54
const BAR_HEIGHT = 18
const AROUND_ROWS = 60
const MOST_ROWS = 14
/** A mail shows only the first few; the link leads to all of them. */
const MAX_CHARTS = 3

const require = createRequire(import.meta.url)
const font = (family: string, name: string): PngFont => ({
  family,
  file: require.resolve(`@fontsource/${name.split('/')[0]}/files/${name.split('/')[1]}.woff2`),
})

// The chart's own fonts, then those with the characters they lack.
const textFonts = (): PngFont[] => [
  font('Poppins', 'poppins/poppins-latin-400-normal'),
  font('Poppins ext', 'poppins/poppins-latin-ext-400-normal'),
  ...['latin-ext', 'cyrillic', 'greek', 'vietnamese', 'devanagari'].map((script) =>
    font(`Noto Sans ${script}`, `noto-sans/noto-sans-${script}-400-normal`),
  ),
]
const numberFonts = (): PngFont[] => [font('Figtree', 'figtree/figtree-latin-400-normal')]

function heightOf(model: ChartModel): number {
  const { kind, layout, categories, series } = model
  if (kind === 'heatMap') return AROUND_ROWS + series.length * ROW_HEIGHT
  if (kind === 'funnel') return categories.length * STAGE_HEIGHT
  if (layout === 'columns') return COLUMNS_HEIGHT
  return AROUND_ROWS + categories.length * Math.max(ROW_HEIGHT, barsBeside(model) * BAR_HEIGHT)
}

/**
 * The report's first charts as images, as many as fit a mail, without those with too many bars. A chart that can't be
 * drawn is left out, because its numbers are in the mail anyway.
 * @param onFailure receives why a chart couldn't be drawn
 */
export async function reportCharts(
  document: ReportDocument,
  onFailure: (error: unknown) => void,
): Promise<MailChart[]> {
  const { report, result, state, variantResults } = document
  const attempt = <Made>(make: () => Made): Made | null => {
    try {
      return make()
    } catch (error) {
      onFailure(error)
      return null
    }
  }
  const models = report.charts
    .map((spec) => {
      const seen = spec.variant ? variantResults?.get(spec) : result
      return seen ? attempt(() => prepareChart(spec, report, seen, chartState(spec, state))) : null
    })
    .filter((model) => model !== null)
    .filter(({ layout, categories }) => layout !== 'rows' || categories.length <= MOST_ROWS)
    .slice(0, MAX_CHARTS)
  if (models.length === 0) return []
  const foreign = await prepareFonts(userTexts(document))
  const fonts = {
    textFonts: [...textFonts(), ...foreign.map(({ name, data }) => ({ family: name, file: data }))],
    numberFonts: numberFonts(),
  }
  const charts = models.map((model) =>
    attempt(() => {
      const height = heightOf(model)
      return {
        content: chartPng(model, { width: WIDTH, height, scale: 2, ...fonts }),
        width: WIDTH,
        height,
        title: model.title,
        alt: altOf(model),
        note: chartNote(model) || null,
      }
    }),
  )
  return charts
    .filter((chart) => chart !== null)
    .map((chart, index) => ({ id: `chart-${index + 1}@leaselight`, ...chart }))
}

const kinds: Record<ChartModel['kind'], string> = {
  trend: 'Lines',
  bars: 'Bars',
  stack: 'Stacked bars',
  funnel: 'A funnel',
  distribution: 'Bars',
  compare: 'Bars',
  heatMap: 'A heat map',
  dots: 'Dots',
  strip: 'Dots along a line',
  outlook: 'Lines',
}

/** What the chart shows; its title is text above it. */
function altOf({ kind, series, categoryLabel }: ChartModel): string {
  const own = series.filter(({ priorOf }) => priorOf === undefined)
  // The series of a heat map are the weekdays or hours of its second axis.
  const shown = kind === 'heatMap' ? '' : ` of ${joinWithAnd(own.map(({ label }) => label))}`
  const prior = own.length < series.length ? ', with the prior period' : ''
  return `${kinds[kind]}${shown} by ${categoryLabel.toLowerCase()}${prior}.`
}
