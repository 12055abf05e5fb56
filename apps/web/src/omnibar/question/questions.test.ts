import { dateFilterKey, parseState } from '@leaselight/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearch } from '../../state/address'
import { otherGroupings } from './groupings'
import { addressOf, ask, chipsIn, chipText, known, notesIn, reports, stateOf, vocabulary } from './testing'
import type { Question } from './types'

/** A question that must be one. */
function asked(text: string): Question {
  const question = ask(text)
  if (!question) throw new Error(`“${text}” is read as no question.`)
  return question
}

// `~` is chosen by the report, `!` is left out, `@` names the report behind the number.
const activity = (params: string) => `/activity?${params}&property_ids=-1`
const cases: readonly (readonly [typed: string, chips: string, address: string])[] = [
  // A number, and where.
  [
    'leads willow creek last month',
    'Leads @Activity | Willow Creek | Last month',
    '/activity?preset=last_month&property_ids=13',
  ],
  [
    'last month willow creek leads',
    'Leads @Activity | Last month | Willow Creek',
    '/activity?preset=last_month&property_ids=13',
  ],
  [
    'terrace sunset leads',
    'Leads @Activity | Sunset Terrace | ~Last 7 days',
    '/activity?preset=last_7_days&property_ids=12',
  ],
  [
    'leads at willow creek and bay point last month',
    'Leads @Activity | Willow Creek | Bay Point | Last month',
    '/activity?preset=last_month&property_ids=13,15',
  ],
  ['Leads LAST   month!!!', 'Leads @Activity | Last month', activity('preset=last_month')],
  [
    'what were our leeds at harbr pont last mnoth',
    'Leads @Activity | Harbor Point | Last month',
    '/activity?preset=last_month&property_ids=11',
  ],
  ['followups by property', 'Follow-ups @Activity | by property | ~Last 7 days', activity('preset=last_7_days')],
  ['walkins yesterday', 'Walk-ins @Activity | Yesterday', activity('preset=yesterday')],
  ['how many calls', 'Calls @Calls | ~Last 7 days | ~First Call', '/calls?preset=last_7_days&property_ids=-1'],
  [
    'answered calls at harbor point yesterday',
    'Answered @Calls | Harbor Point | Yesterday | ~First Call',
    '/calls?preset=yesterday&property_ids=11',
  ],
  ['unanswered calls yesterday', 'Missed @Calls | Yesterday | ~First Call', '/calls?preset=yesterday&property_ids=-1'],
  ['what is our occupancy', 'Occupied % @Occupancy', '/occupancy?property_ids=-1'],
  ['how many vacant units at sunset terrace', 'Vacant @Occupancy | Sunset Terrace', '/occupancy?property_ids=12'],
  [
    'renewal rate this quarter',
    'Renewal rate @Renewals | Quarter to date',
    '/renewals?preset=quarter_to_date&property_ids=-1',
  ],
  // A report without a number, and one about a single property.
  ['call log last week', 'Call Log | Last week (Mon – Sun)', '/call-log?preset=last_week_mon_sun&property_ids=-1'],
  [
    'conversions by agent last quarter',
    'Conversions | by agent | Last quarter',
    '/conversions?preset=last_quarter&property_ids=-1&group_by=agent',
  ],
  [
    'closing ratio last month',
    'Closing ratio @Boxscore | Last month | ~Harbor Point',
    '/boxscore?view=leasing&preset=last_month&property=11',
  ],
  [
    'what was our closing ratio at sunset terrace',
    'Closing ratio @Boxscore | Sunset Terrace | ~Last 7 days',
    '/boxscore?view=leasing&preset=last_7_days&property=12',
  ],
  // Groupings: a filter, a switch, the rows themselves, an attribute, and rows inside rows.
  [
    'leads by source last month',
    'Leads @Insights | by source | Last month',
    '/insights?view=snapshot&preset=last_month&property_ids=-1&group_by=source',
  ],
  [
    'leads per agent last month',
    'Leads @Insights | by agent | Last month',
    '/insights?view=snapshot&preset=last_month&property_ids=-1&group_by=agent',
  ],
  [
    'which property had the most leads last month',
    'Leads @Activity | by property | Last month',
    activity('preset=last_month'),
  ],
  ['show me visits by month', 'Visits @Ad Spend | by month', '/ad-spend?by=month'],
  ['occupied % by bedrooms', 'Occupied % @Occupancy | by bedrooms', '/occupancy?property_ids=-1&by=bedrooms'],
  ['median by hour', 'Median @Response Time | by hour', '/response-time?by=hour'],
  [
    'calls by weekday last month',
    'Calls @Calls | by day | Last month | ~First Call',
    '/calls?preset=last_month&property_ids=-1&group_by=day',
  ],
  [
    'lost by region last month',
    'Lost @Loss Reasons | by region | Last month',
    '/loss-reasons?preset=last_month&property_ids=-1&group_by=custom-attribute&group_by_key=Region',
  ],
  [
    'calls by type last month',
    'Calls @Calls | by type | Last month | ~First Call',
    '/calls?preset=last_month&property_ids=-1&group_by=source-attribute&group_by_key=Type',
  ],
  // Values of every kind of filter.
  [
    'how many leads from zillow last month',
    'Leads @Insights | Zillow | Last month',
    '/insights?view=snapshot&preset=last_month&property_ids=-1&sources=Zillow',
  ],
  [
    'visits from zillow and craigslist last 30 days',
    'Visits @Insights | Zillow | Craigslist | Last 30 days',
    '/insights?view=snapshot&preset=last_30_days&property_ids=-1&sources=Zillow,Craigslist',
  ],
  [
    'leads from drive by last month',
    'Leads @Insights | Drive By | Last month',
    '/insights?view=snapshot&preset=last_month&property_ids=-1&sources=Drive+By',
  ],
  [
    'linear zillow last month',
    'Linear @Attributions | Zillow | Last month',
    '/attributions?preset=last_month&property_ids=-1&source_names=Zillow',
  ],
  [
    'visits alice archer last week',
    'Visits @Insights | Alice Archer | Last week (Mon – Sun)',
    '/insights?view=snapshot&preset=last_week_mon_sun&property_ids=-1&agent_ids=101',
  ],
  [
    'leads in region west this year',
    'Leads @Activity | Region: West | Year to date',
    `${activity('preset=year_to_date')}&properties_by_attributes=Region:West`,
  ],
  [
    'class a leads last quarter',
    'Leads @Activity | Class: A | Last quarter',
    `${activity('preset=last_quarter')}&properties_by_attributes=Class:A`,
  ],
  [
    'leads north east today',
    'Leads @Activity | Region: North East | Today',
    `${activity('preset=today')}&properties_by_attributes=Region:North+East`,
  ],
  [
    'calls from harbor point residents last month',
    'Calls @Calls | Harbor Point | Resident | Last month',
    '/calls?preset=last_month&property_ids=11&caller_type=RESIDENT',
  ],
  [
    'missed calls on saturdays last 30 days',
    'Missed @Calls | Saturday | Last 30 days | ~First Call',
    '/calls?preset=last_30_days&property_ids=-1&days=6',
  ],
  ['paid cost per lead', 'Cost per lead @Ad Spend | Paid', '/ad-spend?source_by_view=PAID'],
  [
    'calls not scheduled last week',
    'Calls @Call intelligence | Not scheduled | Last week (Mon – Sun)',
    '/call-intelligence?view=overview&preset=last_week_mon_sun&property_ids=-1&scheduled=NOT_SCHEDULED',
  ],
  ['median office hours only', 'Median @Response Time | Office hours only', '/response-time?use_business_hours=true'],
  [
    'voicemail in percent last month',
    'Voicemail @Calls | Percentage | Last month | ~First Call',
    '/calls?preset=last_month&property_ids=-1&view_as=PERCENTAGE',
  ],
  [
    'expected occupied % 90 days',
    'Expected occupied % @Road to occupancy | 90 days',
    '/forecast?property_ids=-1&horizon=90',
  ],
  [
    'lost by email last month',
    'Lost @Loss Reasons | Email | Last month',
    '/loss-reasons?preset=last_month&property_ids=-1&contacts=email',
  ],
  // Days ahead go to a report that has them.
  [
    'appointments next week',
    'Scheduled @Upcoming appointments | Mar 16 – 22',
    '/appointments?view=upcoming&future_start_date=2026-03-16&future_end_date=2026-03-22&property_ids=-1',
  ],
  [
    'scheduled tours tomorrow',
    'Scheduled @Upcoming appointments | Tomorrow',
    '/appointments?view=upcoming&future_preset=tomorrow&property_ids=-1',
  ],
  // Comparisons.
  [
    'tours by agent last week vs last year',
    'Visits @Insights | by agent | Last week (Mon – Sun) | vs a year before',
    '/insights?view=snapshot&preset=last_week_mon_sun&compare_with=year_before&property_ids=-1&group_by=agent',
  ],
  [
    'leads compared to the previous period',
    'Leads @Activity | vs the period before | ~Last 7 days',
    activity('preset=last_7_days'),
  ],
  [
    'leads this month yoy',
    'Leads @Activity | Month to date | vs a year before',
    activity('preset=month_to_date&compare_with=year_before'),
  ],
  [
    'leads this month vs last month',
    'Leads @Activity | Month to date | vs Feb 1 – 15',
    activity('preset=month_to_date'),
  ],
  [
    'leads march vs february',
    'Leads @Activity | Mar 1 – 15 | vs Feb 1 – 15',
    activity('start_date=2026-03-01&end_date=2026-03-15&prior_start_date=2026-02-01&prior_end_date=2026-02-15'),
  ],
  [
    'leads 2025 compared to 2024',
    'Leads @Activity | Jan 1 – Dec 31, 2025 | vs Jan 1 – Dec 31, 2024',
    activity('start_date=2025-01-01&end_date=2025-12-31&compare_with=year_before'),
  ],
  // Ambiguous: a source that is also a report, a number that is also a report, a word of two properties.
  [
    'leads craigslist last month',
    'Leads @Insights | Craigslist | Last month',
    '/insights?view=snapshot&preset=last_month&property_ids=-1&sources=Craigslist',
  ],
  ['calls last month', 'Calls @Calls | Last month | ~First Call', '/calls?preset=last_month&property_ids=-1'],
  [
    'leads at willow last month',
    'Leads @Activity | Willow Creek | Last month',
    '/activity?preset=last_month&property_ids=13',
  ],
  [
    'calls at bay point last month',
    'Calls @Activity | Bay Point | Last month',
    '/activity?preset=last_month&property_ids=15',
  ],
  [
    'units last month',
    'Units @Resident boxscore | Last month | ~Harbor Point',
    '/boxscore?view=resident&preset=last_month&property=11',
  ],
]

