import { expect, it } from 'vitest'
import { reports } from './register'

const ranked = reports.filter(({ shape, question }) => shape === 'rank' && /\b(which sources|where)\b/i.test(question))

it('reads some reports that ask about sources', () => {
  expect(ranked.length).toBeGreaterThan(2)
})

it.each(ranked.map((report) => [report.key, report] as const))(
  '%s asks about sources, and its answer names some',
  (_, report) => {
    expect(report.largest ?? []).not.toEqual([])
  },
)
