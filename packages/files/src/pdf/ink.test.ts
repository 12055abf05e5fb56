import { calls, leads } from '@leaselight/charts/testing'
import { buildTable, judgeTable } from '@leaselight/model'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { parsePdf } from '../testing'
import { reportPdf } from '.'
import { firstPagePng } from './firstPage'
import { documentOf, expectClean, read, rowsOf } from './testing'

describe('what ink shows', () => {
  test('draws arrows for changes, in the good or bad color', async () => {
    const file = await read(documentOf(calls, rowsOf(calls.columns, 2)))
    const arrows = file.shapes.filter(({ points }) => points.length === 3 && points.every(([x, y]) => x > 0 && y > 0))
    const pointsUp = ({ points: [a, b] }: (typeof arrows)[number]) => (b?.[1] ?? 0) < (a?.[1] ?? 0)
    // Total calls and missed calls both went from 60 to 100: the first is good, the second bad. In the tiles, then in the
    // table's total, where answered calls went from 140 to 100.
    const tone = (color: string) => (color === '0.08 0.50 0.24' ? 'good' : color === '0.71 0.14 0.09' ? 'bad' : color)
    const drawn = arrows.map((arrow) => `${pointsUp(arrow) ? 'up' : 'down'} ${tone(arrow.color)}`)
    expect(drawn).toEqual(['up good', 'up bad', 'up good', 'down bad', 'up bad'])
  })

  test('puts the change and the prior number beside a row’s number, as it was judged', async () => {
    const rows = rowsOf(calls.columns, 2)
    const judgedRow = rows[3]
    const document = documentOf(calls, rows)
    const priorRows = rows.map((row) => ({ ...row, totalCalls: 700, missed: 4 }))
    const states = { totalCalls: 'signal', missed: 'thin' } as const
    const judged = {
      ...document.result,
      priorRows,
      rowJudgements: [{ key: judgedRow?.key ?? '', states, usual: null }],
    }
    const file = await read({ ...document, result: judged })
    const table = buildTable(calls, judged, document.state)
    const own = judgeTable(calls, judged, document.state, table.columns)?.row(judgedRow?.key ?? '') ?? []
    const at = (key: string) => table.columns.findIndex((column) => column.key === key)
    const [signal, thin] = [own[at('totalCalls')], own[at('missed')]]
    expect([signal?.state, signal?.words, thin?.words]).toEqual(['signal', 'was 700', 'was 4'])
    const numbers = file.texts.filter(({ text }) => text === table.rows[3]?.texts[at('totalCalls')])
    const beside = file.texts.filter(({ text }) => text === `${signal?.change}, was 700`)
    // The other row was not judged.
    expect(beside).toHaveLength(1)
    const [{ left, baseline } = { left: 0, baseline: 0 }] = beside
    const onItsLine = numbers.filter((one) => Math.abs(one.baseline - baseline) < 0.1)
    expect(onItsLine.map(({ right }) => left > right && left < right + 20)).toEqual([true])
    expectClean(file)
  })

  test('no text is white on the white page', async () => {
    const { texts } = await read(documentOf(leads, rowsOf(leads.columns, 3)))
    expect(texts.filter(({ color }) => color === '1.00 1.00 1.00')).toEqual([])
  })

  test('figures of a column end at the same place', async () => {
    const { texts } = await read(documentOf(leads, rowsOf(leads.columns, 9)))
    const ends = texts.filter(({ text }) => /^\d,000$/.test(text)).map(({ right }) => right.toFixed(1))
    expect(ends.length).toBeGreaterThan(10)
    expect(new Set(ends).size).toBe(1)
  })
})

describe('the picture of the first page', () => {
  /** The darkest line of a picture's upper third: how many of its pixels are ink. */
  async function inkOf(png: Buffer): Promise<{ width: number; height: number; ink: number }> {
    const image = await loadImage(png)
    const pen = createCanvas(image.width, image.height).getContext('2d')
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, image.width, Math.round(image.height / 3))
    let ink = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink++
    return { width: image.width, height: image.height, ink }
  }

  test('has the page’s shape, and its title in ink', async () => {
    const pdf = await reportPdf(documentOf(leads, rowsOf(leads.columns, 2)))
    const [page] = parsePdf(pdf).pages
    const { width, height, ink } = await inkOf(await firstPagePng(pdf, 300))
    expect(width).toBe(300)
    expect(height / width).toBeCloseTo((page?.height ?? 0) / (page?.width ?? 1), 1)
    expect(ink).toBeGreaterThan(300)
  })

  test('fails for what is no PDF, and draws the next one', async () => {
    await expect(firstPagePng(Buffer.from('no PDF'), 300)).rejects.toThrow('could not be drawn')
    expect((await firstPagePng(await reportPdf(documentOf(leads, [])), 120)).subarray(1, 4).toString()).toBe('PNG')
  })
})
