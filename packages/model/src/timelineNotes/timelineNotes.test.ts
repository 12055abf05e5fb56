import { describe, expect, test } from 'vitest'
import { outlook } from '../report/chartSpec'
import { aroundText, notesAround } from './around'
import { concernedProperties, notedDays, noteLine, notePlace, notesDuring, type TimelineNote } from './note'

const note = (text: string, startDate: string, parts: Partial<TimelineNote> = {}): TimelineNote => ({
  id: text,
  text,
  startDate,
  endDate: startDate,
  propertyIds: null,
  attribute: null,
  value: null,
  place: '',
  by: 'Maria Moss',
  createdAt: '2026-03-10T12:00:00.000Z',
  updatedAt: '2026-03-10T12:00:00.000Z',
  mayChange: true,
  ...parts,
})
const harbor = { propertyIds: [11], place: 'Harbor Point' }
const sunset = { propertyIds: [12], place: 'Sunset Terrace' }
const ofClass = { propertyIds: [11, 12], attribute: 'Class', value: 'A', place: 'Class A' }
const TODAY = '2026-03-14'

describe('what a note concerns', () => {
  const properties = [
    { id: 11, attributes: { Region: 'East' } },
    { id: 12, attributes: { Region: 'West' } },
  ]
  test('is the company, named properties, or those with a value of an attribute', () => {
    const concerned = (propertyIds: number[], attribute: string | null = null, value: string | null = null) =>
      concernedProperties({ propertyIds, attribute, value }, properties)
    expect(concerned([])).toBeNull()
    expect(concerned([12, 99])).toEqual([12])
    expect(concerned([], 'Region', 'East')).toEqual([11])
    expect(concerned([], 'Region', 'North')).toEqual([])
  })

  test('is told by name, and by number where there are many', () => {
    const place = (names: string[]) => notePlace({ attribute: null, value: null }, names)
    expect([place([]), place(['A', 'B', 'C']), place(['A', 'B', 'C', 'D'])]).toEqual(['', 'A, B and C', '4 properties'])
    expect(notePlace({ attribute: 'Region', value: 'East' }, ['A'])).toBe('Region East')
  })
})

describe('the notes of a period', () => {
  const notes = [
    note('before', '2026-02-28'),
    note('into it', '2026-02-20', { endDate: '2026-03-01', ...harbor }),
    note('within', '2026-03-05', sunset),
    note('on its last day', '2026-03-07', ofClass),
    note('after', '2026-03-08'),
  ]
  const period = { start: '2026-03-01', end: '2026-03-07' }
  const during = (ids: number[]) => notesDuring(notes, period, ids).map(({ text }) => text)
  test('touch one of its days, and concern one of its properties or the company', () => {
    expect(during([11, 12])).toEqual(['into it', 'within', 'on its last day'])
    expect(during([11])).toEqual(['into it', 'on its last day'])
    expect(during([12])).toEqual(['within', 'on its last day'])
    expect(during([13])).toEqual([])
    expect(notesDuring([...notes, note('for all', '2026-03-02')], period, [])).toHaveLength(1)
    expect(notesDuring(notes, null, [11, 12])).toEqual([])
  })

  test('are of the days ahead where a report has those instead of a period', () => {
    const none = { charts: [] }
    const road = { charts: [outlook('expected', ['low', 'high'], [], 120, { by: 'day' })] }
    expect(notedDays(none, { period, asOf: null })).toEqual(period)
    expect(notedDays(none, { period: null, asOf: TODAY })).toBeNull()
    expect(notedDays(road, { period: null, asOf: TODAY })).toEqual({ start: TODAY, end: '2026-07-12' })
  })

  test('are a line each: days, place, text', () => {
    expect(noteLine(note('phones down', '2026-03-03', { endDate: '2026-03-09', ...harbor }), TODAY)).toBe(
      'Mar 3 – 9, Harbor Point: phones down',
    )
    expect(noteLine(note('rents raised', '2025-12-31'), TODAY)).toBe('Dec 31, 2025: rents raised')
  })
})

describe('beside a finding', () => {
  const around = (notes: TimelineNote[], propertyId: number | null = 11) =>
    notesAround(notes, '2026-03-01', propertyId, TODAY).map(({ says }) => says)

  test('are notes of its property, its attributes, and the company that begin or end within two weeks', () => {
    expect(
      around([
        note('fifteen days before', '2026-02-14', harbor),
        note('two weeks before', '2026-02-15', harbor),
        note('elsewhere', '2026-03-01', sunset),
        note('two weeks after', '2026-03-15', ofClass),
        note('fifteen days after', '2026-03-16'),
      ]),
    ).toEqual(['Feb 15, two weeks before', 'Mar 15, Class A, two weeks after'])
    // What runs all the while began or ended at another time.
    expect(around([note('all year', '2026-01-01', { endDate: '2026-12-31', ...harbor })])).toEqual([])
    expect(around([note('until then', '2026-01-01', { endDate: '2026-03-03', ...harbor })])).toEqual([
      'Jan 1 – Mar 3, until then',
    ])
  })

  test('are those of the company alone where it is not about a property', () => {
    const notes = [note('here', '2026-03-01', harbor), note('for all', '2026-03-02')]
    expect(around(notes, null)).toEqual(['Mar 2, for all'])
  })

  test('are the three nearest, none where it was always so, and never its cause', () => {
    const many = ['2026-02-16', '2026-02-27', '2026-03-01', '2026-03-04', '2026-03-12'].map((day) => note(day, day))
    const found = notesAround(many, '2026-03-01', 11, TODAY)
    expect(found.map(({ startDate }) => startDate)).toEqual(['2026-02-27', '2026-03-01', '2026-03-04'])
    expect(notesAround(many, null, 11, TODAY)).toEqual([])
    expect(aroundText([{ says: 'Mar 3, phones down.' }, { says: 'Mar 5, rents raised' }])).toBe(
      'Around then: Mar 3, phones down; Mar 5, rents raised.',
    )
    expect(aroundText([])).toBe('')
  })
})
