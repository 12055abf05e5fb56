import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sections } from '@leaselight/model'
import { expect, it } from 'vitest'
import { reportAt, reportByKey, reports } from './register'
import { queryOf } from './server'

const folders = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', 'worlds'].includes(entry.name))
  .map((entry) => entry.name)

it('holds every folder once, under its key', () => {
  expect(reports.map((report) => report.key).sort()).toEqual(folders.sort())
  expect(new Set(reports.map((report) => report.apiKey)).size).toBe(reports.length)
})

it('finds the query of every report', async () => {
  for (const { key } of reports) expect(Object.keys(await queryOf(key)), key).toContain('sets')
})

it('follows the sections, and each report’s own place in them', () => {
  const seen = reports.map((report) => sections.indexOf(report.section))
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(reports[0]?.key).toBe('activity')
})

it('tells reports that share a path apart by their view', () => {
  expect(reportAt('/appointments')?.key).toBe('appointments')
  expect(reportAt('/appointments', 'upcoming')?.key).toBe('upcoming-appointments')
  expect(reportAt('/appointments', 'nonsense')?.key).toBe('appointments')
  expect(reportAt('/nowhere')).toBeUndefined()
  expect(reportByKey('nothing')).toBeUndefined()
})