/** What is left out, and the sentences that say so. */
const leftOut: readonly (readonly [typed: string, chips: string, notes: string])[] = [
  ['leads foo bar last month', 'Leads @Activity | Last month', 'Not understood: foo bar.'],
  ['foo last month', 'Last month', 'Not understood: foo.'],
  ['bonjour les prospects du mois', 'Prospects @Activity | ~Last 7 days', 'Not understood: bonjour les, du mois.'],
  ['leads лиды 線索 last month', 'Leads @Activity | Last month', 'Not understood: лиды 線索.'],
  ['leads feb 30', 'Leads @Activity | Feb 1 – 28', 'Not understood: 30.'],
  ['leads except harbor point last month', 'Leads @Activity | Last month', 'Not understood: except harbor point.'],
  ['leads without zillow last month', 'Leads @Activity | Last month', 'Not understood: without zillow.'],
  [
    'leads last month yesterday',
    'Leads @Activity | Last month | !Yesterday',
    'One period at a time: Yesterday is left out.',
  ],
  [
    'leads and visits last month',
    'Leads @Activity | !Visits | Last month',
    'One number at a time: Visits is left out.',
  ],
  [
    'leads by source by agent today',
    'Leads @Insights | by source | !by agent | Today',
    'Rows are grouped by one thing at a time: agent is left out.',
  ],
  [
    'net leases harbor point and bay point today',
    'Net leases @Boxscore | Harbor Point | !Bay Point | Today',
    'Boxscore takes one property at a time: Bay Point is left out.',
  ],
  [
    'leads by bedroom today',
    'Leads @Activity | !by bedrooms | Today',
    'Activity can’t be grouped by bedrooms. Occupancy can. <Open Occupancy>',
  ],
  [
    'calls paid sources today',
    'Calls @Calls | !Paid | Today | ~First Call',
    'Calls can’t be filtered by sources: Paid. Ad Spend can. <Open Ad Spend>',
  ],
  [
    'median last month',
    'Median @Response Time | !Last month',
    'Response time covers the last 7 days, so that a slow office is noticed while it is slow.',
  ],
  [
    'cost per lead vs last year',
    'Cost per lead @Ad Spend | !vs a year before',
    'Ad Spend has no period to compare with.',
  ],
  ['leads december 2027', 'Leads @Activity | !Dec 1 – 31, 2027 | ~Last 7 days', 'Activity has no days ahead.'],
  [
    'missed calls fay fox last month',
    'Missed calls @Call back | Fay Fox | !Last month',
    'Call back shows people from the last 30 days who still wait for an answer. <Show Missed in Calls>',
  ],
  [
    'leads at willow today',
    'Leads @Activity | Willow Creek | Today',
    'Read as Willow Creek. Also called so: Willow Park.',
  ],
  // An address can't say this value.
  [
    'leads style mid high',
    'Leads @Activity | !by style | ~Last 7 days',
    'Not understood: mid high. Activity can’t be grouped by style. Loss Reasons can. <Open Loss Reasons>',
  ],
]
const notesText = (question: Question): string =>
  notesIn(question)
    .map(({ text, offer }) => text.replace(/ Ask for a number .*$/, '') + (offer ? ` <${offer.label}>` : ''))
    .join(' ')

