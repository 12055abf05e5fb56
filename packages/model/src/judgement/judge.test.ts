import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cost, count, difference, measure, ratio, shareOfTotal, sum } from '../report/columns'
import { completeCells } from '../report/numbers'
import { countBand, deviationsAmong, estimateBand, isInBand, quantileErrors, rateBand } from './bands'
import { casesOf, type Evidence, evidenceOf } from './evidence'
import { type Comparison, isTelling, judge, toneOf } from './judge'
import { describeDecision, numberText, usualText } from './words'

const counted = (value: number): Evidence => ({ kind: 'count', value, events: value })
const rate = (part: number, whole: number): Evidence => ({ kind: 'rate', value: part / whole, part, whole })
const counts = (current: number, prior: number, rest: Partial<Comparison> = {}) =>
  judge({ current: counted(current), prior: counted(prior), ...rest })
const natural = fc.integer({ min: 0, max: 5000 })

test('numbers that rest on different things in the two periods are judged, too', () => {
  const kinds: Evidence[] = [
    counted(40),
    rate(30, 40),
    { kind: 'ratio', value: 2, counts: [80, 40] },
    { kind: 'estimate', value: 3, count: 40, below: 0.1, above: 0.1 },
    { kind: 'unknown', value: 4 },
  ]
  for (const current of kinds)
    for (const prior of kinds) {
      const { state } = judge({ current, prior })
      // Where nothing else is known of one of them, no difference is told.
      const isKnown = current.kind === prior.kind || [current, prior].every(({ kind }) => /^rat/.test(kind))
      expect([current.kind, prior.kind, state]).toEqual([
        current.kind,
        prior.kind,
        isKnown ? expect.stringMatching(/^(usual|signal)$/) : 'usual',
      ])
    }
})

describe('counts', () => {
  it.each([
    // 36 fewer of 62 is 3.6 standard deviations, 2 fewer of 30 is 0.3.
    [26, 62, 'signal'],
    [28, 30, 'usual'],
    [17, 1, 'signal'],
    [9, 3, 'thin'],
    [10, 0, 'new'],
    [0, 10, 'gone'],
    [0, 9, 'thin'],
    [0, 0, 'thin'],
  ] as const)('%d after %d is %s', (current, prior, state) => expect(counts(current, prior).state).toBe(state))

  it('has a band that ends where the score test does', () => {
    expect(countBand(98)).toEqual({ low: 72, high: 128 })
    fc.assert(
      fc.property(natural, natural, fc.double({ min: 0.2, max: 5, noNaN: true }), (current, prior, exposure) => {
        const deviations = Math.abs(current - exposure * prior) / Math.sqrt(exposure * (current + prior) || 1)
        fc.pre(Math.abs(deviations - 2) > 1e-6)
        expect(isInBand(current, countBand(prior, exposure))).toBe(deviations < 2)
      }),
    )
  })

  it('expects a longer period to count more', () => {
    expect(counts(310, 280, { exposure: 31 / 28 }).state).toBe('usual')
    expect(counts(120, 60).state).toBe('signal')
    expect(counts(120, 60, { exposure: 2 }).state).toBe('usual')
  })

  it('calls it usual that a day has none where a week has few', () => {
    expect(counts(0, 14, { exposure: 1 / 7 })).toMatchObject({ state: 'usual', band: { low: 0, high: 5 } })
    // What stopped has a range too.
    expect(counts(0, 140, { exposure: 1 / 7 })).toMatchObject({ state: 'gone', band: { low: 11, high: 29 } })
  })

  it('judges a difference by all the records behind it', () => {
    const net = (leases: number, cancelled: number): Evidence => ({
      kind: 'count',
      value: leases - cancelled,
      events: leases + cancelled,
    })
    expect(judge({ current: net(30, 28), prior: net(30, 10) }).state).toBe('usual')
    expect(judge({ current: net(30, 2), prior: net(30, 30) }).state).toBe('signal')
    expect(judge({ current: net(3, 3), prior: net(4, 2) }).state).toBe('thin')
  })
})

