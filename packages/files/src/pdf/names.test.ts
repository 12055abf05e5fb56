import { calls } from '@leaselight/charts/testing'
import { bars, type ReportDefinition } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { prepareFonts, runsOf } from '../fonts/fonts'
import { parsePdf, pdfLines } from '../testing'
import { reportPdf } from '.'
import { extractUncoveredText } from './chart'
import { documentOf, expectClean, read, rowsOf } from './testing'

describe('names of the whole world', () => {
  const names = [
    'Łódź Lofts',
    'Санкт-Петербург',
    'Ελλάδα',
    'Hà Nội',
    'नगर हवेली',
    '東京タワー',
    '北京花园',
    '한국 아파트',
    'บ้านสวน',
    'برج العرب',
    'Harbor سكن شمال East',
    'בית הים',
    '🌞 Place',
    '\u202Eevil',
    'a\u0000b\nc',
    '𒀀 Ur',
  ]
  /** In reading order, without spaces. */
  const shown = (name: string) =>
    name
      .replace('\u202E', '')
      .replaceAll(/[\s\p{Cc}]/gu, '')
      .replace('𒀀', '�')

  test('are printed in table and chart, read from either side, and are marks with a word about it where no face has them', async () => {
    const rows = rowsOf(calls.columns, names.length, (index) => names[index] ?? '').filter(({ depth }) => depth === 0)
    const report: ReportDefinition = { ...calls, charts: [bars('totalCalls')] }
    const pdf = await reportPdf(documentOf(report, rows, { company: '東京 Homes' }))
    expectClean(parsePdf(pdf))
    // The dots of an Arabic letter are glyphs without a letter, which some readers copy as control characters.
    const text = (await pdfLines(pdf)).map((line) => line.replaceAll(/[\s\p{Cc}]+/gu, ''))
    for (const name of names)
      expect(
        text.some((line) => line.startsWith(shown(name))),
        name,
      ).toBe(true)
    // Once in the chart, once in the table.
    for (const name of ['บ้านสวน', 'برج العرب', '🌞 Place', '𒀀 Ur'])
      expect(text.filter((line) => line.includes(shown(name))).length, name).toBeGreaterThanOrEqual(2)
    expect(text).toContain('東京Homes')
    expect(text).toContain('LettersthatthisPDFcan’tshowappearas�.TheCSVfilehasthem.')
  })

  test('keep the reading order of each of their parts', async () => {
    await prepareFonts(['בית'])
    const runs = runsOf('Lot 5: בית (צפון) 7', 'text').map(({ text }) => text)
    // From left to right on the page: the number at the end of the name is on the left, and its brackets enclose the
    // same word.
    expect(runs).toEqual(['Lot 5: ', '7', ' (', 'צפון', ')', 'בית '])
  })

  test('wrap rather than run over, and give up only at a length no name has', async () => {
    const rows = rowsOf(calls.columns, 2, (index) =>
      index ? 'x'.repeat(10_000) : 'Lakeside Terrace at Northgate Commons '.repeat(4),
    )
    expectClean(await read(documentOf(calls, rows)))
  })

  test('leave a chart whose own face lacks their letters, and are written where they stood', () => {
    const own = '<text style="font-size:9px;font-family:Figtree;">7</text>'
    const foreign =
      '<text dominant-baseline="central" text-anchor="end" style="font-size:9px;font-family:Poppins;" y="2" transform="translate(38 20.5)" fill="#5B6273">A &amp; Я</text>'
    expect(extractUncoveredText(`<svg>${own}${foreign}</svg>`)).toEqual({
      picture: `<svg>${own}</svg>`,
      texts: [{ words: 'A & Я', style: { face: 'text', size: 9, color: '#5B6273' }, x: 38, y: 22.5, anchor: 'end' }],
    })
  })
})
