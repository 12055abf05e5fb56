import { type ChartSpec, outlook, stack, type TimelineNote, trend } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { toOption } from '../draw'
import { type NoteSpot, timelineOf } from '../draw/timeline'
import { chartSvg, printTheme } from '../svg'
import { calls, leads, testPoints, testResult, testRow, testState } from '../testing'
import { prepareChart } from '.'

const note = (text: string, startDate: string, endDate = startDate): TimelineNote => ({
  ...{ id: text, text, startDate, endDate, propertyIds: null, attribute: null, value: null, place: '', by: null },
  ...{ createdAt: '2026-03-10T12:00:00.000Z', updatedAt: '2026-03-10T12:00:00.000Z', mayChange: false },
})

const drawn = (period: { start: string; end: string }, notes: TimelineNote[], spec: ChartSpec = trend('prospects')) => {
  const series = testPoints(leads.columns, period, () => ({ prospects: 3, leases: 1 }))
  const model = prepareChart(spec, leads, testResult({ period, series, timelineNotes: notes }), testState(leads))
  if (!model) throw new Error('There is something to draw.')
  return model
}

const week = { start: '2026-03-02', end: '2026-03-08' }

describe('notes on a chart over time', () => {
  test('are at their days, and a span is cut at the ends of the period', () => {
    const notes = [
      note('long', '2026-02-01', '2026-03-03'),
      note('one day', '2026-03-05'),
      note('on', '2026-03-07', '2026-03-30'),
    ]
    expect(drawn(week, notes).notes).toEqual([
      { number: 1, from: 0, to: 1, text: 'Feb 1 – Mar 3: long' },
      { number: 2, from: 3, to: 3, text: 'Mar 5: one day' },
      { number: 3, from: 5, to: 6, text: 'Mar 7 – 30: on' },
    ])
    expect(drawn(week, []).notes).toBeUndefined()
  })

  test('are at the week or the month of their days in a long period', () => {
    const months = drawn({ start: '2023-01-01', end: '2026-03-31' }, [
      note('one day', '2025-03-10'),
      note('two', '2025-12-31', '2026-01-01'),
    ])
    expect(months.categoryLabel).toBe('Month')
    expect(months.notes?.map(({ from, to, text }) => [from, to, text])).toEqual([
      [26, 26, 'Mar 10, 2025: one day'],
      [35, 36, 'Dec 31, 2025 – Jan 1, 2026: two'],
    ])
  })

  test('are at the bars of days, and not at bars of anything else', () => {
    const days = ['2026-03-02', '2026-03-03'].map((date) => ({
      ...testRow(calls.columns, 'date', date, { totalCalls: 3, answered: 2, missed: 1 }),
      date,
      dateName: date,
    }))
    const byDay = testResult({
      period: week,
      rows: days,
      total: { totalCalls: 6, answered: 4, missed: 2 },
      timelineNotes: [note('x', '2026-03-03')],
    })
    const spec = stack(['answered', 'missed'])
    expect(prepareChart(spec, calls, byDay, testState(calls, { groupBy: 'date' }))?.notes).toMatchObject([
      { from: 1, to: 1 },
    ])
    const ahead = { ...byDay, period: null, asOf: '2026-03-02', timelineNotes: [note('y', '2026-03-10')] }
    const steps = ['2026-03-02', '2026-03-12', '2026-03-22'].flatMap((date) =>
      days.slice(0, 1).map((row) => ({ ...row, key: date, date: null, dayAhead: date, dayAheadName: date })),
    )
    const road = prepareChart(
      outlook('missed', ['answered', 'totalCalls'], [], 20, {}),
      calls,
      { ...ahead, rows: steps },
      testState(calls, { groupBy: 'day-ahead' }),
    )
    // Of days ahead, each step has those until the next.
    expect([road?.days?.map(({ end }) => end), road?.notes]).toEqual([
      ['2026-03-11', '2026-03-21', '2026-03-22'],
      [{ number: 1, from: 0, to: 0, text: 'Mar 10: y' }],
    ])
    const rows = [testRow(calls.columns, 'property', 'A', { totalCalls: 3, answered: 2, missed: 1 })]
    const other = prepareChart(spec, calls, { ...byDay, rows }, testState(calls, { groupBy: 'property' }))
    expect([other?.categories, other?.notes]).toEqual([['A'], undefined])
  })
})

