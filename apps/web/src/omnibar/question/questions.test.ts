import { parseState } from '@leaselight/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearch } from '../../state/address'
import { otherGroupings } from './groupings'
import { readQuestion } from './read'
import { addressOf, ask, asked, chipsIn, chipText, known, notesIn, reports, stateOf, vocabulary } from './testing'
import { cases, leftOut } from './testingCases'
import type { Question } from './types'
import { buildVocabulary } from './vocabulary'

const notesText = (question: Question): string =>
  notesIn(question)
    .map(({ text, offer }) => text.replace(/ You can name .*$/, '') + (offer ? ` <${offer.label}>` : ''))
    .join(' ')

describe('a question in words', () => {
  it.each(cases)('%s', (typed = '', chips, address) => {
    const question = asked(typed)
    expect([chipText(question), addressOf(question), question.unread]).toEqual([chips, address, []])
  })

  it.each(leftOut)('says what it leaves out of %s', (typed = '', chips, notes) => {
    const question = asked(typed)
    expect([chipText(question), notesText(question)]).toEqual([chips, notes])
  })

  it.each(['', '   ', '?!', 'leads', 'calls', 'harbor point', 'call log', 'region west', 'лиды прошлый месяц', 'qqqq'])(
    'finds %o by name instead',
    (typed) => expect(ask(typed)).toBeNull(),
  )

  it('takes no word for a name that many records have in theirs', () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, key) => ({
        key,
        name: `Oak ${'abcdefghijkl'.charAt(key).repeat(3)} Village`,
      }))
    const company = (count: number) =>
      buildVocabulary(reports, {
        property: named(count),
        agent: [],
        source: [],
        attributes: { property: [], source: [] },
      })
    const read = (count: number, text: string) => readQuestion(text, company(count), known)
    expect(read(2, 'leads village today')?.unread).toEqual([])
    expect(read(12, 'leads village today')?.unread).toEqual(['village'])
    expect(read(12, 'leads oak ccc village today')?.unread).toEqual([])
  })

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

  /** Every change that a chip offers leads to an address, too. */
  const expectRoundTrips = (text: string) => {
    const question = ask(text)
    for (const one of question
      ? [question, ...chipsIn(question).flatMap(({ choices }) => choices.map((to) => to.question))]
      : []) {
      const { target } = one
      if (!target) continue
      const [, search = ''] = addressOf(one).split('?')
      const { view: _, ...params } = parseSearch(search)
      expect(parseState(target.report, params, 'api'), text).toEqual(stateOf(one))
    }
  }
  const labels = reports.flatMap(({ columns }) => Object.values(columns).map(({ label }) => label))

  it('round-trips every column through the address', () => {
    for (const label of new Set(labels)) for (const text of [label, `${label} vs last year`]) expectRoundTrips(text)
  })

  it('round-trips options in whatever order they come, also where an address has one word for several', () => {
    expectRoundTrips('Calls return call caller types first calls')
    expectRoundTrips('Calls first calls return call caller types')
  })

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
        fc.constantFrom(...labels),
        fc.array(word, { maxLength: 3 }),
        fc.option(word),
        fc.option(fc.constantFrom(...dates)),
        fc.option(fc.constantFrom(...comparisons)),
        (number, values, grouping, period, compared) => {
          const text = [number, ...values, grouping && `by ${grouping}`, period, compared].filter(Boolean).join(' ')
          expectRoundTrips(text)
        },
      ),
      { numRuns: 150 },
    )
  })
})
