import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Writes a folder for a new report and its line in the register: `npm run new-report -- loss-reasons`. */
const key = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(key)) stop('Give the key of the report in small letters, such as: npm run new-report -- loss-reasons')

const reports = fileURLToPath(new URL('../reports/', import.meta.url))
const folder = `${reports}${key}`
if (existsSync(folder)) stop(`There is a folder reports/${key} already.`)

const words = key.split('-')
const name = words.map((word, index) => (index === 0 ? word : capital(word))).join('')
const title = capital(words.join(' '))

const files: Record<string, string> = {
  'report.ts': `import { count, defineReport, trend } from '@leaselight/model'

export const ${name} = defineReport({
  key: '${key}',
  apiKey: '${words.map(capital).join('')}Report',
  title: '${title}',
  path: '/${key}',
  section: 'Leads',
  gate: 'general',
  answers: 'Which question does this report answer?',
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
  'query.ts': `import { setsFor, visits } from '@leaselight/engine'
import { ${name} } from './report'

export default setsFor(${name}, {
  visits: visits(),
})
`,
  'report.test.ts': `import { littleWorld } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type OpenWorld } from '../testing'
import { ${name} } from './report'

let world: OpenWorld
beforeAll(async () => {
  world = await openWorld(littleWorld)
})
afterAll(() => world.close())

it('counts the little world by hand', async () => {
  const { total, rows } = await world.run(${name}, { start_date: '2026-03-02', end_date: '2026-03-15' })
  const sum = rows.reduce((visits, row) => visits + Number(row.visits), 0)
  expect(total.visits).toBe(sum)
})
`,
}

mkdirSync(folder)
for (const [file, text] of Object.entries(files)) writeFileSync(`${folder}/${file}`, text)
const register = `${reports}index.ts`
writeFileSync(register, `${readFileSync(register, 'utf8')}export { ${name} } from './${key}/report'\n`)
process.stdout.write(`reports/${key} is there: ${Object.keys(files).join(', ')}, and its line in reports/index.ts.\n`)

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
