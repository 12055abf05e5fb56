import { leads, testPoints, testResult, testRow, testState } from '@leaselight/charts/testing'
import { type Columns, count, defineReport, type ReportDefinition, type Row, trend } from '@leaselight/model'
import { expect } from 'vitest'
import type { ReportDocument } from '../document'
import { layoutFaults, type ParsedPdf, parsePdf } from '../testing'
import { reportPdf } from '.'

const period = { start: '2026-03-02', end: '2026-03-08' }
const priorPeriod = { start: '2026-02-23', end: '2026-03-01' }

export const many = (length: number) => Array.from({ length }, (_, index) => index)

/** More columns than any page is wide enough for. */
export const wide = defineReport({
  ...leads,
  title: 'Wide',
  columns: Object.fromEntries(
    many(40).map((index) => [`c${index}`, count(`Column number ${index}`, `What column ${index} counts.`)]),
  ),
  tiles: ['c0', 'c1', 'c2', 'c3', 'c4'],
  charts: [trend('c0')],
})

/** Properties with two agents each. */
export function rowsOf(columns: Columns, houses: number, name = (index: number) => `House ${index}`): Row[] {
  return many(houses).flatMap((index) => {
    const numbers = Object.fromEntries(Object.keys(columns).map((key, at) => [key, 1000 * index + at]))
    const house = testRow(columns, 'property', name(index), numbers)
    const agents = ['Ana Ruiz', 'Unassigned'].map((agent) => ({
      ...house,
      key: `${house.key}/${agent}`,
      depth: 1,
      parent: house.key,
      agent,
    }))
    return [house, ...agents]
  })
}

/** A document with every row opened. */
export function documentOf(report: ReportDefinition, rows: Row[], parts: Partial<ReportDocument> = {}): ReportDocument {
  const keys = Object.keys(report.columns)
  return {
    report,
    state: testState(report),
    result: testResult(
      {
        period,
        priorPeriod,
        rows,
        total: Object.fromEntries(keys.map((key) => [key, 100])),
        priorTotal: Object.fromEntries(keys.map((key, index) => [key, 60 + 80 * (index % 2)])),
        series: testPoints(report.columns, period, (index) => Object.fromEntries(keys.map((key) => [key, index]))),
        priorSeries: testPoints(report.columns, priorPeriod, () => Object.fromEntries(keys.map((key) => [key, 2]))),
      },
      report,
    ),
    company: 'Harbor Homes',
    filterSummary: ['Properties: Harbor View'],
    generatedAt: '2026-03-09T14:05:00Z',
    opened: rows.map(({ key }) => key),
    ...parts,
  }
}

export const read = async (document: ReportDocument): Promise<ParsedPdf> => parsePdf(await reportPdf(document))
export const wordsOf = ({ texts }: ParsedPdf): string => texts.map(({ text }) => text).join('\n')

/** Texts must stay within the margins and must not overlap. */
export const expectClean = (file: ParsedPdf): void => expect(layoutFaults(file)).toEqual([])