describe('rates', () => {
  it('says nothing of fewer than 20 cases, in either period', () => {
    expect(judge({ current: rate(19, 19), prior: rate(0, 200) }).state).toBe('thin')
    expect(judge({ current: rate(200, 200), prior: rate(0, 19) }).state).toBe('thin')
    expect(judge({ current: rate(72, 100), prior: rate(70, 100) }).state).toBe('usual')
    expect(judge({ current: rate(40, 100), prior: rate(70, 100) }).state).toBe('signal')
  })

  it('has a band that ends where the pooled test does', () => {
    const share = fc.tuple(fc.integer({ min: 20, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(share, share, ([n1, q1], [n2, q2]) => {
        const [x1, x2] = [Math.round(n1 * q1), Math.round(n2 * q2)]
        const pooled = (x1 + x2) / (n1 + n2)
        const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
        const z = deviation === 0 ? 0 : Math.abs(x1 / n1 - x2 / n2) / deviation
        fc.pre(Math.abs(z - 2) > 1e-6)
        expect(isInBand(x1 / n1, rateBand({ part: x2, whole: n2 }, n1))).toBe(z < 2)
      }),
    )
  })

  it('compares a share that exceeds its whole in one period as a ratio', () => {
    const over: Evidence = { kind: 'ratio', value: 1.2, counts: [120, 100] }
    expect(judge({ current: rate(90, 100), prior: over }).state).toBe('usual')
    expect(judge({ current: rate(40, 100), prior: over }).state).toBe('signal')
  })
})

describe('ratios and estimates', () => {
  const columns = {
    spend: measure('Spend', '', { format: 'money', additive: true }),
    talk: measure('Talk time', '', { format: 'duration', additive: true }),
    median: measure('Median', '', { format: 'duration', better: 'lower' }),
    leads: count('Leads', ''),
    visits: count('Visits', ''),
    leases: count('Leases', ''),
    cancelled: count('Cancelled', ''),
    net: difference(['leases', 'cancelled'], 'Net', ''),
    all: sum(['leads', 'visits'], 'All', ''),
    visitRate: ratio('visits', 'leads', 'Visit rate', '', { format: 'percent' }),
    perLead: ratio('visits', 'leads', 'Per lead', ''),
    costPerLead: cost('spend', 'leads', 'Cost', ''),
    average: ratio('talk', 'leads', 'Average', '', { format: 'duration' }),
    share: shareOfTotal('leads', 'Share', ''),
  }
  const numbers = completeCells(columns, {
    spend: 900,
    talk: 400,
    median: 60,
    leads: 30,
    visits: 12,
    leases: 5,
    cancelled: 2,
  })
  const evidence = (key: string, spreads = {}) => evidenceOf(columns, key, numbers, spreads)

  it('knows what each kind of column rests on', () => {
    expect(evidence('leads')).toEqual(counted(30))
    expect(evidence('net')).toEqual({ kind: 'count', value: 3, events: 7 })
    expect(evidence('all')).toEqual(counted(42))
    expect(evidence('visitRate')).toEqual(rate(12, 30))
    expect(evidence('perLead')).toEqual({ kind: 'ratio', value: 0.4, counts: [12, 30] })
    expect(evidence('costPerLead')).toEqual({ kind: 'ratio', value: 30, counts: [30] })
    expect(evidence('spend')).toEqual({ kind: 'unknown', value: 900 })
    expect(evidence('share')).toEqual(rate(30, 30))
    const spread = { count: 25, below: 4, above: 9 }
    expect(evidence('median', { median: spread })).toEqual({ kind: 'estimate', value: 60, ...spread })
  })

  it('takes the error of a mean from the sum of its values', () => {
    // 30 values of 400 together whose squares add up to 6,000: variance 6,000 − 400² / 30 = 666.7.
    const mean = evidence('average', { talk: { count: 30, below: Math.sqrt(6000), above: Math.sqrt(6000) } })
    expect(mean).toMatchObject({
      kind: 'estimate',
      count: 30,
      above: expect.closeTo(Math.sqrt(6000 - 400 ** 2 / 30) / 30),
    })
    // Of other records than it is divided by, its spread is not known.
    expect(evidence('average', { talk: { count: 28, below: 1, above: 1 } })).toMatchObject({ kind: 'unknown' })
  })

  it('judges times by their order statistics', () => {
    const time = (value: number, n: number, lower: number, upper: number): Evidence => ({
      kind: 'estimate',
      count: n,
      ...quantileErrors(0.5, 0.2, { count: n, lower, value, upper }),
    })
    expect(judge({ current: time(7200, 100, 3600, 12_000), prior: time(6900, 100, 3600, 12_000) }).state).toBe('usual')
    expect(judge({ current: time(68_000, 40, 40_000, 90_000), prior: time(7200, 100, 3600, 12_000) }).state).toBe(
      'signal',
    )
    expect(judge({ current: time(68_000, 9, 40_000, 90_000), prior: time(7200, 100, 3600, 12_000) }).state).toBe('thin')
  })

  it('says nothing about a number of unknown spread, unless its history does', () => {
    const money = (value: number): Evidence => ({ kind: 'unknown', value })
    expect(judge({ current: money(900), prior: money(100) })).toMatchObject({ state: 'usual', band: null })
  })

  it('widens the estimate’s band on the side that varies more', () => {
    const band = estimateBand({ value: 100, below: 5, above: 20 }, { value: 100, below: 0, above: 0 })
    expect(band).toEqual({ low: 90, high: 140 })
  })

  it('writes a percentage of fewer than 20 cases as its cases', () => {
    const text = (visits: number, leads: number) =>
      numberText(columns, 'visitRate', completeCells(columns, { visits, leads }))
    expect([text(3, 4), text(10, 20), text(5, 4), text(0, 0)]).toEqual(['3 of 4', '50%', '5 to 4', '—'])
    expect(numberText(columns, 'share', { leads: 3, share: 0.5 }, { total: { leads: 6 } })).toBe('3 of 6')
    expect(casesOf(columns, 'perLead', numbers)).toBeNull()
  })
})

describe('what comes before the numbers', () => {
  const obstacle = { state: 'incomparable', words: 'no data before May 21, 2025' } as const

  it('an obstacle decides, whatever the numbers', () => {
    expect(counts(1000, 10, { obstacle }).state).toBe('incomparable')
    expect(counts(1000, 10, { obstacle: { state: 'settling', words: '' } }).state).toBe('settling')
    expect(judge({ current: counted(10), prior: null }).state).toBe('incomparable')
  })

  it('a number is usual as far as it drifts', () => {
    expect(counts(86, 40).state).toBe('signal')
    expect(counts(86, 40, { drift: 0.6 })).toMatchObject({ state: 'usual' })
    expect(counts(860, 400, { drift: 0.2 }).state).toBe('signal')
    expect(counts(560, 400).state).toBe('signal')
    expect(counts(560, 400, { drift: 0.2 }).state).toBe('usual')
  })

  it('a number is usual between what the prior period and the season let expect', () => {
    expect(counts(40, 86).state).toBe('signal')
    expect(counts(40, 86, { season: 0.5 }).state).toBe('usual')
    expect(counts(86, 86, { season: 0.5 }).state).toBe('usual')
    expect(counts(15, 86, { season: 0.5 }).state).toBe('signal')
    expect(counts(130, 86, { season: 0.5 }).state).toBe('signal')
  })

  it('asks more of the most extreme of many', () => {
    expect(deviationsAmong(1)).toBe(2)
    expect(deviationsAmong(24)).toBeCloseTo(3.11, 1)
    expect(deviationsAmong(1000)).toBeGreaterThan(deviationsAmong(24))
  })
})

describe('words', () => {
  const shown = (current: number, prior: number, format: 'integer' | 'percent' = 'integer', obstacle?: string) =>
    describeDecision(
      counts(current, prior),
      { column: { format, better: 'higher' }, current, prior, priorText: String(prior) },
      obstacle,
    )

  it('tells a change with its direction and what it was', () => {
    expect(shown(26, 62)).toMatchObject({ change: '−58.1%', words: 'was 62', direction: 'down', tone: 'bad' })
    expect(shown(28, 30)).toMatchObject({ change: '−6.7%', words: 'was 30', direction: 'flat', tone: 'neutral' })
    expect(shown(30, 30)).toMatchObject({ change: 'no change' })
    expect(shown(9, 3)).toMatchObject({ change: '', words: 'was 3', direction: 'flat', tone: 'neutral' })
    expect(shown(17, 0)).toMatchObject({ change: 'new', words: 'was 0', direction: 'up', tone: 'good' })
    expect(shown(0, 17)).toMatchObject({ change: 'stopped', direction: 'down', tone: 'bad' })
  })

  it('tells a large change by its two numbers', () =>
    expect(shown(17, 1)).toMatchObject({ change: '', words: 'was 1', direction: 'up' }))

  it('names the usual range', () => {
    expect(usualText(countBand(98), 'integer', '98')).toBe('usual 72 – 128')
    expect(usualText({ low: null, high: null }, 'integer', '98')).toBe('')
  })

  it('never shows a usual time below none', () => {
    const decision = { state: 'usual', band: { low: -8_600, high: 45_000 }, deviations: -0.8 } as const
    const rangeIn = (format: 'duration' | 'integer') =>
      describeDecision(decision, { column: { format, better: 'lower' }, current: 5_660, prior: 15_480, priorText: '' })
    expect(rangeIn('duration')).toMatchObject({ low: 0, high: 45_000, deviations: -0.8 })
    expect(rangeIn('integer')).toMatchObject({ low: -8_600 })
  })

  it('writes the usual range as the number beside it is written', () => {
    const range = { low: 0.6849, high: 0.7512 }
    expect(['70%', '70.2%'].map((text) => usualText(range, 'percent', text))).toEqual([
      'usual 68 – 75%',
      'usual 68.5 – 75.1%',
    ])
    const money = { low: 1_016_400, high: 1_059_896 }
    expect(['$1.04M', '$1,040,000'].map((text) => usualText(money, 'money', text))).toEqual([
      'usual $1.02M – $1.06M',
      'usual $1,016,400 – $1,059,896',
    ])
    const time = { low: 3600, high: 9120 }
    expect(['1.7 h', '1 h 42 m'].map((text) => usualText(time, 'duration', text))).toEqual([
      'usual 1.0 h – 2.5 h',
      'usual 1 h 00 m – 2 h 32 m',
    ])
  })
})

test('only a change that was judged to be one has a tone or a direction', () => {
  fc.assert(
    fc.property(natural, natural, (current, prior) => {
      const decision = counts(current, prior)
      const tone = toneOf({ better: 'lower' }, decision.state, current, prior)
      expect(tone !== 'neutral').toBe(isTelling(decision))
    }),
  )
})
