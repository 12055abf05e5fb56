import { dateFilterKey } from '@leaselight/model'
import { expect, it } from 'vitest'
import { asked, stateOf } from './testing'

it('knows dates in every form', () => {
  const read = (typed: string) => {
    const question = asked(`leads ${typed}`)
    const report = question.target?.report
    const range = report && stateOf(question)?.filters[dateFilterKey(report)]
    return range?.preset === 'custom' ? `${range.start} ${range.end}` : range?.preset
  }
  const forms: Record<string, string> = {
    today: 'today',
    yesterday: 'yesterday',
    'this week': '2026-03-09 2026-03-15',
    'last week': 'last_week_mon_sun',
    'last week sun sat': 'last_week_sun_sat',
    'this month': 'month_to_date',
    'this quarter': 'quarter_to_date',
    ytd: 'year_to_date',
    'last quarter': 'last_quarter',
    'last year': '2025-01-01 2025-12-31',
    'last 7 days': 'last_7_days',
    'last 10 days': '2026-03-05 2026-03-14',
    'past two weeks': '2026-02-23 2026-03-08',
    'last 3 months': '2025-12-01 2026-02-28',
    march: '2026-03-01 2026-03-15',
    'march 2025': '2025-03-01 2025-03-31',
    'october last year': '2025-10-01 2025-10-31',
    febuary: '2026-02-01 2026-02-28',
    'march 3 to march 9': '2026-03-03 2026-03-09',
    'march 3 - 9': '2026-03-03 2026-03-09',
    'march 3-9 2025': '2025-03-03 2025-03-09',
    'dec 20 to jan 5 2026': '2025-12-20 2026-01-05',
    'between january and february': '2026-01-01 2026-02-28',
    'from 2026-03-01 to 2026-03-07': '2026-03-01 2026-03-07',
    '3/3 to 3/9': '2026-03-03 2026-03-09',
    '3/9/25': '2025-03-09 2025-03-09',
    '2026-03-08': '2026-03-08 2026-03-08',
    'oct 3': '2025-10-03 2025-10-03',
    '3rd of march 2024': '2024-03-03 2024-03-03',
    q1: '2026-01-01 2026-03-15',
    'q4 2025': '2025-10-01 2025-12-31',
    '2024': '2024-01-01 2024-12-31',
    'since march 1': '2026-03-01 2026-03-15',
  }
  expect(Object.fromEntries(Object.keys(forms).map((typed) => [typed, read(typed)]))).toEqual(forms)
})
