import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { init, setPlatformAPI, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartTheme } from './draw'
import type { ChartModel } from './model'
import { printOption, printTheme } from './svg'

use([CanvasRenderer])

/** A font, as a file or its content, and the name it is drawn under. */
export interface PngFont {
  family: string
  file: string | Buffer
}

export interface PngOptions {
  width: number
  height: number
  /** Pixels for each point, for screens that show more than one. */
  scale: number
  /** Faces for words, the first that has a letter draws it. */
  textFonts: readonly PngFont[]
  /** Faces for numbers. */
  numberFonts: readonly PngFont[]
}

const registered = new Set<string>()

/** A chart as a PNG picture, for readers that show no SVG: mails. */
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
    // A heat map is drawn in layers, each on a canvas of its own.
    createCanvas: () => createCanvas(width * scale, height * scale) as unknown as HTMLCanvasElement,
    measureText: (text, font) => {
      if (font) pen.font = font
      // The library measures every sign of ASCII, the one that ends a text in C among them.
      return { width: pen.measureText(text.replaceAll('\0', '')).width }
    },
  })
  // The library asks for an element of a page and is content with any canvas that draws like one.
  const chart = init(canvas as unknown as HTMLElement, null, {
    renderer: 'canvas',
    width,
    height,
    devicePixelRatio: scale,
  })
  try {
    chart.setOption({ ...printOption(model, theme, width), backgroundColor: theme.surface, animation: false })
    chart.getZr().flush()
    return canvas.toBuffer('image/png')
  } finally {
    chart.dispose()
  }
}

const stackOf = (fonts: readonly PngFont[]): string => fonts.map(({ family }) => `"${family}"`).join(', ')
