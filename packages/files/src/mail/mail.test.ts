import { leads, testPoints, testResult, testRow, testState } from '@leaselight/charts/testing'
import { bars, type Judgement, type ReportDefinition, trend } from '@leaselight/model'
import { expect, test } from 'vitest'
import type { ReportDocument } from '../document'
import { type MailContent, mailHtml, mailText, reportCharts } from '.'

const period = { start: '2026-03-02', end: '2026-03-08' }
const priorPeriod = { start: '2026-02-23', end: '2026-03-01' }
const houses = ['<b>Harbor</b> & Pine', ...Array.from({ length: 11 }, (_, index) => `House ${index}`)]

const fail = (error: unknown): never => {
  throw error
}

const document: ReportDocument = {
  report: leads,
  state: testState(leads),
  result: testResult(
    {
      period,
      priorPeriod,
      rows: houses.map((name, index) =>
        testRow(leads.columns, 'property', name, { prospects: index || 20, visits: 1, shows: 1, leases: 0 }),
      ),
      total: { prospects: 152, visits: 66, shows: 33, leases: 5, showPerVisit: 0.5 },
      priorTotal: { prospects: 100, visits: 66, shows: 33, leases: 20, showPerVisit: 0.5 },
      series: testPoints(leads.columns, period, (index) => ({ prospects: 20 + 5 * index, leases: index })),
      priorSeries: testPoints(leads.columns, priorPeriod, () => ({ prospects: 14, leases: 1 })),
    },
    leads,
  ),
  company: 'Harbor Homes',
  filterSummary: ['Properties: Harbor View'],
  generatedAt: '2026-03-09T14:05:00Z',
}
const letter: MailContent = {
  subject: 'Mornings: 132 prospects',
  heading: 'Mornings',
  company: 'Harbor Homes',
  sender: 'Maria Moss',
  note: 'Look at <this>.\nIt went up.',
  warnings: ['This was due on Monday.'],
  headlines: [
    {
      sentence: 'Prospects rose from 100 to 132 (+32.0%).',
      explanation: 'Harbor accounts for all of it (4 → 36).',
      url: 'https://x.example/leads-test?by=1&on=2',
    },
  ],
  calm: null,
  document,
  charts: await reportCharts(document, fail),
  link: { label: 'Open the report', url: 'https://x.example/leads-test?a=1&b="2"' },
  files: ['leads.csv'],
  footerReason: 'Maria Moss put you on the list.',
  unsubscribeUrl: 'https://x.example/unsubscribe?token=t',
}

test('a mail has its numbers, their changes, and a link to them, in HTML and in text', () => {
  const html = mailHtml(letter)
  const text = mailText(letter)
  for (const said of [html, text]) {
    for (const part of ['Prospects', '152', '▲ +52.0%', 'was 100', 'Leases', '▼ −75.0%', 'House 10', 'Mar 2 – 8, 2026'])
      expect(said).toContain(part)
    for (const part of [
      'Harbor Homes',
      'This was due on Monday.',
      'and 4 more rows',
      'leads.csv',
      'Filters: Properties',
    ])
      expect(said).toContain(part)
    expect(said).not.toContain('House 2')
    // What changed is read first.
    expect(said.indexOf('Prospects rose')).toBeLessThan(said.indexOf('was 100'))
  }
  expect(html).toContain('https://x.example/unsubscribe?token=t')
  expect(text).toContain('> Look at <this>.\n> It went up.')
  expect(text).toContain('https://x.example/leads-test?a=1&b="2"')
})

test('a mail begins with the answer, and has the rows that the screen has first', () => {
  const report: ReportDefinition = { ...leads, answer: ['{prospects:prospect} and {leases:lease}.'] }
  for (const write of [mailHtml, mailText]) {
    const said = write({ ...letter, document: { ...document, report } })
    const at = (part: string) => said.indexOf(part)
    expect(at('152 prospects and 5 leases.')).toBeGreaterThan(at('Mornings'))
    expect(at('152 prospects and 5 leases.')).toBeLessThan(at('was 100'))
    expect(said).toContain('Prospects rose to 152 from 100.')
    // The largest first: House 10 has eleven prospects, House 3 the eighth most.
    expect(at('House 10')).toBeLessThan(at('House 9'))
    expect([at('House 9') < at('House 4'), at('House 2'), at('House 1\n')]).toEqual([true, -1, -1])
  }
})

