import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '@leaselight/model'

/**
 * Writes a folder for a new report and its line in the register.
 * @param reports the folder with the register
 * @param key the report's key, which names its folder and address
 * @returns the names of the files in the new folder
 */
export function writeReport(reports: string, key: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(key))
    throw new InputError('Give the key of the report in small letters, such as: npm run new-report -- loss-reasons')
  const folder = join(reports, key)
  if (existsSync(folder)) throw new InputError(`There is a folder reports/${key} already.`)
  const files = filesOf(key)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const register = join(reports, 'index.ts')
  writeFileSync(register, `${readFileSync(register, 'utf8')}export { ${nameOf(key)} } from './${key}/report'\n`)
  return Object.keys(files)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const nameOf = (key: string): string =>
  key
    .split('-')
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('')

function filesOf(key: string): Record<string, string> {
  const name = nameOf(key)
  const words = key.split('-')
  const title = capital(words.join(' '))
  return {
    'report.ts': `import { count, defineReport, trend } from '@leaselight/model'

export const ${name} = defineReport({
  key: '${key}',
  apiKey: '${words.map(capital).join('')}Report',
  title: '${title}',
  path: '/${key}',
  section: 'Leads',
  gate: 'general',
  question: 'Which question does this report answer?',
  shape: 'rank',
  answer: ['{visits:visit} in this period.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property', 'agent'],
  columns: {
    visits: count('Visits', 'Visits that took place, booked or walk-in.'),
  },
  tiles: ['visits'],
  charts: [trend('visits')],
})
`,
    'query.ts': `import { measuresFor, visits } from '@leaselight/engine'
import { ${name} } from './report'

export default measuresFor(${name}, {
  visits: visits(),
})
`,
    'report.test.ts': `import { fixtureCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { ${name} } from './report'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany)
})
afterAll(() => store.close())

it('has rows that sum to the total', async () => {
  const state = stateFrom(${name}, { start_date: '2026-03-01', end_date: '2026-03-14' })
  const { rows, total } = await store.engineAt(fixtureCompany.now).runReport(${name}, state, viewer('manager', 201))
  expect(total.visits).toBeGreaterThan(0)
  expect(rows.reduce((sum, row) => sum + Number(row.visits), 0)).toBe(total.visits)
})
`,
  }
}
