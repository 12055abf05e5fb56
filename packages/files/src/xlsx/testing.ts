import { strFromU8, unzipSync } from 'fflate'

/** A cell as a spreadsheet program finds it. */
export interface ReadCell {
  /** A formula's text, a stored number, or a text. */
  value: string | number
  isFormula: boolean
  /** What a program that evaluated the formula stored as its result. */
  result?: string | number
  /** The number format; empty where it has none. */
  format: string
}

export interface ReadSheet {
  name: string
  /** By row, from the top; an empty cell is null. */
  rows: (ReadCell | null)[][]
  /** How many rows and columns stay in sight. */
  frozen: { rows: number; columns: number }
}

/** Reads a workbook's cells from its own parts. */
export function parseXlsx(content: Buffer): ReadSheet[] {
  const files = unzipSync(content)
  const part = (name: string): string => strFromU8(files[name] ?? new Uint8Array())
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, item = '']) =>
    unescaped([...item.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = '']) => text).join('')),
  )
  const styles = part('xl/styles.xml')
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = '']) => [
      id,
      unescaped(code),
    ]),
  )
  const cellFormats = [
    ...(/<cellXfs[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? '').matchAll(/<xf ([^>]*)>/g),
  ].map(([, attributes = '']) => formats.get(/numFmtId="(\d+)"/.exec(attributes)?.[1] ?? '') ?? '')
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = '']) =>
    unescaped(name),
  )
  return names.map((name, index) => {
    const xml = part(`xl/worksheets/sheet${index + 1}.xml`)
    const pane = (side: string) => Number(new RegExp(`<pane[^>]*${side}="(\\d+)"`).exec(xml)?.[1] ?? 0)
    const rows = [...xml.matchAll(/<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row = '']) => {
      const cells: (ReadCell | null)[] = []
      for (const [, reference = '', attributes = '', inner = ''] of row.matchAll(
        /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
      )) {
        const [, formula] = /<f[^>]*>([\s\S]*?)<\/f>/.exec(inner) ?? []
        const [, stored] = /<v>([\s\S]*?)<\/v>/.exec(inner) ?? []
        const format = cellFormats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? -1)] ?? ''
        const at = [...reference].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
        while (cells.length < at) cells.push(null)
        const result = stored !== undefined && {
          result: attributes.includes('t="str"') ? unescaped(stored) : Number(stored),
        }
        if (formula !== undefined) cells.push({ value: unescaped(formula), isFormula: true, format, ...result })
        else if (stored === undefined) cells.push(null)
        else {
          const isText = attributes.includes('t="s"')
          cells.push({
            value: isText ? (texts[Number(stored)] ?? '') : Number(stored),
            isFormula: false,
            format,
          })
        }
      }
      return cells
    })
    return { name, rows, frozen: { rows: pane('ySplit'), columns: pane('xSplit') } }
  })
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const unescaped = (text: string): string =>
  text.replace(/&(#\d+|\w+);/g, (whole, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] ?? whole),
  )
