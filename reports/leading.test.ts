import { expect, it } from 'vitest'
import { reports } from './register'

/** Reports whose question asks who or what is ahead; in the others rows are records, days, or units, or the page is a brief. */
const asking = reports.filter(
  ({ shape = 'rank', question, answer }) =>
    answer &&
    ['rank', 'service', 'flow'].includes(shape) &&
    /(^|, |, and )(who|whose|which|where|what does each|what do people|why)\b/i.test(question),
)

it('reads the reports that ask who or what is ahead', () => {
  expect(asking.length).toBeGreaterThan(10)
})

it.each(asking.map((report) => [report.key, report] as const))(
  '%s asks who or what is ahead, and its answer names some',
  (_, report) => {
    expect(report.largest ?? []).not.toEqual([])
  },
)

it('answers with what is so, never with what a reader may press', () => {
  const sentences = reports.flatMap(({ key, answer = [], largest = [] }) =>
    [...answer, ...largest.flatMap((one) => Object.values(one).filter((value) => typeof value === 'string'))].map(
      (text) => `${key}: ${text}`,
    ),
  )
  const instructions = /: (Turn|Choose|Open|Click|Select|Switch|Add|Set|Use|Press|Go|See|Show) /
  expect(sentences.filter((text) => instructions.test(text))).toEqual([])
})