describe('their marks', () => {
  const size = { width: 600, height: 240 }
  const screen: typeof printTheme = { ...printTheme, numbersNotes: false }
  const layerOf = (model: ReturnType<typeof drawn>, theme = printTheme, at = size) => {
    const { series } = toOption(model, theme, at)
    return (Array.isArray(series) ? series : []).find(({ id }) => id === 'notes:0')
  }

  test('are a line on the axis or a thin one with the numbers, shade nothing, and stand between the axis and its labels', () => {
    const model = drawn(week, [note('span', '2026-03-03', '2026-03-05'), note('day', '2026-03-07')])
    expect(layerOf(model)).toMatchObject({
      silent: true,
      markLine: { data: [{ xAxis: 1 }, { xAxis: 3 }, { xAxis: 5 }, [{ coord: [1, 0] }, { coord: [3, 0] }]] },
      markPoint: { data: [{ coord: [1, 0] }, { coord: [5, 0] }] },
    })
    expect(layerOf(model)).not.toHaveProperty('markArea')
    const margin = (one: typeof model) => {
      const { xAxis } = toOption(one, printTheme, size)
      return (Array.isArray(xAxis) ? xAxis[0] : xAxis)?.axisLabel?.margin ?? 0
    }
    expect(margin(model) - margin(drawn(week, []))).toBe(printTheme.fontSize + 4)
    expect(layerOf(drawn(week, []))).toBeUndefined()
  })

  test('of one day, or too near to each other, are one with their number', () => {
    const month = { start: '2026-03-01', end: '2026-03-31' }
    const notes = [note('a', '2026-03-02'), note('b', '2026-03-02'), note('c', '2026-03-03'), note('d', '2026-03-20')]
    const labels = (theme = screen, width = 1200): unknown => {
      const data: unknown = layerOf(drawn(month, notes), theme, { ...size, width })?.markPoint?.data
      return Array.isArray(data) ? data.map(({ name }) => name) : data
    }
    expect(labels()).toEqual(['2', '', ''])
    // In a narrow picture neighbors touch; on paper a mark has the numbers of the list.
    expect(labels(screen, 300)).toEqual(['3', ''])
    expect(labels(printTheme)).toEqual(['1–2', '3', '4'])
    expect(labels(printTheme, 300)).toEqual(['1–3', '4'])
  })

  test('can be hit where they are drawn, once for each panel', () => {
    const model = drawn(week, [note('a', '2026-03-03'), note('b', '2026-03-03')], trend('prospects', 'leases'))
    const { notes, days } = timelineOf(model, screen, size, (panel, x) => [panel * 300 + x * 40, 200])
    expect(notes.map((spot: NoteSpot) => [spot.left + spot.width / 2, spot.notes.length])).toEqual([
      [40, 2],
      [340, 2],
    ])
    expect(notes.every(({ top, height }) => top + height / 2 > 200)).toBe(true)
    expect(days.map(({ days: { start } }) => start).slice(0, 2)).toEqual(['2026-03-02', '2026-03-03'])
    expect(days).toHaveLength(14)
  })

  test('are in the picture of a file', () => {
    const svg = chartSvg(drawn(week, [note('a', '2026-03-03'), note('b', '2026-03-06')]), size)
    expect([...svg.matchAll(/<text[^>]*>(\d)<\/text>/g)].map(([, text]) => text)).toEqual(
      expect.arrayContaining(['1', '2']),
    )
  })
})
