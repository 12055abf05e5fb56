import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { init, setPlatformAPI, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartTheme } from './draw'
import type { ChartModel } from './model'
import { printOption, printTheme } from './svg'

use([CanvasRenderer])

/** A font, as a file or its content, and the name to use for it. */
export interface PngFont {
  family: string
  file: string | Buffer
}

export interface PngOptions {
  width: number
  height: number
  /** Pixels per point, for high-resolution screens. */
  scale: number
  /** Fonts for text; the first that has a character draws it. */
  textFonts: readonly PngFont[]
  /** Fonts for numbers. */
  numberFonts: readonly PngFont[]
}

const registered = new Set<string>()

/** A chart as a PNG image, for mail clients, which show no SVG. */
export function chartPng(model: ChartModel, { width, height, scale, textFonts, numberFonts }: PngOptions): Buffer {
  for (const { family, file } of [...textFonts, ...numberFonts]) {
    if (registered.has(family)) continue
    GlobalFonts.register(typeof file === 'string' ? readFileSync(file) : file, family)
    registered.add(family)
  }
  const theme: ChartTheme = {
    ...printTheme,
    fontSize: 12,
    textFont: stackOf(textFonts),
    numberFont: stackOf([...numberFonts, ...textFonts]),
  }
  const canvas = createCanvas(width * scale, height * scale)
  const pen = createCanvas(1, 1).getContext('2d')
  setPlatformAPI({
    // A heat map is drawn in slices of a few milliseconds, whose next one comes when the picture is saved and gone.
    // Without a clock no slice ends.
    getTime: () => 0,
    // ECharts draws a heat map in layers, each on its own canvas. Its types ask for a page's element.
    createCanvas: () => createCanvas(width * scale, height * scale) as unknown as HTMLCanvasElement,
    measureText: (text, font) => {
      if (font) pen.font = font
      // ECharts measures every ASCII character, including NUL, which ends a C string.
      return { width: pen.measureText(text.replaceAll('\0', '')).width }
    },
  })
  // ECharts expects a page element but accepts any canvas with the same drawing methods.
  const chart = init(canvas as unknown as HTMLElement, null, {
    renderer: 'canvas',
    width,
    height,
    devicePixelRatio: scale,
  })
  try {
    chart.setOption({
      ...printOption(model, theme, { width, height }),
      backgroundColor: theme.surface,
      animation: false,
    })
    chart.getZr().flush()
    return canvas.toBuffer('image/png')
  } finally {
    chart.dispose()
  }
}

const stackOf = (fonts: readonly PngFont[]): string => fonts.map(({ family }) => `"${family}"`).join(', ')