test('a reason that several numbers share is in the answer alone, and a mail of now has no changes', () => {
  const report: ReportDefinition = { ...leads, answer: ['{prospects:prospect} and {leases:lease}.'] }
  const words = 'no data before Mar 9, 2026'
  const reasoned = (judged: Judgement) => ({ ...judged, state: 'incomparable', change: '', words }) as const
  const { result } = document
  const judgement = Object.fromEntries(
    Object.entries(result.judgement ?? {}).map(([key, judged]) => [key, reasoned(judged)]),
  )
  const late = { ...document, report, result: { ...result, judgement } }
  for (const write of [mailHtml, mailText]) {
    expect(write({ ...letter, document: late }).split(/no data before Mar 9/i)).toHaveLength(2)
    const now = write({ ...letter, document: { ...late, report: { ...report, asOf: true } } })
    expect(now.split(/no data before Mar 9/i)).toHaveLength(1)
  }
})

test('what people typed never becomes markup', () => {
  const html = mailHtml(letter)
  expect(html).toContain('&lt;b&gt;Harbor&lt;/b&gt; &amp; Pine')
  expect(html).toContain('Look at &lt;this&gt;.<br>It went up.')
  expect(html).toContain('href="https://x.example/leads-test?a=1&amp;b=&quot;2&quot;"')
  expect(html).toContain(
    '<a href="https://x.example/leads-test?by=1&amp;on=2" style="color:#0F766E;text-decoration:none">Prospects rose from 100 to 132 (+32.0%).</a> Harbor accounts for all of it (4 → 36).',
  )
  expect(html).not.toMatch(/<script|<b>Harbor/)
})

test('a chart that can’t be drawn is left out, and the others come', async () => {
  const broken = {
    ...trend('prospects'),
    get columns(): never {
      throw new Error('A chart of tomorrow.')
    },
  }
  const failures: unknown[] = []
  const charts = [broken, bars('prospects')]
  const pictures = await reportCharts({ ...document, report: { ...leads, charts } }, (error) => failures.push(error))
  expect(pictures.map(({ id, alt }) => [id, alt])).toEqual([['chart-1@leaselight', 'Bars of Prospects by property.']])
  expect(failures).toEqual([new Error('A chart of tomorrow.')])
})

test('includes the first three charts as non-empty images with alternative texts', async () => {
  // No leases were signed, so there is nothing to chart for them by property.
  const charts = [trend('prospects', 'leases'), bars('leases'), bars('visits'), bars('prospects'), trend('leases')]
  const pictures = await reportCharts({ ...document, report: { ...leads, charts } }, fail)
  expect(pictures.map(({ alt }) => alt)).toEqual([
    'Lines of Prospects and Leases by day, with the prior period.',
    'Bars of Visits by property.',
    'Bars of Prospects by property.',
  ])
  const html = mailHtml({ ...letter, charts: pictures })
  for (const { id, content, width, height, title, alt } of pictures) {
    // A PNG has its size right after its first sixteen bytes.
    expect([16, 20].map((at) => content.readUInt32BE(at))).toEqual([width * 2, height * 2])
    expect(content.length).toBeGreaterThan(5_000)
    expect(html).toContain(`<img src="cid:${id}"`)
    expect(html).toContain(`alt="${alt}"`)
    expect(mailText({ ...letter, charts: pictures })).toContain(title)
  }
  expect(new Set(pictures.map(({ id }) => id)).size).toBe(3)
})

test('a mail in which nothing clearly changed says that instead of a headline', () => {
  const calm = 'No number shows a clear change.'
  const quiet = { ...letter, headlines: [], calm }
  expect(mailText(quiet)).toContain(`\n\nWhat changed\n${calm}\n\n`)
  expect(mailHtml(quiet)).toMatch(new RegExp(`What changed</h2><p [^>]*>${calm}</p>`))
  expect(mailText({ ...quiet, calm: null })).not.toContain('What changed')
})

test('a message without a report is only its words', () => {
  const message: MailContent = {
    ...letter,
    document: null,
    charts: [],
    headlines: [],
    calm: null,
    files: [],
    warnings: [],
    unsubscribeUrl: null,
  }
  const text = mailText({ ...message, link: null })
  expect(text).toBe(
    'Mornings\nHarbor Homes\n\nMaria Moss writes:\n> Look at <this>.\n> It went up.\n\nMaria Moss put you on the list.\n',
  )
  expect(mailHtml(message)).not.toMatch(/<img|Unsubscribe|Attached/)
})
