import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Line } from './arrange'
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

/** How many lines are in the first picture, and how many pixels are kept free for the others. */
function firstPicture(count: number, whole = false) {
  const html = renderToStaticMarkup(
    <table>
      <TableBody
        {...{ box: null, pinned: 0, row: ROW, lines: linesOf(count), whole, inBox: false, revealer: { current: null } }}
        {...{ shown: [], nameColumns: 1, at: { row: 0, column: 0 }, expandable: () => false, indented: false }}
        {...{ expanded: new Set(), judgementsOf: undefined, peersBy: undefined, cellActions: undefined }}
        {...{ mainColumn: undefined, barMax: 0, onToggle: () => {}, onFold: () => {}, rowNoun: 'Property' }}
        {...{ onOpen: undefined, acting: null, rowActions: undefined, nameAction: undefined, nameLinkOf: undefined }}
        {...{ onPoint: () => {}, emptyText: '' }}
      />
    </table>,
  )
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
