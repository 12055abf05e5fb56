import { describe, expect, it } from 'vitest'
import { addressOf, asked, chipsIn, chipText, vocabulary } from './testing'
import type { Question } from './types'

describe('a chip', () => {
  const chip = (question: Question, label: string) => {
    const found = chipsIn(question).find((one) => one.label === label)
    if (!found) throw new Error(`There is no chip ${label}: ${chipText(question)}.`)
    return found
  }
  const choose = (question: Question, label: string, to: string): Question => {
    const { choices } = chip(question, label)
    const choice = choices.find((one) => [one.label, one.hint].filter(Boolean).join(' ') === to)
    if (!choice) throw new Error(`${label} can’t be ${to}: ${choices.map((one) => `${one.label} ${one.hint ?? ''}`)}.`)
    return choice.question
  }
  const question = asked('leads at willow last week vs last year')

  it('changes the number to the same one of another report, and keeps the rest', () => {
    expect(chipText(choose(question, 'Leads', 'Leads in Insights'))).toBe(
      'Leads @Insights | Willow Creek | Last week (Mon – Sun) | vs a year before',
    )
  })

  it('changes a property to the other one that is called so, or to any of the report', () => {
    const [first] = chip(question, 'Willow Creek').choices
    expect(first?.label).toBe('Willow Park')
    expect(addressOf(choose(question, 'Willow Creek', 'Bay Point'))).toContain('property_ids=15')
    const calls = asked('calls harbor point today')
    expect(chip(calls, 'Harbor Point').choices.map(({ label }) => label)).not.toContain('Bay Point')
  })

  it('changes dates to their other readings', () => {
    const labels = chip(question, 'Last week (Mon – Sun)').choices.map(({ label }) => label)
    expect(labels.slice(0, 3)).toEqual(['Last week (Sun – Sat)', 'Last week (Mon – Fri)', 'Last week (Fri – Thurs)'])
    const before = choose(asked('leads october'), 'Oct 1 – 31, 2025', 'Oct 1 – 31, 2024')
    expect(addressOf(before)).toBe('/activity?start_date=2024-10-01&end_date=2024-10-31&property_ids=-1')
    // Back again.
    expect(addressOf(choose(before, 'Oct 1 – 31, 2024', 'Oct 1 – 31, 2025'))).toContain('start_date=2025-10-01')
  })

  it('changes what is compared with, and the grouping to those of the report', () => {
    expect(addressOf(choose(question, 'vs a year before', 'vs the period before'))).not.toContain('compare_with')
    const grouped = asked('lost by week last month')
    expect(chip(grouped, 'by week').choices.map(({ label }) => label)).toEqual([
      'by loss reason',
      'by next step',
      'by furthest stage',
    ])
    expect(addressOf(choose(asked('median by hour'), 'by hour', 'by agent'))).toBe('/response-time?by=agent')
  })

  it('changes what the report chooses itself', () => {
    const calls = asked('how many calls')
    expect(addressOf(choose(calls, 'First Call', 'All caller types'))).toContain('caller_type=ALL')
    expect(addressOf(choose(calls, 'Last 7 days', 'Last month'))).toContain('preset=last_month')
    expect(addressOf(choose(asked('closing ratio today'), 'Harbor Point', 'Bay Point'))).toContain('property=15')
    expect(chip(calls, 'Last 7 days').without).toBeNull()
  })

  it('is removed, and the number with it asks for another', () => {
    const without = chip(question, 'Willow Creek').without
    expect(without && chipText(without)).toBe('Leads @Activity | Last week (Mon – Sun) | vs a year before')
    const nothing = chip(question, 'Leads').without
    expect(nothing && chipText(nothing)).toBe('Willow Creek | Last week (Mon – Sun) | vs a year before')
    expect(vocabulary.suggestions.map(({ label }) => label)).toEqual([
      'Prospects',
      'Answered %',
      'Visits',
      'Applications',
      'Leases',
    ])
  })

  it('offers the second number instead of the first', () => {
    expect(chipText(choose(asked('leads and visits today'), 'Visits', 'Visits in Activity'))).toBe(
      'Visits @Activity | Today',
    )
  })
})
