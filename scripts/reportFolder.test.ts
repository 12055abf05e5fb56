import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ReportQuery } from '@leaselight/engine'
import { parseState, type ReportDefinition } from '@leaselight/model'
import { afterAll, describe, expect, it } from 'vitest'
import { writeReport } from './reportFolder'

// Inside the project, so that the written files can be imported like any report.
const cache = fileURLToPath(new URL('../.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
const reports = mkdtempSync(join(cache, 'reports-'))
writeFileSync(join(reports, 'index.ts'), "export { activity } from './activity/report'\n")

afterAll(() => rmSync(reports, { recursive: true, force: true }))

describe('a new report', () => {
  it('is a folder that runs and one line in the register', async () => {
    expect(writeReport(reports, 'no-shows')).toEqual(['report.ts', 'query.ts', 'report.test.ts'])
    expect(readFileSync(join(reports, 'index.ts'), 'utf8')).toBe(
      "export { activity } from './activity/report'\nexport { noShows } from './no-shows/report'\n",
    )
    const load = (file: string) => import(pathToFileURL(join(reports, 'no-shows', file)).href)
    const { noShows }: { noShows: ReportDefinition } = await load('report.ts')
    const query: { default: ReportQuery } = await load('query.ts')
    expect(noShows).toMatchObject({ key: 'no-shows', apiKey: 'NoShowsReport', title: 'No shows', path: '/no-shows' })
    expect(parseState(noShows, {}, 'api').filters.dateRange).toEqual({ preset: 'last_7_days' })
    expect(Object.keys(query.default)).toContain('measures')
  })

  it('never overwrites an existing one, and explains an invalid key', () => {
    expect(() => writeReport(reports, 'no-shows')).toThrow('There is a folder reports/no-shows already.')
    expect(() => writeReport(reports, '../evil')).toThrow('Give the key of the report in small letters')
  })
})
