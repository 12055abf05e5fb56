import { initialState, type ReportDefinition, type ReportResult, reportAnswer } from '@leaselight/model'
import { resultWith } from '@leaselight/model/testing'
import { reports } from '@leaselight/reports'
import { expect, it } from 'vitest'

/** A period in which some of a report's counts are none. */
function resultOf({ key, columns }: ReportDefinition, isNone: (column: string) => boolean): ReportResult {
  const counts = Object.entries(columns).flatMap(([name, { format }]) =>
    format === 'integer' ? [[name, isNone(name) ? 0 : 40] as const] : [],
  )
  return resultWith({
    report: key,
    total: Object.fromEntries(counts),
  })
}

/** A part of nothing, or a denial that is denied. */
const EMPTY = /\b(of|about) (no|none)\b|^no(ne)? .*(\bnever\b|n’t\b)/i

const answers = reports.filter(({ answer }) => answer)

it.each(answers)('$key says no sentence about nothing', (report) => {
  const all = Object.keys(report.columns)
  const cases = [() => true, ...all.map((none) => (column: string) => column === none)]
  const said = cases.flatMap((isNone) => reportAnswer(report, initialState(report), resultOf(report, isNone)).sentences)
  expect(said.filter((sentence) => EMPTY.test(sentence))).toEqual([])
})

it('each entry of an answer is one sentence, and what it adds ends with a full stop', () => {
  const entries = answers.flatMap(({ key, answer = [] }) => answer.map((entry) => `${key}: ${entry}`))
  expect(entries.filter((entry) => /[.?!] /.test(entry))).toEqual([])
  const largest = reports.flatMap((report) => report.largest ?? [])
  const said = largest.flatMap((one) => [one.says, ...('both' in one ? [one.both] : [])])
  expect(said.filter((sentence) => sentence && !sentence.endsWith('.'))).toEqual([])
})