describe('a question in words', () => {
  it.each(cases)('%s', (typed, chips, address) => {
    const question = asked(typed)
    expect([chipText(question), addressOf(question), question.unread]).toEqual([chips, address, []])
  })

  it.each(leftOut)('says what it leaves out of %s', (typed, chips, notes) => {
    const question = asked(typed)
    expect([chipText(question), notesText(question)]).toEqual([chips, notes])
  })

  it.each(['', '   ', '?!', 'leads', 'calls', 'harbor point', 'call log', 'region west', 'лиды прошлый месяц', 'qqqq'])(
    'finds %o by name instead',
    (typed) => expect(ask(typed)).toBeNull(),
  )

  it('reads a very long text up to a point, and names the rest', () => {
    const question = asked(`leads last month ${'so many words '.repeat(200)}`)
    expect(chipText(question)).toBe('Leads @Activity | Last month')
    expect(notesIn(question)[0]?.text.length).toBeLessThan(300)
  })

  it.each(reports.map((report) => [report.title, report.key, report] as const))(
    'reads every number of %s (%s) by its label',
    (_title, _key, report) => {
      const wrong = Object.values(report.columns)
        .filter(({ kind }) => kind !== 'fact')
        .map(({ label }) => {
          const { target, unread } = asked(`${label} last month`)
          const { label: read, words = [] } = target?.report.columns[target.column ?? ''] ?? {}
          // A report without dates gives way to one that has them, and declares the same name.
          const isSame = read === label || words.includes(label.toLowerCase())
          return isSame && unread.length === 0 ? [] : [label, read, unread]
        })
        .filter(({ length }) => length > 0)
      expect(wrong).toEqual([])
    },
  )

  it.each(reports.map((report) => [report.title, report.key, report] as const))(
    'groups by everything that rows of %s (%s) stand for',
    (_title, _key, report) => {
      const { label = '' } = Object.values(report.columns).find(({ kind }) => kind !== 'fact') ?? {}
      for (const { label: grouping } of otherGroupings(report, null)) {
        const question = asked(`${label} by ${grouping}`)
        expect([grouping, question.unread, chipsIn(question).filter(({ misfit }) => misfit)]).toEqual([
          grouping,
          [],
          [],
        ])
      }
    },
  )

  it('round-trips every state through the address', () => {
    const words = [
      ...new Set([...vocabulary.terms.values()].flat().map(({ words: all }) => all.map(({ word }) => word).join(' '))),
    ]
    const dates = [
      'last month',
      'march',
      'march 3 to 9',
      'last 100 days',
      '2015 to 2026',
      'next week',
      'q2',
      'since 2/1',
    ]
    const comparisons = ['vs last year', 'vs the week before', 'vs january', 'compared to 2019']
    const word = fc.constantFrom(...words)
    fc.assert(
      fc.property(
        fc.constantFrom(...reports.flatMap(({ columns }) => Object.values(columns).map(({ label }) => label))),
        fc.array(word, { maxLength: 3 }),
        fc.option(word),
        fc.option(fc.constantFrom(...dates)),
        fc.option(fc.constantFrom(...comparisons)),
        (number, values, grouping, period, compared) => {
          const text = [number, ...values, grouping && `by ${grouping}`, period, compared].filter(Boolean).join(' ')
          const question = ask(text)
          // Every change that a chip offers leads to an address, too.
          for (const one of question
            ? [question, ...chipsIn(question).flatMap(({ choices }) => choices.map((to) => to.question))]
            : []) {
            const { target } = one
            if (!target) continue
            const [, search = ''] = addressOf(one).split('?')
            const { view: _, ...params } = parseSearch(search)
            expect(parseState(target.report, params, 'api'), text).toEqual(stateOf(one))
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

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
    expect(addressOf(before)).toBe(activity('start_date=2024-10-01&end_date=2024-10-31'))
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
  expect(known.today).toBe('2026-03-15')
})
