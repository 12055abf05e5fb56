import { expect, it } from 'vitest'
import { reports } from './register'

const ranked = reports.filter(
  ({ shape, question }) => shape === 'rank' && /\b(which (sources|kind|lead)|whose|where)\b/i.test(question),
)

it('reads some reports that ask which', () => {
  expect(ranked.length).toBeGreaterThan(4)
})

it.each(ranked.map((report) => [report.key, report] as const))(
  '%s asks which, and its answer names it',
  (_, report) => {
    expect(report.largest ?? []).not.toEqual([])
  },
)
