import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Line } from './arrange'
import type { VisibleColumn } from './compared'
import { TableBody } from './TableBody'
import { rowHeight } from './usePageScroll'

const ROW = rowHeight(false)

const linesOf = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => {
    const key = `property:${index}`
    const name = `Property ${index}`
    return {
      kind: 'row',
      id: key,
      level: 0,
      item: { row: { key, depth: 0, parent: null }, depth: 0, values: [name], texts: [name] },
    }
  })

/** The body of a table whose main metric, if it shows one, reaches up to 1. */
const draw = (
  lines: Line[],
  { whole = false, shown = [] }: { whole?: boolean; shown?: readonly VisibleColumn[] } = {},
) =>
  renderToStaticMarkup(
    <table>
      <TableBody
        {...{ box: null, pinned: 0, row: ROW, lines, whole, inBox: false, revealer: { current: null } }}
        {...{ shown, nameColumns: 1, at: { row: 0, column: 0 }, expandable: () => false, indented: false }}
        {...{ expanded: new Set(), judgementsOf: undefined, peersBy: undefined, cellActions: undefined }}
        {...{ mainColumn: shown[0]?.column.key, barMax: 1, onToggle: () => {}, onFold: () => {}, rowNoun: 'Property' }}
        {...{ onOpen: undefined, acting: null, rowActions: undefined, nameAction: undefined, nameLinkOf: undefined }}
        {...{ onPoint: () => {}, emptyText: '' }}
      />
    </table>,
  )

/** How many lines are in the first picture, and how many pixels are kept free for the others. */
function firstPicture(count: number, whole = false) {
  const html = draw(linesOf(count), { whole })
  return { lines: html.match(/<th /g)?.length, free: Number(/height:(\d+)px/.exec(html)?.[1] ?? 0) }
}

it('first draws what a window shows of two hundred lines, and keeps the place of the others', () => {
  expect(firstPicture(200)).toEqual({ lines: 60, free: 140 * ROW })
  expect(firstPicture(59)).toEqual({ lines: 59, free: 0 })
})

it('first draws no more than a window has room for', () => {
  vi.stubGlobal('window', { innerHeight: 10 * ROW })
  expect(firstPicture(200)).toEqual({ lines: 10, free: 190 * ROW })
  vi.unstubAllGlobals()
})

it('draws no more of ten thousand lines', () => {
  expect(firstPicture(10_000)).toEqual({ lines: 60, free: 9_940 * ROW })
})

it('has every line on paper', () => {
  expect(firstPicture(200, true)).toEqual({ lines: 200, free: 0 })
})

it('draws no bar where a number has no cases to be of', () => {
  const label = { key: 'score', label: 'Score', definition: '' }
  const score = { ...label, align: 'right' as const, format: 'percent' as const, optional: false, drillable: false }
  const scored = (text: string): Line[] =>
    linesOf(1).map((line) =>
      line.kind === 'row' ? { ...line, item: { ...line.item, values: [1], texts: [text] } } : line,
    )
  const bars = (text: string) =>
    draw(scored(text), { shown: [{ column: score, index: 0 }] }).match(/width:100%/g)?.length ?? 0
  expect([bars('100%'), bars('—')]).toEqual([1, 0])
})
