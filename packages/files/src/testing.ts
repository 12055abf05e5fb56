import { inflateSync } from 'node:zlib'
import { PDFParse } from 'pdf-parse'
import { MARGIN } from './pdf/page'

export { parseXlsx, type ReadCell, type ReadSheet } from './xlsx/testing'

/** A text positioned on a page; the origin is the page's top left corner. */
export interface PlacedText {
  text: string
  page: number
  left: number
  right: number
  baseline: number
  size: number
  /** `r g b`, each 0..1. */
  color: string
}

/** A filled shape: its corners and its color. */
export interface Shape {
  page: number
  points: [number, number][]
  color: string
}

export interface ParsedPdf {
  pages: { width: number; height: number }[]
  texts: PlacedText[]
  shapes: Shape[]
}

interface Font {
  widths: number[]
  characters: string[]
}

type Matrix = [number, number, number, number, number, number]

/** The lines of a CSV file, each with its fields. */
export function parseCsv(content: Buffer): string[][] {
  const text = content.toString('utf8').replace(/^\uFEFF/, '')
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  return lines
}

/** The text of a PDF file by line, as other programs extract it. */
export async function pdfLines(content: Buffer): Promise<string[]> {
  const parser = new PDFParse({ data: new Uint8Array(content) })
  const { text } = await parser.getText()
  await parser.destroy()
  return text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

/** Parses one of our PDFs to the position and color of each text and shape, so that tests check what readers see. */
export function parsePdf(pdf: Buffer): ParsedPdf {
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body)
  const at = (reference: string | undefined): string => objects.get(reference ?? '') ?? ''
  const refer = (body: string, key: string): string | undefined => new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1]
  const fonts = new Map<string, Font>()
  const fontAt = (id: string): Font => {
    const known = fonts.get(id)
    if (known) return known
    const widths = /\/W \[0 \[([^\]]*)\]/.exec(at(refer(at(id), 'DescendantFonts')))?.[1] ?? ''
    const made = {
      widths: widths.split(' ').map(Number),
      characters: parseCharacterMap(streamOf(at(refer(at(id), 'ToUnicode')))),
    }
    fonts.set(id, made)
    return made
  }
  const read: ParsedPdf = { pages: [], texts: [], shapes: [] }
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].find((body) => body.includes('/Kids')) ?? '')?.[1] ?? ''
  for (const [, id] of kids.matchAll(/(\d+) 0 R/g)) {
    const body = at(id)
    const [, width = 0, height = 0] = (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? []).map(Number)
    const named = new Map<string, Font>()
    for (const [, name = '', font = ''] of at(refer(body, 'Resources')).matchAll(/\/(F\d+) (\d+) 0 R/g))
      named.set(name, fontAt(font))
    const page = read.pages.push({ width, height }) - 1
    interpret(streamOf(at(refer(body, 'Contents'))), { page, height, fonts: named, parsed: read })
  }
  return read
}

/** The texts of the pages as lines of words, from left to right. */
export function linesOf({ texts }: ParsedPdf): string[][] {
  return groupIntoLines(texts).map((line) => line.map(({ text }) => text))
}

/** The smallest type that paper has, in points: that of the header of the widest table. */
const SMALLEST = 5.5

/** Layout faults of pages: text outside the margins, overlapping other text, or too small to be read. */
export function layoutFaults({ pages, texts }: ParsedPdf): string[] {
  const tiny = texts.flatMap(({ text, page, size }) =>
    size < SMALLEST ? [`"${text}" is printed in ${size.toFixed(1)} pt on page ${page + 1}`] : [],
  )
  const outside = texts.flatMap(({ text, page, left, right, baseline, size }) => {
    const { width = 0, height = 0 } = pages[page] ?? {}
    const within =
      left >= MARGIN - 0.5 &&
      right <= width - MARGIN + 0.5 &&
      baseline - size > MARGIN / 2 &&
      baseline < height - MARGIN / 2
    return within ? [] : [`"${text}" leaves page ${page + 1}`]
  })
  const overlapping = groupIntoLines(texts).flatMap((line) =>
    line.slice(1).flatMap(({ text, left, page }, index) => {
      const before = line[index]
      return before && left <= before.right - 0.5 ? [`"${before.text}" runs into "${text}" on page ${page + 1}`] : []
    }),
  )
  return [...tiny, ...outside, ...overlapping, ...overlappingTexts(texts)]
}

/** Baselines are at least this far apart, as a multiple of the font size. */
const TIGHTEST = 0.9

