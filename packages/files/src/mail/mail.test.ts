import { leads, pointsOf, resultOf, rowOf, stateOf } from '@leaselight/charts/testing'
import { expect, test } from 'vitest'
import type { ReportDocument } from '../document'
import { type Letter, mailHtml, mailText, reportPicture } from '.'

const period = { start: '2026-03-02', end: '2026-03-08' }
const priorPeriod = { start: '2026-02-23', end: '2026-03-01' }
const houses = ['<b>Harbor</b> & Pine', ...Array.from({ length: 11 }, (_, index) => `House ${index}`)]

const document: ReportDocument = {
  report: leads,
  state: stateOf(leads),
  result: resultOf({
    period,
    priorPeriod,
    rows: houses.map((name, index) =>
      rowOf(leads.columns, 'property', name, { prospects: index, visits: 1, shows: 1, leases: 0 }),
    ),
    total: { prospects: 132, visits: 66, shows: 33, leases: 4, showPerVisit: 0.5 },
    priorTotal: { prospects: 100, visits: 66, shows: 33, leases: 8, showPerVisit: 0.5 },
    series: pointsOf(leads.columns, period, (index) => ({ prospects: 20 + 5 * index, leases: index })),
    priorSeries: pointsOf(leads.columns, priorPeriod, () => ({ prospects: 14, leases: 1 })),
  }),
  company: 'Harbor Homes',
  filtersInWords: ['Properties: Harbor View'],
  generatedAt: '2026-03-09T14:05:00Z',
}
const letter: Letter = {
  subject: 'Mornings: 132 prospects',
  heading: 'Mornings',
  company: 'Harbor Homes',
  sender: 'Maria Moss',
  note: 'Look at <this>.\nIt went up.',
  warnings: ['This was due on Monday.'],
  told: ['Prospects rose from 100 to 132 (+32.0 %).'],
  document,
  picture: await reportPicture(document),
  link: { label: 'Open the report', url: 'https://x.example/leads-test?a=1&b="2"' },
  files: ['leads.csv'],
  why: 'Maria Moss put you on the list.',
  unsubscribeUrl: 'https://x.example/unsubscribe?token=t',
}

test('a mail says its numbers, how they moved, and where they come from, in HTML and in text', () => {
  const html = mailHtml(letter)
  const text = mailText(letter)
  for (const said of [html, text]) {
    for (const part of [
      'Prospects',
      '132',
      '▲ +32.0 %',
      'was 100',
      'Leases',
      '▼ −50.0 %',
      'House 0',
      'Mar 2 – 8, 2026',
    ])
      expect(said).toContain(part)
    for (const part of [
      'Harbor Homes',
      'This was due on Monday.',
      'and 4 more rows',
      'leads.csv',
      'Filters: Properties',
    ])
      expect(said).toContain(part)
    expect(said).not.toContain('House 9')
  }
  expect(html).toContain('https://x.example/unsubscribe?token=t')
  expect(text).toContain('> Look at <this>.\n> It went up.')
  expect(text).toContain('https://x.example/leads-test?a=1&b="2"')
})

test('what people typed never becomes markup', () => {
  const html = mailHtml(letter)
  expect(html).toContain('&lt;b&gt;Harbor&lt;/b&gt; &amp; Pine')
  expect(html).toContain('Look at &lt;this&gt;.<br>It went up.')
  expect(html).toContain('href="https://x.example/leads-test?a=1&amp;b=&quot;2&quot;"')
  expect(html).not.toMatch(/<script|<b>Harbor/)
})

test('the chart is a picture of its size with ink on it, and the mail says what it shows', () => {
  const { picture } = letter
  if (!picture) throw new Error('The report has a chart.')
  // A PNG says its size right behind its first sixteen bytes.
  const [width, height] = [16, 20].map((at) => picture.content.readUInt32BE(at))
  expect([width, height]).toEqual([picture.width * 2, picture.height * 2])
  expect(picture.content.length).toBeGreaterThan(5_000)
  expect(mailHtml(letter)).toContain(`alt="${picture.title}"`)
  expect(mailText(letter)).toContain(picture.title)
})

test('a message without a report is only its words', () => {
  const message = { ...letter, document: null, picture: null, files: [], warnings: [], unsubscribeUrl: null }
  const text = mailText({ ...message, link: null })
  expect(text).toBe(
    'Mornings\nHarbor Homes\n\nMaria Moss writes:\n> Look at <this>.\n> It went up.\n\nMaria Moss put you on the list.\n',
  )
  expect(mailHtml(message)).not.toMatch(/<img|Unsubscribe|Attached/)
})
