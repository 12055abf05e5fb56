import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sections, tellFinding, watchedParts, wordsOfWatch } from '@leaselight/model'
import { reportByFormerPath, reportByKey, reportByPath, reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { expect, it } from 'vitest'

const folders = readdirSync(fileURLToPath(new URL('../reports', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map((entry) => entry.name)

it('holds every folder once, under its key', () => {
  expect(reports.map((report) => report.key).sort()).toEqual(folders.sort())
  expect(new Set(reports.map((report) => report.apiKey)).size).toBe(reports.length)
})

it('finds the query of every report', async () => {
  for (const { key } of reports) expect(Object.keys(await loadQuery(key)), key).toContain('measures')
})

it('follows the sections, and each report’s own place in them', () => {
  const seen = reports.map((report) => sections.indexOf(report.section))
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(reports[0]?.key).toBe('activity')
})

// The product's paths, to the letter: path, title, section.
it.each([
  ['/activity', 'Activity', 'Leads'],
  ['/ad-spend', 'Ad Spend', 'Marketing'],
  ['/ai', 'AI', 'AI'],
  ['/ai-leasing', 'AI Leasing', 'AI'],
  ['/appointments', 'Appointments', 'Visitors'],
  ['/boxscore', 'Boxscore', 'My Knock'],
  ['/calls', 'Calls', 'Leads'],
  ['/call-log', 'Call Log', 'Leads'],
  ['/call-intelligence', 'Call intelligence', 'Leads'],
  ['/call-transcripts', 'Call transcripts', 'Leads'],
  ['/conversions', 'Conversions', 'Leases'],
  ['/craigslist', 'Craigslist', 'Marketing'],
  ['/drip-campaign', 'Drip campaign', 'Marketing'],
  ['/engagement', 'Engagement', 'Leads'],
  ['/id-verification', 'ID Verification', 'Visitors'],
  ['/insights', 'Insights', 'Insights'],
  ['/loss-reasons', 'Loss Reasons', 'Leads'],
  ['/renewals', 'Renewals', 'Leases'],
  ['/response-time', 'Response Time', 'Leads'],
  ['/tour-engagement', 'Tour engagement', 'Visitors'],
  ['/tour-type', 'Tour Type', 'Visitors'],
  ['/multi-touch-attribution', 'MTA', 'Marketing'],
  ['/attributions', 'Attributions', 'Marketing'],
  ['/occupancy', 'Occupancy', 'Leases'],
  ['/demographics', 'Demographics', 'Visitors'],
])('%s is %s, in %s', (path, title, section) => {
  expect(reportByPath(path)).toMatchObject({ title, section })
})

// Views that share a path, by the names in their links.
it.each([
  ['/call-intelligence', ['overview', 'conversions', 'intents', 'agent']],
  ['/ai', ['all', 'voice', 'email', 'chat', 'sms']],
  ['/appointments', ['past', 'upcoming']],
  ['/activity', ['created', 'event']],
])('%s has the views %s', (path, views) => {
  const there = reports.filter((report) => report.path === path)
  const named = there.flatMap((report) => [report.view, ...Object.keys(report.views ?? {})])
  for (const view of views) expect(named, view).toContain(view)
})

it('redirects a former path only to the report’s current one', () => {
  expect(reportByFormerPath('/verification')?.path).toBe('/id-verification')
  expect(reportByFormerPath('/id-verification')).toBeUndefined()
  for (const path of reports.flatMap(({ formerPaths = [] }) => formerPaths)) expect(reportByPath(path)).toBeUndefined()
})

it('distinguishes reports that share a path by their view', () => {
  expect(reportByPath('/appointments')?.key).toBe('appointments')
  expect(reportByPath('/appointments', 'upcoming')?.key).toBe('upcoming-appointments')
  expect(reportByPath('/appointments', 'nonsense')?.key).toBe('appointments')
  expect(reportByPath('/nowhere')).toBeUndefined()
  expect(reportByKey('nothing')).toBeUndefined()
})

it('counts one of a thing as one, in the words of every watch', () => {
  const names = { company: 'Acme', property: () => 'Acme', agent: () => null, source: () => 'Acme' }
  const days = { end: '2026-03-14', today: '2026-03-15' }
  const sentences = reports.flatMap((report) =>
    (report.watches ?? []).map((watch) => {
      const parts = watchedParts(report.columns, watch)
      const one = { part: 1, whole: 2 }
      const proof = {
        ...{
          report: report.key,
          column: watch.column,
          whole: watch.of ?? watch.per ?? null,
          kind: parts?.kind ?? 'count',
        },
        ...{
          level: 'company' as const,
          keys: [],
          hours: [],
          basis: 'change' as const,
          slices: 1,
          now: one,
          reference: one,
        },
        ...{ since: null, monthly: 1, chance: 0, trend: [] },
      }
      const finding = { key: 'a', topic: watch.topic, subject: { kind: 'company' as const, key: 0 } }
      const cost = { leases: 1, dollars: 1 }
      const told = tellFinding({ ...finding, since: null, cost, weight: 1, proofs: [proof] }, [report], names, days)
      // The proof finds the watch again by its words.
      expect(told?.sentence).toMatch(wordsOfWatch(watch))
      return told?.sentence
    }),
  )
  expect(sentences.length).toBeGreaterThan(20)
  expect(
    sentences.filter((sentence) => !sentence || /(?<![$\d.,])1 (?!of |on )(?:\w+ )?(?:\w+s|people)\b/.test(sentence)),
  ).toEqual([])
})