/** Texts on lines so close together that they overlap. */
function overlappingTexts(texts: readonly PlacedText[]): string[] {
  const sorted = texts
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => a.page - b.page || a.baseline - b.baseline)
  return sorted.flatMap((upper, index) => {
    const faults: string[] = []
    for (let at = index + 1; at < sorted.length; at++) {
      const lower = sorted[at]
      if (!lower || lower.page !== upper.page || lower.baseline - upper.baseline > TIGHTEST * lower.size) break
      const apart = lower.baseline - upper.baseline > 0.5
      const beside = lower.left > upper.right - 0.5 || upper.left > lower.right - 0.5
      if (apart && !beside) faults.push(`"${lower.text}" is printed over "${upper.text}" on page ${upper.page + 1}`)
    }
    return faults
  })
}

/** The texts that share a baseline, from left to right. */
export function groupIntoLines(texts: readonly PlacedText[]): PlacedText[][] {
  const lines = new Map<string, PlacedText[]>()
  for (const text of texts) {
    const key = `${text.page} ${Math.round(text.baseline * 2)}`
    lines.set(key, [...(lines.get(key) ?? []), text])
  }
  return [...lines.values()].map((line) => line.sort((a, b) => a.left - b.left))
}

function streamOf(body: string): string {
  const data = /stream\n([\s\S]*)\nendstream/.exec(body)?.[1] ?? ''
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data
}

function parseCharacterMap(map: string): string[] {
  const letters: string[] = []
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, codes = ''], index) => {
      const units = codes.replaceAll(' ', '').match(/.{4}/g) ?? []
      letters[Number.parseInt(from, 16) + index] = units
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join('')
    })
  return letters
}

interface Context {
  page: number
  height: number
  fonts: ReadonlyMap<string, Font>
  parsed: ParsedPdf
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

function interpret(content: string, { page, height, fonts, parsed }: Context): void {
  let state = { matrix: identity, color: '0 0 0', font: undefined as Font | undefined, size: 0, text: identity }
  const stack: (typeof state)[] = []
  let path: [number, number][] = []
  let open: PlacedText | undefined
  let operands: string[] = []
  const point = (x: number, y: number, matrix = state.matrix): [number, number] => [
    matrix[0] * x + matrix[2] * y + matrix[4],
    height - (matrix[1] * x + matrix[3] * y + matrix[5]),
  ]
  const show = (hex: string): void => {
    const { font, size, color } = state
    const codes = (hex.match(/\w{4}/g) ?? []).map((code) => Number.parseInt(code, 16))
    const matrix = times(state.text, state.matrix)
    const advance = codes.reduce((sum, code) => sum + (font?.widths[code] ?? 0), 0) * (size / 1000)
    const [left, baseline] = point(0, 0, matrix)
    const [right] = point(advance, 0, matrix)
    const text = codes.map((code) => font?.characters[code] ?? '').join('')
    // Charts are written character by character; one BT … ET is one text.
    if (open) Object.assign(open, { text: open.text + text, right })
    else {
      open = { text, page, left, right, baseline, size, color }
      parsed.texts.push(open)
    }
  }
  const operators: Record<string, (numbers: number[]) => void> = {
    q: () => stack.push({ ...state }),
    Q: () => {
      state = stack.pop() ?? state
    },
    cm: (n) => {
      state.matrix = times(toMatrix(n), state.matrix)
    },
    scn: () => {
      state.color = operands
        .slice(0, 3)
        .map((part) => Number(part).toFixed(2))
        .join(' ')
    },
    Tf: () => {
      state.font = fonts.get(operands[0]?.slice(1) ?? '')
      state.size = Number(operands[1])
    },
    Tm: (n) => {
      state.text = toMatrix(n)
    },
    BT: () => {
      open = undefined
    },
    Tj: () => show(operands[0]?.slice(1, -1) ?? ''),
    TJ: () => show([...(operands.join(' ').matchAll(/<(\w*)>/g) ?? [])].map(([, hex]) => hex).join('')),
    m: ([x = 0, y = 0]) => {
      path = [point(x, y)]
    },
    l: ([x = 0, y = 0]) => path.push(point(x, y)),
    re: ([x = 0, y = 0, across = 0, up = 0]) => {
      path = [point(x, y), point(x + across, y), point(x + across, y + up), point(x, y + up)]
    },
    f: () => {
      parsed.shapes.push({ page, points: path, color: state.color })
      path = []
    },
  }
  for (const [token] of content.matchAll(/\[[^\]]*\]|<\w*>|[^\s]+/g)) {
    const operator = /^[A-Za-z]\w?\w?$/.test(token) ? operators[token] : undefined
    if (operator) operator(operands.map(Number))
    // Operators that don't affect positions only clear their operands.
    if (operator || /^[A-Za-z*]+\d?$/.test(token)) operands = []
    else operands.push(token)
  }
}

function toMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[]): Matrix {
  return [a, b, c, d, e, f]
}

function times(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ]
}
